import { colourBlock, coloursLater } from "./colour-block.ts";
import { blocksIn, hiddenNow } from "./hidden.ts";
import { inSlices } from "./slices.ts";

/** The search stops after so many matches. */
const maxMatches = 5000;
/** Block elements: a match never reaches from one of them into another. */
const blocks = "p, pre, li, h1, h2, h3, h4, h5, h6, td, th, summary, dt, dd, blockquote, div, article, section";
/** Elements whose text is not searched. The line of a turn repeats its prompt. */
const unsearched = "button, .numbers, .copy, .look, .gallery, annotation, svg, .line, .clone";

/**
 * Find a text, in any case, also across inline elements such as marks and colours. A long page is searched in slices.
 *
 * @param root the element whose `.main` is searched.
 * @param words the text; runs of white space match one another.
 * @param isWanted whether the result is still wanted.
 * @returns the visible matches in document order, 5000 at most.
 */
export async function find(root: HTMLElement, words: string, isWanted: () => boolean): Promise<StaticRange[]> {
  const found: StaticRange[] = [];
  const wanted = asWanted(words);
  const hidden = hiddenNow(root);
  const isPlain = coloursLater({ root });
  const prepare = (pre: Element) => {
    // Later, colours would divide the texts that were found.
    if (isPlain) colourBlock(pre);
  };
  const act = (block: Element) => addMatches(runsIn(block, wanted, prepare), wanted, hidden, found);
  await inSlices(blocksIn(root), act, isWanted);
  return found;
}

/** Find a text in a part of a page, whatever is hidden. */
export function findIn(part: Element, words: string): Range[] {
  const found: StaticRange[] = [];
  const wanted = asWanted(words);
  addMatches(
    runsIn(part, wanted, () => {}),
    wanted,
    ":not(*)",
    found,
  );
  return found.map(({ startContainer, startOffset, endContainer, endOffset }) => {
    const range = document.createRange();
    range.setStart(startContainer, startOffset);
    range.setEnd(endContainer, endOffset);
    return range;
  });
}

function asWanted(words: string): string {
  return words.toLowerCase().replace(/\s+/g, " ");
}

/** Add the matches in a block; returns `false` when there are too many. */
function addMatches(runs: Iterable<Text[]>, wanted: string, hidden: string, found: StaticRange[]): boolean {
  for (const run of runs) {
    const text = run.map((node) => lower(node.nodeValue!)).join("");
    let isSeen: boolean | undefined;
    for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
      isSeen ??= !run[0]!.parentElement!.closest(hidden);
      if (!isSeen) break;
      found.push(rangeOf(run, from, from + wanted.length));
      if (found.length >= maxMatches) return false;
    }
  }
  return true;
}

/** Runs of text nodes, each run within one block element. Messages without the text are skipped. */
function* runsIn(block: Element, wanted: string, prepare: (pre: Element) => void): Generator<Text[]> {
  const has = (node: Node) => lower(node.textContent ?? "").includes(wanted);
  if (!has(block)) return;
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) => {
    if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
    if ((node as Element).matches(unsearched)) return NodeFilter.FILTER_REJECT;
    const isDone = (node as Element).matches("article, details, pre") && !has(node);
    if (!isDone && (node as Element).matches("pre")) prepare(node as Element);
    return isDone ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
  });
  let run: Text[] = [];
  let last: Element | null = null;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    const nearest = node.parentElement!.closest(blocks);
    if (nearest !== last && run.length > 0) {
      yield run;
      run = [];
    }
    last = nearest;
    run.push(node);
  }
  if (run.length > 0) yield run;
}

/** A text in lower case, with the same length: a letter whose lower case is longer would move every index after it. */
function lower(text: string): string {
  const lowered = text.toLowerCase();
  return (lowered.length === text.length ? lowered : text).replace(/\s/g, " ");
}

function rangeOf(run: readonly Text[], from: number, to: number): StaticRange {
  let at = 0;
  let start: [Text, number] | undefined;
  let end: [Text, number] | undefined;
  for (const node of run) {
    const next = at + node.length;
    if (from >= at && from < next) start = [node, from - at];
    if (to > at && to <= next) end = [node, to - at];
    if (end) break;
    at = next;
  }
  const [startContainer, startOffset] = start!;
  const [endContainer, endOffset] = end!;
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
}
