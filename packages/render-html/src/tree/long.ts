import { formatNumber } from "@ccdag/mdast";
import type { Element, ElementContent } from "hast";
import type { SignWords } from "./context.ts";
import { element } from "./element.ts";

/** A block with more lines, or more characters, is long: its first lines are shown, and the rest when it is opened. */
const long = { lines: 40, chars: 6000 } as const;

/**
 * Put a long block into a collapsible section, of which a browser shows the first lines while it is closed.
 *
 * @param block a block of code.
 * @param value the code.
 * @param words labels.
 * @returns the section; the block itself if it is short.
 */
export function renderLong(block: Element, value: string, words: SignWords): Element {
  const lines = shownLines(block);
  const isLong = lines > long.lines;
  // Collapsible parts show less than their text.
  if (!isLong && (value.length <= long.chars || block.tagName === "div")) return block;
  const [before, after] = isLong ? words.longLines : words.longCharacters;
  const count = formatNumber(isLong ? lines : value.length);
  return element("details", { className: ["long"] }, element("summary", {}, `${before} ${count} ${after}`), block);
}

/** How many lines are shown: of a closed section only the summary is. */
function shownLines(block: Element): number {
  let lines = 1;
  const stack: ElementContent[] = [block];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "element") {
      if (node.properties["ariaHidden"] === "true") continue;
      const isClosed = node.tagName === "details" && node.properties["open"] !== true;
      for (const child of isClosed ? node.children.slice(0, 1) : node.children) stack.push(child);
    } else if (node.type === "text" || node.type === "written")
      for (let at = node.value.indexOf("\n"); at !== -1; at = node.value.indexOf("\n", at + 1)) lines++;
  }
  return lines;
}
