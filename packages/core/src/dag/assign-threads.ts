import type { Entry } from "../entry/entry.ts";
import { mainPathOf, sessionIdOf } from "../entry/session-id.ts";
import { groupBy } from "../group-by.ts";
import type { ThreadInfo } from "./dag.ts";
import { fileSession } from "./own/file-session.ts";
import { joinAgents } from "./join-agents.ts";
import type { OwnRule } from "./own/own-rule.ts";
import type { Resolver } from "./resolve.ts";

/**
 * Run the own rules, file by file, to find the thread of each entry. Variants of a file are one file, and parts of an agent in several
 * folders one thread.
 *
 * @param entries one entry per uuid, in the order of (path, line).
 * @param resolver finds recorded parents.
 * @param view the rules in their order, and sidecars as evidence.
 */
export function assignThreads(
  entries: readonly Entry[],
  resolver: Resolver,
  { rules, sidecars }: { readonly rules: readonly OwnRule[]; readonly sidecars: ReadonlyMap<string, unknown> },
): Map<Entry, ThreadInfo> {
  const infos = new Map<Entry, ThreadInfo>();
  for (const [path, ofFile] of groupBy(entries, ({ location }) => mainPathOf(location.path))) {
    let open: readonly Entry[] = ofFile;
    for (const rule of rules) {
      if (open.length === 0) break;
      for (const claim of rule.claim({ entries: open, path, parentOf: resolver.parentOf, sidecars })) {
        const { suffix, sessionId, agent } = claim;
        const info: ThreadInfo = { id: path + suffix, path, sessionId, rule: rule.name, agent };
        for (const entry of claim.entries) infos.set(entry, info);
      }
      open = open.filter((entry) => !infos.has(entry));
    }
    const info: ThreadInfo = { id: path, path, sessionId: sessionIdOf(path), rule: fileSession.name };
    for (const entry of open) infos.set(entry, info);
  }
  joinAgents(infos, resolver);
  return infos;
}
