import type { Prices } from "@ccdag/ccast";
import { titleOf } from "@ccdag/mdast";
import { rootPlaces, type TreePart } from "@ccdag/library";
import { documentStem, uniqueNames } from "@ccdag/pipeline";
import { rowsOf } from "./index-facts.ts";
import { type PartRows, rootsOf } from "./join-parts.ts";

/**
 * The rows of a part for an index, with the addresses that its pages will have; nothing is rendered.
 *
 * @param part the part, which was read.
 * @param prices the prices of tokens (default: list prices).
 */
export function partRows({ tree, whole, file }: TreePart, prices?: Prices): PartRows {
  const nameOf = uniqueNames(".html");
  const placeOf = rootPlaces(whole, file);
  const untitled: Record<string, string> = {};
  const sessions = rowsOf(
    tree,
    (session) => {
      const page = nameOf(documentStem(session));
      if (titleOf(session) === "") untitled[page] = session.sessionId;
      return page;
    },
    prices,
  );
  const tops = tree.children.filter((node) => node.type === "session");
  return {
    title: tops.find(({ cwd }) => cwd !== undefined)?.cwd,
    untitled,
    roots: rootsOf(sessions, tops.map(placeOf)),
  };
}
