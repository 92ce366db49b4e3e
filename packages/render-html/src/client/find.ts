import { all, canBeSeen } from "./dom.ts";

/** More places than this are not marked: nobody goes through them. */
const maxFound = 5000;
/** What words run through: those of two of these do not belong together. */
const blocks = "p, pre, li, h1, h2, h3, h4, h5, h6, td, th, summary, dt, dd, blockquote, div, article, section";
const silent = "button, .numbers, .copy, svg";

/** Every place where words are said, whatever the case, through marks and colours within a paragraph. */
export function find(root: HTMLElement, words: string): Range[] {
  const found: Range[] = [];
  const wanted = words.toLowerCase().replace(/\s+/g, " ");
  for (const run of runsIn(root)) {
    const text = run.map((node) => lower(node.nodeValue!)).join("");
    let isSeen: boolean | undefined;
    for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
      isSeen ??= canBeSeen(run[0]!.parentElement!);
      if (!isSeen) break;
      found.push(rangeOf(run, from, from + wanted.length));
      if (found.length >= maxFound) return found;
    }
  }
  return found;
}

/** Texts that follow one another in one block. */
function* runsIn(root: HTMLElement): Generator<Text[]> {
  for (const main of all(root, ".main")) {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    let run: Text[] = [];
    let block: Element | null = null;
    for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
      const parent = node.parentElement!;
      if (parent.closest(silent)) continue;
      const own = parent.closest(blocks);
      if (own !== block && run.length > 0) {
        yield run;
        run = [];
      }
      block = own;
      run.push(node);
    }
    if (run.length > 0) yield run;
  }
}

/** In small letters, each as long as it was: a letter that has another length would move what follows it. */
function lower(text: string): string {
  const small = text.toLowerCase();
  return (small.length === text.length ? small : text).replace(/\s/g, " ");
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
