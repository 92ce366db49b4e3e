import type { Element } from "hast";
import { element } from "../tree/element.ts";

/** Deeper lists are not indented any more: rewinds of rewinds would walk out of the page. */
const deepest = 12;

/**
 * A list of lists.
 *
 * @param items in order, each with how deep it is; one that is deeper stands in the one before it.
 * @param render makes the item of a list, `li`.
 */
export function renderNested<T extends { readonly depth: number }>(
  items: readonly T[],
  render: (item: T) => Element,
): Element {
  const top = element("ul", {});
  const open = [top];
  for (const item of items) {
    const depth = Math.min(item.depth, deepest, open.length);
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
