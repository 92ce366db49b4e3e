import type { Entry } from "../entry/entry.ts";
import { type ReadOptions, rulesOf } from "../options.ts";
import { groupBy } from "../group-by.ts";
import { report } from "../report.ts";
import type { ThreadId, ThreadInfo } from "./dag.ts";
import { type Edge, isRecorded } from "./edge.ts";
import type { Link, LinkView, UnlinkedThread } from "./link.ts";
import type { Resolver } from "./resolve.ts";

/** The half-built graph that links are written on. */
interface Draft {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly edges: Map<string, Edge>;
  readonly infos: Map<Entry, ThreadInfo>;
  readonly threads: Map<ThreadId, ThreadInfo>;
  readonly compare: (a: Entry, b: Entry) => number;
  readonly timeOf: (entry: Entry) => number;
  readonly resolver: Resolver;
  readonly aliases: ReadonlyMap<Entry, Entry>;
}

/**
 * Ask the link rules, in order, where each line was born that belongs to an agent.
 *
 * @returns lines without entries: agents that are named, and whose transcript is not there.
 */
export function linkThreads(draft: Draft, options: ReadOptions): ThreadInfo[] {
  const missing: ThreadInfo[] = [];
  const view: LinkView = {
    entries: [...draft.entries.values()],
    threads: draft.threads.values(),
    threadOf: (entry) => draft.infos.get(entry)!,
    parentOf(entry) {
      const parent = draft.resolver.parentOf(entry);
      return parent && (draft.aliases.get(parent) ?? parent);
    },
    isAbove,
    sidecars: options.sidecars ?? new Map(),
    compare: draft.compare,
    timeOf: draft.timeOf,
  };
  let open = unlinkedThreads(view);
  const roots = new Map(open.map(({ info, root }) => [info, root]));
  for (const rule of rulesOf("link", [], options)) {
    const linked = new Set<ThreadInfo>();
    for (const link of rule.link(open, view)) {
      const { thread, parent } = link;
      if (linked.has(thread) || (parent && isAbove(thread, parent))) continue;
      linked.add(thread);
      const root = roots.get(thread);
      if (parent) apply(link, parent, root, rule.name);
      const at = root ?? parent;
      if (at && link.warning) report(options, link.warning.rule, at.location, link.warning.reason);
    }
    open = open.filter(({ info }) => !linked.has(info));
  }
  return missing;

  function isAbove(thread: ThreadInfo, entry: Entry): boolean {
    const seen = new Set<ThreadInfo>();
    let at: ThreadInfo | undefined = view.threadOf(entry);
    while (at && at !== thread && !seen.has(at)) {
      seen.add(at);
      at = at.spawnedAt && view.threadOf(at.spawnedAt);
    }
    return at === thread;
  }

  function apply(link: Link, parent: Entry, root: Entry | undefined, rule: string): void {
    const { thread, because, toolUseId, agent, continues } = link;
    thread.spawnedAt = parent;
    thread.continues = continues;
    thread.agent = { ...thread.agent!, ...agent, anchor: { uuid: parent.uuid, toolUseId, rule } };
    if (root === undefined) missing.push(thread);
    else if (!isRecorded(draft.edges.get(root.id)))
      draft.edges.set(root.id, { from: root.id, to: parent.id, kind: "agent", rule, because });
  }
}

/** Lines of agents, each with its entries. */
function unlinkedThreads(view: LinkView): UnlinkedThread[] {
  const own = view.entries.filter((entry) => view.threadOf(entry).agent !== undefined);
  return [...groupBy(own, view.threadOf)].map(([info, entries]) => {
    const root = entries.find((entry) => {
      const parent = view.parentOf(entry);
      return parent === undefined || view.threadOf(parent) !== info;
    });
    return { info, entries, root: root ?? entries[0]! };
  });
}
