import { endOfElement, tagAt } from "./html.ts";

/** A child of the messages of a page: a thread with its blocks, or something else that is one block. */
export interface PageSection {
  /** The start tag of a thread; empty for something else. */
  readonly tag: string;
  /** Its children, such as turns, as HTML. */
  readonly blocks: readonly string[];
}

/** Blocks of a section that are replaced. */
export interface BlockChange {
  /** The index of the section. */
  readonly section: number;
  /** The index of the first block, and how many are replaced. */
  readonly at: number;
  readonly count: number;
  /** What replaces them, as HTML. */
  readonly html: string;
}

/** Divide the messages of a page into blocks. */
export function divideBlocks(main: string): PageSection[] {
  return childrenOf(main).map((child) => {
    const start = tagAt(child, 0);
    const tag = /^<section [^<>]*\bclass="thread[ "]/.test(start) ? start : "";
    return { tag, blocks: tag === "" ? [child] : childrenOf(child.slice(tag.length, -"</section>".length)) };
  });
}

/**
 * Compare two versions of the messages of a page.
 *
 * @returns the blocks that differ; absent if there are other threads.
 */
export function compareBlocks(
  before: readonly PageSection[],
  now: readonly PageSection[],
): readonly BlockChange[] | undefined {
  if (before.length !== now.length || before.some(({ tag }, index) => tag !== now[index]!.tag)) return undefined;
  return now.flatMap(({ blocks }, section) => compareSection(section, before[section]!.blocks, blocks));
}

function compareSection(section: number, old: readonly string[], next: readonly string[]): BlockChange[] {
  if (old.length === next.length)
    return next.flatMap((html, at) => (html === old[at] ? [] : [{ section, at, count: 1, html }]));
  let at = 0;
  while (at < old.length && old[at] === next[at]) at++;
  let end = 0;
  while (end < Math.min(old.length, next.length) - at && old.at(-1 - end) === next.at(-1 - end)) end++;
  return [{ section, at, count: old.length - at - end, html: next.slice(at, next.length - end).join("") }];
}

/** Elements that follow one another, as HTML. */
function childrenOf(html: string): string[] {
  const children: string[] = [];
  for (let at = html.indexOf("<"); at !== -1; at = html.indexOf("<", at)) {
    const end = endOfElement(html, at);
    children.push(html.slice(at, end));
    at = end;
  }
  return children;
}
