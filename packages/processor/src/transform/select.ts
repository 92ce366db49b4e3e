import {
  abandonedOnly,
  activeOnly,
  childrenOf,
  findEntry,
  type FlowContent,
  type FoundEntry,
  joinBranches,
  leaves,
  type Ledger,
  type Nodes,
  onlyBranches,
  nodeLocationId,
  originFacts,
  pathOf,
  pathTo,
  type Root,
  type Session,
  uuidsOf,
  walk,
  without,
} from "@ccdag/ccast";
import { type Dag, pageOf } from "@ccdag/core";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { deriveLedger } from "./ledger.ts";
import { outside, type Period } from "./period.ts";

/** Options of {@link ccdagSelect}. */
export interface SelectOptions extends Period {
  /**
   * Keep the session with this id, or the sessions with these ids, and every thread below (default: keep all). If a file was
   * named, all sessions of this file are kept. Ignored if a leaf or branch is named.
   */
  session?: string | readonly string[] | undefined;
  /**
   * Which branches to keep (default: `"all"`). `"active"` keeps those in which the person continued, as one conversation:
   * their messages are children of the thread that they leave. `"abandoned"` keeps the others. The uuid of a branch keeps
   * that branch, every thread below it, and the path to it.
   */
  branch?: string | undefined;
  /**
   * Whether `branch` keeps the messages that lead to the branches (default: `true`, for `"abandoned"` `false`). Ignored
   * for `"active"` and `"all"`.
   */
  shared?: boolean | undefined;
  /** Keep only the path from the beginning to the entry with this uuid, as one conversation (default: keep all). */
  leaf?: string | undefined;
  /** Whether to keep compactions (`"continue"`, the default) or remove them with their summaries (`"strip"`). */
  compaction?: "continue" | "strip" | undefined;
}

/**
 * unified plugin: keep one session, one branch, one path, a period or some turns of a tree; remove compactions. What is
 * removed is counted as hidden in the account, and in `hidden` of its thread. If other sessions are removed, the
 * message `other-sessions` says so.
 *
 * Uuids may be shortened to eight characters. An unknown or ambiguous uuid throws a `TypeError`.
 */
const ccdagSelect: Plugin<[(SelectOptions | null | undefined)?], Root> = function (options) {
  const { session, leaf, compaction, since, until, turns } = options ?? {};
  return (tree, file) => {
    const others: string[] = [];
    const wanted = session === undefined ? undefined : sessionsNamed(session, file);
    const sessions = () => (wanted === undefined ? tree : onlySessions(tree, wanted, others));
    const path = leaf === undefined ? undefined : pathTo(tree, one(tree, leaf, "leaf", file.data.transcript?.dag));
    let kept = path ? joinBranches(path) : selectBranches(tree, options ?? {}, sessions, file);
    if (since !== undefined || until !== undefined || turns !== undefined) {
      const found = outside(kept, { since, until, turns });
      kept = without(kept, (node) => found.has(node));
    }
    if (compaction === "strip") kept = without(kept, isCompaction);
    if (kept === tree) return undefined;
    deriveLedger(file, (ledger) => hideOutside(tree, [kept], ledger));
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

/** Keep the branches that an option asks for; of a session, if no branch is named. */
function selectBranches(
  tree: Root,
  { branch = "all", shared }: SelectOptions,
  sessions: () => Root,
  file: VFile,
): Root {
  switch (branch) {
    case "all":
      return sessions();
    case "active":
      return joinBranches(activeOnly(sessions()), () => true);
    case "abandoned":
      return shared ? abandonedOnly(sessions()) : onlyBranches(sessions(), ({ active }) => !active);
    default: {
      const found = one(tree, branch, "branch", file.data.transcript?.dag);
      return shared === false ? onlyBranches(tree, (other) => other === found.node) : pathTo(tree, found);
    }
  }
}

/**
 * The entry or branch with a uuid. The uuid of a copy means its original, the uuid of a leaf the branch that it ends.
 */
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

/** A boundary with its summary, or a summary without a boundary, which some clients write. */
function isCompaction(node: FlowContent): boolean {
  return node.type === "compaction" || (node.type === "message" && originFacts(node.origin).part === "summary");
}

/** The ids of sessions, and of those in a file that was named. */
function sessionsNamed(session: string | readonly string[], { data }: VFile): Set<string> {
  const ids = new Set([session].flat());
  const paths = new Set([data.named?.path ?? [], data.selected ?? []].flat());
  if (paths.size > 0 && data.transcript)
    for (const { path, sessionId, agent } of data.transcript.dag.threads.values())
      if (paths.has(path) && agent === undefined) ids.add(sessionId);
  return ids;
}

function onlySessions(tree: Root, wanted: ReadonlySet<string>, others: string[]): Root {
  const kept: Session[] = [];
  const inside = new Set<Nodes>();
  walk(tree, (node, parent) => {
    if (parent && inside.has(parent)) inside.add(node);
    if (node.type !== "session" || inside.has(node)) return;
    if (!wanted.has(node.sessionId)) others.push(node.sessionId);
    else {
      kept.push(node);
      inside.add(node);
    }
  });
  return { ...tree, children: kept };
}

/**
 * The ledger of a part of a tree, in which everything outside the part is hidden.
 *
 * @param tree the whole tree.
 * @param kept the nodes that stay, with everything below them; they may be copies of nodes of the tree.
 * @param ledger the ledger of the whole tree; it is not changed.
 * @returns a new ledger with more in `hidden`.
 */
export function hideOutside(tree: Root, kept: readonly Nodes[], ledger: Ledger): Ledger {
  const inside = new Set<string>();
  const insideCounts = new Map<string, number>();
  for (const top of kept)
    for (const { id, location } of items(top)) {
      if (id !== undefined) inside.add(id);
      insideCounts.set(location, (insideCounts.get(location) ?? 0) + 1);
    }
  const hidden = new Set<string>();
  // Three kinds of records are only known by their location: those without a uuid, those whose uuid stays because
  // another
  // record has it too, and those that are kept in part.
  const locations = new Set<string>();
  for (const { id, location } of items(tree)) {
    if (id !== undefined && !inside.has(id)) hidden.add(id);
    const left = insideCounts.get(location) ?? 0;
    if (left === 0) locations.add(location);
    else insideCounts.set(location, left - 1);
  }
  return { ...ledger, hidden: [...ledger.hidden, ...hidden, ...locations] };
}

/** The entries of the nodes of a tree: uuid and `<path>:<line>`; the id of a message without a uuid is its location. */
function* items(top: Nodes): Generator<{ id: string | undefined; location: string }> {
  const stack: Array<{ node: Nodes; path: string }> = [{ node: top, path: "" }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { node } = next;
    const path = pathOf(node) ?? next.path;
    const location = nodeLocationId(node, path);
    const uuids = uuidsOf(node);
    for (const id of uuids) yield { id, location };
    if (uuids.length === 0 && node.position)
      yield { id: node.type === "message" || node.type === "notice" ? location : undefined, location };
    for (const child of childrenOf(node)) stack.push({ node: child, path });
  }
}
