import type { Element } from "hast";
import { element } from "../../tree/element.ts";
import type { Words } from "../words.ts";
import { formatCount } from "./amounts.ts";
import type { IndexWork } from "./index-work.ts";
import type { IndexSession } from "./types.ts";

/**
 * The number of items of each kind, as links to their lists.
 *
 * @param sessions the sessions.
 * @param page the address of the page with the lists; empty for this one.
 * @param words the labels.
 * @returns nothing if there is no item.
 */
export function renderWorkLinks(sessions: readonly IndexSession[], page: string, words: Words): Element[] {
  const counts = new Map<IndexWork["kind"], number>();
  for (const { work = [] } of sessions) for (const { kind } of work) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  if (counts.size === 0) return [];
  const links = kindsOf(words).flatMap((kind) => {
    const number = counts.get(kind);
    if (number === undefined) return [];
    return [element("li", {}, element("a", { href: `${page}#${kind}` }, formatCount(number, words.workKinds[kind])))];
  });
  return [element("nav", { className: ["work"], ariaLabel: words.work }, element("ul", {}, links))];
}

/** The kinds of work in the order in which they are shown. */
export function kindsOf({ workKinds }: Words): ReadonlyArray<IndexWork["kind"]> {
  return Object.keys(workKinds) as Array<IndexWork["kind"]>;
}
