import type { Entry } from "../entry/entry.ts";
import type { ThreadInfo } from "./dag.ts";
import type { Resolver } from "./resolve.ts";

/**
 * Join the parts of an agent that stand in the folders of several sessions. After `/clear`, `/branch` or `/fork` the client
 * writes what an agent does from then on to a file of the same name in the folder of the new session; its first record
 * there has the last one in the other file as its parent.
 *
 * @param infos the thread of each entry; entries of later parts get the thread of the first one.
 */
export function joinAgents(infos: Map<Entry, ThreadInfo>, { parentOf }: Resolver): void {
  const continued = new Map<ThreadInfo, ThreadInfo>();
  const seen = new Set<ThreadInfo>();
  for (const [entry, info] of infos) {
    if (info.agent === undefined || seen.has(info)) continue;
    seen.add(info);
    const parent = parentOf(entry);
    const above = parent && infos.get(parent);
    if (above && above !== info && above.agent?.agentId === info.agent.agentId) continued.set(info, above);
  }
  if (continued.size === 0) return;
  const firsts = findFirsts(continued);
  for (const [entry, info] of infos) infos.set(entry, firsts.get(info) ?? info);
}

/** The first part of each later one; in a circle of parts, which a damaged file may describe, one of them. */
function findFirsts(continued: ReadonlyMap<ThreadInfo, ThreadInfo>): Map<ThreadInfo, ThreadInfo> {
  const firsts = new Map<ThreadInfo, ThreadInfo>();
  for (const start of continued.keys()) {
    const climbed = new Set<ThreadInfo>();
    let at = start;
    while (!firsts.has(at) && !climbed.has(at) && continued.has(at)) {
      climbed.add(at);
      at = continued.get(at)!;
    }
    const first = firsts.get(at) ?? at;
    for (const part of climbed) firsts.set(part, first);
  }
  return firsts;
}
