import type { Ledger, Root } from "@ccdag/ccast";
import { byLocation, firstEntry, type RecordLocation, type Thread } from "@ccdag/core";
import { inOrder } from "./in-order.ts";
import type { Transcript } from "./transcript.ts";

/** Where a node at the top of a tree belongs among those of other components. */
export interface RootKey {
  /** Sessions come before the homes that were made for agents without one. */
  readonly isMade: boolean;
  /** The time of its first entry, in milliseconds since 1970; absent if it has none. */
  readonly time?: number | undefined;
  /** The location of its first entry. */
  readonly location?: RecordLocation | undefined;
  /** The id of its first thread. */
  readonly id: string;
}

/**
 * The keys of the nodes at the top of a tree, in their order. Sorted by {@link compareRoots}, the nodes of all components
 * of a folder are in the order that reading the folder as a whole gives.
 */
export function rootKeys({ tree, sessions }: Pick<Transcript, "tree" | "sessions">): RootKey[] {
  const threads = sessions.roots.filter(({ info }) => info.agent === undefined);
  return tree.children.map((node, index) => {
    const thread = threads[index];
    if (thread) return keyOf(thread, false);
    const [first] = "children" in node ? node.children : [];
    const orphan = sessions.roots.find(
      ({ info }) => first?.type === "agent" && info.agent?.agentId === first.agentId && isHome(info.sessionId, node),
    );
    return keyOf(orphan!, true);
  });

  function keyOf(thread: Thread, isMade: boolean): RootKey {
    const first = firstEntry(thread);
    return { isMade, time: first && sessions.dag.timeOf(first), location: first?.location, id: thread.info.id };
  }
}

function isHome(sessionId: string, node: Root["children"][number]): boolean {
  return node.type === "session" && node.sessionId === sessionId;
}

/** The order of the nodes at the top of a tree: by the time and location of their first entries. */
export function compareRoots(a: RootKey, b: RootKey): number {
  if (a.isMade !== b.isMade) return Number(a.isMade) - Number(b.isMade);
  if (a.location === undefined || b.location === undefined)
    return Number(a.location === undefined) - Number(b.location === undefined) || byText(a.id, b.id);
  return a.time! - b.time! || byLocation(a.location, b.location) || byText(a.id, b.id);
}

/** What is kept of a component after it was read. */
export interface ReadComponent extends Pick<Transcript, "tree" | "ledger"> {
  /** The keys of the nodes at the top of its tree, as {@link rootKeys} gives them. */
  readonly keys: readonly RootKey[];
}

/**
 * Put together what was read component by component: the tree and the ledger that reading all files at once gives, but for the
 * contents of the records, which then need not stay in memory.
 *
 * @param parts the components, in any order.
 */
export function mergeTranscripts(parts: readonly ReadComponent[]): { tree: Root; ledger: Ledger } {
  const keyed = parts.flatMap(({ tree, keys }) => tree.children.map((node, index) => ({ node, key: keys[index]! })));
  keyed.sort((a, b) => compareRoots(a.key, b.key));
  const ledgers = parts.map(({ ledger }) => ledger);
  return {
    tree: { type: "root", children: keyed.map(({ node }) => node) },
    ledger: {
      lines: ledgers.reduce((sum, { lines }) => sum + lines, 0),
      records: inOrder(ledgers.flatMap(({ records }) => records)),
      folded: inOrder(ledgers.flatMap(({ folded }) => folded)),
      malformed: inOrder(ledgers.flatMap(({ malformed }) => malformed)),
      hidden: ledgers.flatMap(({ hidden }) => hidden),
    },
  };
}

function byText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
