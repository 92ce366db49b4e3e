import { DisjointSets } from "../disjoint-sets.ts";
import type { Entry } from "../entry/entry.ts";
import type { ThreadInfo } from "./dag.ts";
import { blockKey } from "./dedupe/text-key.ts";

/**
 * Find the threads in which one conversation may have been written: a session, those that it continues, and those that
 * begin with an answer of it. Such an answer has the id of the same API message and the same blocks under another uuid:
 * clients up to 1.0.72 wrote the whole history again when they resumed a session, and a question aside is an agent that begins
 * with the conversation. Any other agent is a lineage of its own.
 *
 * @param entries one entry per uuid, in the order of (path, line).
 * @param parentOf the recorded parent of an entry.
 * @param infos the thread of each entry.
 * @returns returns the lineage of an entry: the same name for all threads of one.
 */
export function findLineages(
  entries: readonly Entry[],
  parentOf: (entry: Entry) => Entry | undefined,
  infos: ReadonlyMap<Entry, ThreadInfo>,
): (entry: Entry) => string {
  const lineages = new DisjointSets<ThreadInfo>();
  const sessionOf = (entry: Entry) => {
    const info = infos.get(entry)!;
    return info.agent === undefined ? info : undefined;
  };
  const first = firstAnswers(entries, infos);
  const holders = new Map<string, ThreadInfo>();
  for (const entry of entries) {
    const own = infos.get(entry)!;
    const parent = parentOf(entry);
    const other = parent && sessionOf(entry) && sessionOf(parent);
    if (other && other !== own) lineages.unite(own, other);
    if (!first.has(entry.message?.id ?? "")) continue;
    const key = answerKey(entry);
    const known = key === undefined ? undefined : holders.get(key);
    if (known) lineages.unite(own, known);
    else if (key !== undefined) holders.set(key, own);
  }
  return (entry) => lineages.find(infos.get(entry)!).id;
}

/** The ids of the API messages that threads begin with. */
function firstAnswers(entries: readonly Entry[], infos: ReadonlyMap<Entry, ThreadInfo>): Set<string> {
  const ids = new Set<string>();
  const begun = new Set<ThreadInfo>();
  for (const entry of entries) {
    const thread = infos.get(entry)!;
    if (begun.has(thread) || entry.kind !== "assistant") continue;
    begun.add(thread);
    if (entry.message?.id !== undefined) ids.add(entry.message.id);
  }
  return ids;
}

function answerKey({ kind, message }: Entry): string | undefined {
  if (kind !== "assistant" || message?.id === undefined || message.blocks.length === 0) return undefined;
  return `${message.id}\n${message.blocks.map(blockKey).join("\n")}`;
}
