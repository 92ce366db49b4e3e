import type { Agent, Nodes, Root } from "./types.ts";
import { isThread } from "./path-to.ts";
import { uuidsOf } from "./uuids-of.ts";
import { walk } from "./walk.ts";

/** What a tree tells of the files: nothing here is known to the code that read them. */
export interface TreeContents {
  /** Each uuid that stands in a `uuid` or `uuids`, with the number of nodes that tell its words. */
  readonly uuids: ReadonlyMap<string, number>;
  /** Each uuid that a result of a tool stands under, with the number of such results. */
  readonly results: ReadonlyMap<string, number>;
  /** As `uuids`, for `<path>:<line>` of messages and notices without a uuid. */
  readonly ids: ReadonlyMap<string, number>;
  /** Content nodes by `<path>:<line>` of the record they come from. */
  readonly blocks: ReadonlyMap<string, number>;
  /** Agents that a call names, by id, with an entry that leads to the call. */
  readonly named: ReadonlyMap<string, string>;
  /** Agents that stand in the tree, by id, and for stubs by the place that they hang on too; with how often. */
  readonly agents: ReadonlyMap<string, number>;
  /** Those of `ids` that are messages: their words must be there. */
  readonly spoken: ReadonlySet<string>;
}

const speech = new Set<Nodes["type"]>(["message", "compaction", "notice"]);

/** Count what a tree tells. A result of a tool lends its uuid to the count, but words beside it are not told twice. */
export function readContents(tree: Root): TreeContents {
  const uuids = new Map<string, number>();
  const results = new Map<string, number>();
  const ids = new Map<string, number>();
  const blocks = new Map<string, number>();
  const named = new Map<string, string>();
  const agents = new Map<string, number>();
  const spoken = new Set<string>();
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
    if (speech.has(node.type)) {
      const own = uuidsOf(node);
      for (const uuid of own) add(uuids, uuid, 1);
      if (own.length > 0) return;
      const place = `${path}:${node.position?.start.line}`;
      add(ids, place, 1);
      if (node.type === "message") spoken.add(place);
    } else if (!isThread(node)) {
      add(blocks, `${path}:${node.position?.start.line}`, 1);
    }
  });
  return { uuids, results, ids, blocks, named, agents, spoken };

  function addAgent({ agentId, missing, from }: Agent): void {
    add(agents, agentId, 1);
    if (missing) add(agents, `${agentId} at ${from.uuid ?? from.toolUseId}`, 1);
  }
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

/** Images and documents have their bytes in `data`: they stand in the file of the node above. */
function pathOf(node: Nodes): string | undefined {
  return typeof node.data === "object" ? node.data.path : undefined;
}

function uuidOf(node: Nodes | undefined): string | undefined {
  return node && "uuid" in node ? node.uuid : undefined;
}
