import { eachPosting, type SearchIndex, searchPaths, type SearchSegment } from "./index-files.ts";
import { wordsOf } from "./each-word.ts";

/** A page that holds all words of a search. */
export interface FoundPage {
  /** Its path in the site. */
  readonly path: string;
  /** The higher, the better it matches. */
  readonly score: number;
  /** The part of its text, from 0, that holds most of the words. */
  readonly part: number;
}

/** How many files are loaded for the beginning of a word, of each segment. */
const maxBlocks = 3;

/** The score of each part of a page that holds a word. */
type PartScores = Map<number, number>;

/**
 * Find the pages that hold all words of a query, or words that begin with them.
 *
 * @param index the index.
 * @param query what somebody typed.
 * @param load loads a file of the index, by its path in the folder of the index; returns its text, expanded.
 * @returns the pages, the best first; a word that is rare counts more, and so does the word itself than one that begins with it.
 */
export async function findPages(
  index: SearchIndex,
  query: string,
  load: (path: string) => Promise<string>,
): Promise<FoundPage[]> {
  const words = wordsOf(query);
  const paths = index.pages.flatMap(([folder, names]) => names.map((name) => `${folder}/${name}`));
  const places = index.segments.map(({ pages }) => placesOf(pages));
  const found = await Promise.all(words.map((word) => scoresOf(index, places, word, paths.length, load)));
  const [first, ...others] = found;
  if (first === undefined) return [];
  const all = [...first].flatMap(([page, scores]) => {
    const ofWords = [scores, ...others.map((pages) => pages.get(page))];
    return ofWords.every((one) => one !== undefined) ? { path: paths[page]!, ...best(ofWords) } : [];
  });
  return all.sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** The score of a page, and its part with most words: of these the one with the highest score. */
function best(words: readonly PartScores[]): { score: number; part: number } {
  const parts = new Map<number, number>();
  let score = 0;
  for (const scores of words) {
    let highest = 0;
    for (const [part, own] of scores) {
      highest = Math.max(highest, own);
      // One more word counts more than any score.
      parts.set(part, (parts.get(part) ?? 0) + own + maxScore);
    }
    score += highest;
  }
  const [[part]] = [...parts].sort(([a, x], [b, y]) => y - x || a - b) as [[number, number]];
  return { score, part };
}

const maxScore = 1e6;

/** The page of each posting of a segment, and the part of it. */
function placesOf(pages: readonly number[]): Array<readonly [page: number, part: number]> {
  const parts = new Map<number, number>();
  return pages.map((page) => {
    const part = parts.get(page) ?? 0;
    parts.set(page, part + 1);
    return [page, part];
  });
}

/** The pages that hold a word, each with the score of its parts. */
async function scoresOf(
  index: SearchIndex,
  places: ReadonlyArray<ReturnType<typeof placesOf>>,
  word: string,
  pageCount: number,
  load: (path: string) => Promise<string>,
): Promise<Map<number, PartScores>> {
  const pages = new Map<number, PartScores>();
  await Promise.all(
    index.segments.map(async (segment, at) => {
      const blocks = await Promise.all(blocksWith(segment, word).map((name) => load(searchPaths.block(name))));
      for (const line of blocks.flatMap((block) => linesWith(block, word))) addLine(line, places[at]!, word, pages);
    }),
  );
  const rarity = Math.log(1 + pageCount / (1 + pages.size));
  for (const scores of pages.values()) for (const [part, score] of scores) scores.set(part, score * rarity);
  return pages;
}

function addLine(
  line: string,
  places: ReturnType<typeof placesOf>,
  word: string,
  pages: Map<number, PartScores>,
): void {
  const space = line.indexOf(" ");
  const factor = space === word.length ? 2 : 1;
  eachPosting(line.slice(space + 1), (own, weight) => {
    const [page, part] = places[own] ?? [-1, 0];
    if (page === -1) return;
    const scores = pages.get(page) ?? new Map<number, number>();
    pages.set(page, scores);
    scores.set(part, Math.max(scores.get(part) ?? 0, factor * (1 + weight)));
  });
}

/** The files that may hold words which begin with a word. */
function blocksWith({ blocks }: SearchSegment, word: string): string[] {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]![0] <= word) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, low - 1);
  let to = low;
  while (to < blocks.length && to < from + maxBlocks && blocks[to]![0].startsWith(word)) to++;
  return blocks.slice(from, to).map(([, name]) => name);
}

function linesWith(block: string, word: string): string[] {
  return block.split("\n").filter((line) => line.startsWith(word));
}
