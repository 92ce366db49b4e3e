import {
  activeOnly,
  childrenOf,
  findEntry,
  type FlowContent,
  type FoundEntry,
  leaves,
  type Ledger,
  type Nodes,
  originFacts,
  pathTo,
  type Root,
  type Session,
  uuidsOf,
  walk,
  without,
} from "@ccdag/ccast";
import { type Dag, pageOf } from "@ccdag/core";
import type { Plugin } from "unified";
import { outside, type Period } from "./period.ts";

/** Options of {@link ccdagSelect}. */
export interface SelectOptions extends Period {
  /** Keep this session and what leaves from it (default: keep all). Not asked where a leaf or a branch is named. */
  session?: string | undefined;
  /**
   * Which alternatives are kept (default: `"all"`): `"active"`, those in which the person went on; the uuid of a
   * branch, that branch with all that leaves from it, and what leads to it.
   */
  branch?: string | undefined;
  /** Keep the path from the beginning to this entry, and nothing beside it (default: keep all). */
  leaf?: string | undefined;
  /**
   * What becomes of compactions (default: `"continue"`, they are landmarks): `"strip"` takes them out with their
   * summaries.
   */
  compaction?: "continue" | "strip" | undefined;
}

/**
 * unified plugin: keep one session, one branch, one path, what was said at some time or in some turns; leave compactions
 * out. What is taken out is counted as hidden in the account, and on the line that it was taken from; that other sessions
 * exist is said in a message (R018).
 *
 * Uuids may be shortened to eight characters. One that nothing tells, or that fits several entries, throws a
 * `TypeError`.
 */
const ccdagSelect: Plugin<[(SelectOptions | null | undefined)?], Root> = function (options) {
  const { session, branch = "all", leaf, compaction, since, until, turns } = options ?? {};
  return (tree, file) => {
    const isNamed = branch !== "all" && branch !== "active";
    const others: string[] = [];
    let kept = tree;
    if (leaf !== undefined) kept = pathTo(tree, one(tree, leaf, "leaf", file.data.transcript?.dag));
    else if (isNamed) kept = pathTo(tree, one(tree, branch, "branch", file.data.transcript?.dag));
    else {
      if (session !== undefined) kept = onlySession(tree, session, others);
      if (branch === "active") kept = activeOnly(kept);
    }
    if (since !== undefined || until !== undefined || turns !== undefined) {
      const found = outside(kept, { since, until, turns });
      kept = without(kept, (node) => found.has(node));
    }
    if (compaction === "strip") kept = without(kept, isCompaction);
    if (kept === tree) return undefined;
    if (file.data.ledger) file.data.ledger = hideOutside(tree, [kept], file.data.ledger);
    if (others.length === 0) return kept;
    const message = file.message(`${others.length} other sessions of this project were read and are not shown`, {
      ruleId: "other-sessions",
      source: "ccdag",
    });
    message.fatal = undefined;
    message.url = pageOf("other-sessions");
    return kept;
  };
};

export { ccdagSelect };

/** The one entry or branch that is meant. A copy stands for its original, the end of a branch for the branch. */
function one(tree: Root, uuid: string, option: "leaf" | "branch", dag: Dag | undefined): FoundEntry {
  const original = dag?.resolve(uuid);
  const found = [uuid, original?.uuid ?? original?.id ?? uuid].flatMap((id) =>
    findEntry(tree, id, option === "leaf" ? "entry" : "branch"),
  );
  const ended =
    option === "branch" && found.length === 0
      ? leaves(tree).find((leaf) => leaf.branch && leaf.uuid.startsWith(uuid) && uuid.length >= 8)
      : undefined;
  if (ended) return findEntry(tree, ended.branch!, "branch")[0]!;
  const [first, other] = new Map(found.map((each) => [each.uuid, each])).values();
  if (first === undefined)
    throw new TypeError(
      `Expected the uuid of ${option === "leaf" ? "an entry" : "a branch"} in \`${option}\`, not \`${uuid}\``,
    );
  if (other)
    throw new TypeError(
      `Expected one uuid in \`${option}\`, \`${uuid}\` begins several: ${found.map((each) => each.uuid).join(", ")}`,
    );
  return first;
}

/** A boundary with its summary, or a summary that some clients write without one. */
function isCompaction(node: FlowContent): boolean {
  return node.type === "compaction" || (node.type === "message" && originFacts(node.origin).part === "summary");
}

function onlySession(tree: Root, wanted: string, others: string[]): Root {
  const kept: Session[] = [];
  const inside = new Set<Nodes>();
  walk(tree, (node, parent) => {
    if (parent && inside.has(parent)) inside.add(node);
    if (node.type !== "session" || inside.has(node)) return;
    if (node.sessionId !== wanted) others.push(node.sessionId);
    else {
      kept.push(node);
      inside.add(node);
    }
  });
  return { ...tree, children: kept };
}

/**
 * The ledger of a part of a tree: what stands outside the part is hidden.
 *
 * @param tree the whole tree.
 * @param kept the nodes that stay, with all that is below them; they need not be nodes of the tree.
 * @param ledger the ledger of the whole.
 */
export function hideOutside(tree: Root, kept: readonly Nodes[], ledger: Ledger): Ledger {
  const inside = new Set<string>();
  const insideLines = new Map<string, number>();
  for (const top of kept)
    for (const { id, place } of items(top)) {
      if (id !== undefined) inside.add(id);
      insideLines.set(place, (insideLines.get(place) ?? 0) + 1);
    }
  const hidden = new Set<string>();
  // Of records without a uuid, of several with one of which some stay, and of a record that is told in part, only their
  // places say what is gone.
  const places = new Set<string>();
  for (const { id, place } of items(tree)) {
    if (id !== undefined && !inside.has(id)) hidden.add(id);
    const left = insideLines.get(place) ?? 0;
    if (left === 0) places.add(place);
    else insideLines.set(place, left - 1);
  }
  return { ...ledger, hidden: [...ledger.hidden, ...hidden, ...places] };
}

/** What the nodes of a tree tell: uuids, and `<path>:<line>` of each; of a message without a uuid the place is its id. */
function* items(top: Nodes): Generator<{ id: string | undefined; place: string }> {
  const stack: Array<{ node: Nodes; path: string }> = [{ node: top, path: "" }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node } = next;
    const path = (typeof node.data === "object" ? node.data.path : undefined) ?? next.path;
    const place = `${path}:${node.position?.start.line}`;
    const uuids = uuidsOf(node);
    for (const id of uuids) yield { id, place };
    if (uuids.length === 0 && node.position)
      yield { id: node.type === "message" || node.type === "notice" ? place : undefined, place };
    for (const child of childrenOf(node)) stack.push({ node: child, path });
  }
}
