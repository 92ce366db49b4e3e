import type { Element } from "hast";
import { element } from "../tree/element.ts";

/** Deeper lists are not indented further, so that many nested rewinds stay on the page. */
const maxDepth = 12;

/**
 * Render nested lists.
 *
 * @param items in order, each with its depth, from 0; a deeper item is placed inside the one before it.
 * @param render renders an item as `li`.
 */
export function renderNested<T extends { readonly depth: number }>(
  items: readonly T[],
  render: (item: T) => Element,
): Element {
  const top = element("ul", {});
  const open = [top];
  for (const item of items) {
    const depth = Math.min(item.depth, maxDepth, open.length);
    open.length = Math.min(open.length, depth + 1);
    const above = open.at(-1)!.children.at(-1);
    if (open.length < depth + 1 && above?.type === "element") {
      const inner = element("ul", {});
      above.children.push(inner);
      open.push(inner);
    }
    open.at(-1)!.children.push(render(item));
  }
  return top;
}
