import { childrenOf, type Ledger, type Nodes, type Root, type Session, walk } from "@ccdag/ccast";
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
    const hidden = outside(tree, new Set(kept));
    tree.children = kept;
    const { ledger } = file.data;
    if (ledger) file.data.ledger = { ...ledger, hidden: [...ledger.hidden, ...hidden] } satisfies Ledger;
    if (others.length === 0) return;
    const message = file.message(`${others.length} other sessions of this project were read and are not shown`, {
      ruleId: "other-sessions",
      source: "ccdag",
    });
    message.fatal = undefined;
  };
};

export { ccdagSelect };

/** The entries that stand outside the kept nodes: uuids, and places of records without one. */
function outside(tree: Root, kept: ReadonlySet<Nodes>): string[] {
  const hidden = new Set<string>();
  const inside = new Set<string>();
  const stack: Array<{ node: Nodes; isKept: boolean }> = [{ node: tree, isKept: false }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node } = top;
    const isKept = top.isKept || kept.has(node);
    for (const id of idsOf(node)) (isKept ? inside : hidden).add(id);
    for (const child of childrenOf(node)) stack.push({ node: child, isKept });
  }
  return [...hidden].filter((id) => !inside.has(id));
}

function idsOf(node: Nodes): string[] {
  if (node.type === "branch") return [];
  const ids = "uuids" in node ? [...node.uuids] : [];
  if ("uuid" in node && node.uuid !== undefined) ids.push(node.uuid);
  else if ((node.type === "message" || node.type === "notice") && typeof node.data?.path === "string")
    ids.push(`${node.data.path}:${node.position?.start.line}`);
  return ids;
}
