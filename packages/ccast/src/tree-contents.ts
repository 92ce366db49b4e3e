import type { Agent, Nodes, Root } from "./types.ts";
import { nodeLocationId } from "./location.ts";
import { pathOf } from "./path-of.ts";
import { isThread } from "./path-to.ts";
import { uuidsOf } from "./uuids-of.ts";
import { walk } from "./walk.ts";

/** What a tree holds of the files, counted on the tree alone. */
export interface TreeContents {
  /** Each uuid that is in a `uuid` or `uuids`, with the number of messages, compactions and notices that have it. */
  readonly uuids: ReadonlyMap<string, number>;
  /** Each uuid of a tool result, with the number of results that have it. */
  readonly results: ReadonlyMap<string, number>;
  /** As `uuids`, for `<path>:<line>` of messages and notices without a uuid. */
  readonly ids: ReadonlyMap<string, number>;
  /** The number of content nodes by `<path>:<line>` of their record. */
  readonly blocks: ReadonlyMap<string, number>;
  /** Agents that a call names, by id, with the entry that holds the call. */
  readonly named: ReadonlyMap<string, string>;
  /** The number of agent nodes by id; for stubs also by id and the entry of the call. */
  readonly agents: ReadonlyMap<string, number>;
  /** Those of `ids` that are messages: they must have all their blocks. */
  readonly messages: ReadonlySet<string>;
  /** The nodes by `<path>:<line>` of their record. */
  readonly nodes: ReadonlyMap<string, readonly Nodes[]>;
}

const entryTypes = new Set<Nodes["type"]>(["message", "compaction", "notice"]);

/** Whether a node stands for entries: a message, a compaction or a notice. */
export function isEntry({ type }: Nodes): boolean {
  return entryTypes.has(type);
}

/** Count what a tree holds. A tool result adds its uuid, but not a node: its message may have the same uuid. */
export function readContents(tree: Root): TreeContents {
  const uuids = new Map<string, number>();
  const results = new Map<string, number>();
  const ids = new Map<string, number>();
  const blocks = new Map<string, number>();
  const named = new Map<string, string>();
  const agents = new Map<string, number>();
  const messages = new Set<string>();
  const nodes = new Map<string, Nodes[]>();
  const paths = new Map<Nodes, string>();
  walk(tree, (node, parent) => {
    const path = pathOf(node) ?? (parent && paths.get(parent)) ?? "";
    paths.set(node, path);
    if (node.type === "agent") addAgent(node);
    if (node.type === "root") for (const { head } of node.threads ?? []) if (head.type === "agent") addAgent(head);
    if (node.type === "toolCall") for (const id of node.agents ?? []) named.set(id, uuidOf(parent) ?? node.id);
    if (node.type === "toolResult" && node.uuid !== undefined) {
      add(uuids, node.uuid, 0);
      add(results, node.uuid, 1);
    }
    if (isThread(node)) return;
    const location = nodeLocationId(node, path);
    const same = nodes.get(location);
    if (same) same.push(node);
    else nodes.set(location, [node]);
    if (isEntry(node)) {
      const all = uuidsOf(node);
      for (const uuid of all) add(uuids, uuid, 1);
      if (all.length > 0) return;
      add(ids, location, 1);
      if (node.type === "message") messages.add(location);
    } else add(blocks, location, 1);
  });
  return { uuids, results, ids, blocks, named, agents, messages, nodes };

  function addAgent({ agentId, missing, from }: Agent): void {
    add(agents, agentId, 1);
    if (missing) add(agents, `${agentId} at ${from.uuid ?? from.toolUseId}`, 1);
  }
}

/** Add to a count, in place. */
export function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

function uuidOf(node: Nodes | undefined): string | undefined {
  return node && "uuid" in node ? node.uuid : undefined;
}
