import { childrenOf, type Ledger, type Nodes, type Root, type Session, uuidsOf, walk } from "@ccdag/ccast";
import { pageOf } from "@ccdag/core";
import type { Plugin } from "unified";

/** Options of {@link ccdagSelect}. */
export interface SelectOptions {
  /** Keep this session and what leaves from it (default: keep all). */
  session?: string | undefined;
}

/**
 * unified plugin: keep one session with its subtree. What is taken out is counted as hidden in the account; that
 * other sessions exist is said in a message (R018).
 */
const ccdagSelect: Plugin<[(SelectOptions | null | undefined)?], Root> = function (options) {
  return (tree, file) => {
    const wanted = options?.session;
    if (wanted === undefined) return;
    const kept: Session[] = [];
    const others: string[] = [];
    walk(tree, (node) => {
      if (node.type !== "session") return;
      if (node.sessionId === wanted) kept.push(node);
      else others.push(node.sessionId);
    });
    const { ledger } = file.data;
    if (ledger) file.data.ledger = hideOutside(tree, kept, ledger);
    tree.children = kept;
    if (others.length === 0) return;
    const message = file.message(`${others.length} other sessions of this project were read and are not shown`, {
      ruleId: "other-sessions",
      source: "ccdag",
    });
    message.fatal = undefined;
    message.url = pageOf("other-sessions");
  };
};

export { ccdagSelect };

/**
 * The ledger of a part of a tree: what stands outside the part is hidden.
 *
 * @param tree the whole tree, before anything is taken out.
 * @param kept the nodes that stay, with all that is below them.
 * @param ledger the ledger of the whole.
 */
export function hideOutside(tree: Root, kept: readonly Nodes[], ledger: Ledger): Ledger {
  const keeping = new Set(kept);
  const hidden = new Set<string>();
  const inside = new Set<string>();
  const stack: Array<{ node: Nodes; isKept: boolean }> = [{ node: tree, isKept: false }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node } = top;
    const isKept = top.isKept || keeping.has(node);
    for (const id of idsOf(node)) (isKept ? inside : hidden).add(id);
    for (const child of childrenOf(node)) stack.push({ node: child, isKept });
  }
  return { ...ledger, hidden: [...ledger.hidden, ...[...hidden].filter((id) => !inside.has(id))] };
}

/** Uuids, and the place of a message or notice without one. */
function idsOf(node: Nodes): readonly string[] {
  const uuids = uuidsOf(node);
  const isPlaced = (node.type === "message" || node.type === "notice") && uuids.length === 0;
  return isPlaced ? [`${node.data?.path}:${node.position?.start.line}`] : uuids;
}
