import { endOfParent, findElement } from "./html.ts";

/** The last messages of a thread on a page: from the beginning of a turn to the end of the thread. */
export interface Region {
  /** Where it begins and ends in the text of the page. */
  readonly from: number;
  readonly to: number;
  /** Its HTML. */
  readonly html: string;
}

/**
 * Find the messages of a thread from a prompt on.
 *
 * @param page the text of a page.
 * @param uuid the uuid of the prompt.
 * @returns absent if the page has no turn that begins with this prompt.
 */
export function regionFrom(page: string, uuid: string): Region | undefined {
  const from = findElement(page, "section", `turn-${uuid}`);
  if (from === -1) return undefined;
  const to = endOfParent(page, from);
  if (to === -1 || !page.startsWith("</section>", to)) return undefined;
  return { from, to, html: page.slice(from, to) };
}

/** Whether a region is all that follows on its page. */
export function isLast(page: string, { to }: Region): boolean {
  return /^<\/section>\s*<\/main>/.test(page.slice(to, to + 100));
}

const turnTag = /(<section (?:[^\s"=<>]+="[^"<>]*" )*data-turn=")(\d+)"/g;
const turnNumber = /(<(?:summary class="line"><span class="number"|small class="of-turn")>[^<\d]*)(\d+)(?=<)/g;

/** The number of the first turn of a region; 0 where turns have no numbers. */
export function firstTurn({ html }: Region): number {
  return Number([...html.slice(0, 500).matchAll(turnTag)][0]?.[2] ?? 0);
}

/** The HTML of a region whose turns have numbers that are larger. */
export function renumber({ html }: Region, by: number): string {
  const larger = (_: string, before: string, number: string) => `${before}${Number(number) + by}`;
  return html
    .replace(turnTag, (...found: [string, string, string]) => `${larger(...found)}"`)
    .replace(turnNumber, larger);
}

/** The depth of the first heading of a region. */
export function headingDepth({ html }: Region): number {
  return Number(/<article [^<]*<h(\d)>/.exec(html)?.[1] ?? 2);
}

const turnHead = /<section (?:[^\s"=<>]+="[^"<>]*"[ >])+<details class="turn-body" open><summary class="line">/g;
const changes = /<details id="[^"<>]*" class="changes">/g;

/**
 * The messages of a region, without what sums its turns up: what an edit changed may be known from earlier turns.
 *
 * @param html the HTML of the region.
 */
export function messagesOf(html: string): string {
  const cuts: Array<[from: number, to: number]> = [];
  for (const { index, 0: tag } of html.matchAll(turnHead)) cuts.push([index, endOfParent(html, index + tag.length)]);
  for (const { index, 0: tag } of html.matchAll(changes)) cuts.push([index, endOfParent(html, index + tag.length)]);
  let [messages, at] = ["", 0];
  for (const [from, to] of cuts.sort(([a], [b]) => a - b)) {
    messages += html.slice(at, from);
    at = to;
  }
  return messages + html.slice(at);
}

const entryNumber = /(<a href="[^"<>]*" data-number=")(\d+)(?=")/g;

/**
 * The entries of the contents of a page from a turn on, up to the end of their list.
 *
 * @param page the text of the page.
 * @param uuid the uuid of its prompt.
 * @param by how much larger the numbers of the turns are (default: as they are).
 * @returns absent if the turn has no entry.
 */
export function entriesFrom(page: string, uuid: string, by = 0): string | undefined {
  const from = page.indexOf(`<li class="prompt"><a href="#turn-${uuid}"`);
  const to = from === -1 ? -1 : endOfParent(page, from);
  if (to === -1) return undefined;
  return page
    .slice(from, to)
    .replace(entryNumber, (_, before: string, number: string) => `${before}${Number(number) + by}`);
}
