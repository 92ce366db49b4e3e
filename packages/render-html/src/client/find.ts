import { all, canBeSeen } from "./dom.ts";

/** The search stops after so many matches. */
const maxMatches = 5000;
/** Block elements: a match never reaches from one of them into another. */
const blocks = "p, pre, li, h1, h2, h3, h4, h5, h6, td, th, summary, dt, dd, blockquote, div, article, section";
/** Elements whose text is not searched. The line of a turn repeats its prompt. */
const unsearched = "button, .numbers, .copy, .look, .gallery, annotation, svg, .line, .clone";

/**
 * Find a text, in any case, also across inline elements such as marks and colours.
 *
 * @param root the element in which is searched.
 * @param words the text; runs of white space match one another.
 * @param within the parts of the root that are searched (default: `.main`).
 * @returns the visible matches in document order, 5000 at most.
 */
export function find(root: HTMLElement, words: string, within = ".main"): Range[] {
  const found: Range[] = [];
  const wanted = words.toLowerCase().replace(/\s+/g, " ");
  for (const run of runsIn(all(root, within))) {
    const text = run.map((node) => lower(node.nodeValue!)).join("");
    let isSeen: boolean | undefined;
    for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
      isSeen ??= canBeSeen(run[0]!.parentElement!);
      if (!isSeen) break;
      found.push(rangeOf(run, from, from + wanted.length));
      if (found.length >= maxMatches) return found;
    }
  }
  return found;
}

/** Runs of text nodes, each run within one block element. */
function* runsIn(parts: readonly HTMLElement[]): Generator<Text[]> {
  for (const main of parts) {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let run: Text[] = [];
    let block: Element | null = null;
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const parent = node.parentElement!;
      if (parent.closest(unsearched)) continue;
      const nearest = parent.closest(blocks);
      if (nearest !== block && run.length > 0) {
        yield run;
        run = [];
      }
      block = nearest;
      run.push(node);
    }
    if (run.length > 0) yield run;
  }
}

/** A text in lower case, with the same length: a letter whose lower case is longer would move every index after it. */
function lower(text: string): string {
  const lowered = text.toLowerCase();
  return (lowered.length === text.length ? lowered : text).replace(/\s/g, " ");
}

function rangeOf(run: readonly Text[], from: number, to: number): Range {
  const range = document.createRange();
  let at = 0;
  for (const node of run) {
    const end = at + node.length;
    if (from >= at && from < end) range.setStart(node, from - at);
    if (to > at && to <= end) {
      range.setEnd(node, to - at);
      break;
    }
    at = end;
  }
  return range;
}
