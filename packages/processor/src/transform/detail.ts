import type { Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import { type Detail, details } from "./detail-levels.ts";
import { Reducer } from "./reduce-detail.ts";
import { deriveLedger } from "./ledger.ts";
import { hideOutside } from "./select.ts";

/** Options of {@link ccdagDetail}. */
export interface DetailOptions {
  /** The level of detail (default: `"full"`). */
  detail?: Detail | undefined;
  /** Whether to keep thinking, if the level includes it (default: `true`). */
  thinking?: boolean | undefined;
  /**
   * Names of the tools whose calls are kept (default: all). Agents that other calls spawned are removed with them, except those
   * that hold a call of one of these tools.
   */
  tools?: readonly string[] | undefined;
}

/**
 * unified plugin: reduce the detail of a tree. What is removed is counted, by kind, in `hidden` of the message that
 * held it or preceded it, or of the thread if no message precedes it; notices are counted on their thread. Entries that
 * are no longer in the tree are hidden in the account.
 *
 * A message that is kept in part keeps its `uuids`, so links to it, and to threads that leave from it, still work. An
 * unknown level throws a `TypeError`.
 */
const ccdagDetail: Plugin<[(DetailOptions | null | undefined)?], Root> = function (options) {
  return (tree, file) => {
    const kept = applyDetail(tree, options ?? {});
    if (kept !== tree) deriveLedger(file, (ledger) => hideOutside(tree, [kept], ledger));
    return kept;
  };
};

export { ccdagDetail };

/**
 * Reduce the detail of a tree: {@link ccdagDetail} as a function, for a tree without a file.
 *
 * @param tree the finished tree; it is not changed.
 * @param options what to keep.
 * @returns a new tree; `tree` itself if nothing is to be removed.
 * @throws TypeError if `detail` is not one of {@link details}.
 */
export function applyDetail(tree: Root, { detail = "full", thinking = true, tools }: DetailOptions): Root {
  const level = details.indexOf(detail);
  if (level === -1) throw new TypeError(`Expected one of ${details.join(", ")} in \`detail\`, not \`${detail}\``);
  if (detail === "full" && thinking && tools === undefined) return tree;
  return new Reducer(tree, { level, hasThinking: thinking, tools }).reduce();
}
