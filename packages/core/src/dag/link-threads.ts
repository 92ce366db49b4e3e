import type { Entry } from "../entry/entry.ts";
import { groupBy } from "../group-by.ts";
import { report, type Report } from "../report.ts";
import type { ThreadId, ThreadInfo } from "./dag.ts";
import { type Edge, isRecorded } from "./edge.ts";
import type { Families } from "./families.ts";
import type { Link, LinkRule, LinkView, UnlinkedThread } from "./link.ts";
import type { Resolver } from "./resolve.ts";

/** The unfinished graph that links are written to. */
interface Draft {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly edges: Map<string, Edge>;
  readonly infos: Map<Entry, ThreadInfo>;
  readonly threads: Map<ThreadId, ThreadInfo>;
  readonly compare: (a: Entry, b: Entry) => number;
  readonly timeOf: (entry: Entry) => number;
  readonly resolver: Resolver;
  readonly aliases: ReadonlyMap<Entry, Entry>;
  readonly families: Families;
}

/** The rules, their evidence, and where messages go. */
interface LinkOptions {
  readonly rules: readonly LinkRule[];
  readonly sidecars: ReadonlyMap<string, unknown>;
  readonly named?: { readonly path: string } | undefined;
  readonly report?: Report | undefined;
}

/**
 * Run the link rules, in order, to find where each thread of an agent was spawned.
 *
 * @param draft the graph so far; accepted links are written to its edges and threads.
 * @param options the rules, sidecars, and where messages go.
 * @returns threads without entries: agents that are named but whose transcript is missing.
 */
export function linkThreads(draft: Draft, options: LinkOptions): ThreadInfo[] {
  const missing: ThreadInfo[] = [];
  const claimed = new Map<Entry, Set<string>>();
  const tops = new Map<ThreadInfo, ThreadInfo>();
  const view = createView(draft, options, { claimed, tops });
  let open = unlinkedThreads(view);
  const roots = new Map(open.map(({ info, root }) => [info, root]));
  for (const rule of options.rules) {
    const linked = new Set<ThreadInfo>();
    for (const link of rule.link(open, view)) {
      const { thread, parent, call, warning } = link;
      if (linked.has(thread) || (parent && view.isAbove(thread, parent))) continue;
      linked.add(thread);
      if (call) claimed.set(call.entry, (claimed.get(call.entry) ?? new Set<string>()).add(call.id));
      const root = link.root ?? roots.get(thread);
      if (parent) apply(link, parent, root, rule.name);
      const at = root ?? parent;
      if (at && warning) report(options, warning.rule, at.location, warning.reason);
    }
    open = open.filter(({ info }) => !linked.has(info));
  }
  return missing;

  function apply(link: Link, parent: Entry, root: Entry | undefined, rule: string): void {
    const { thread, because, call, agent, continues } = link;
    if (thread.spawnedAt) tops.clear();
    thread.spawnedAt = parent;
    thread.continues = continues;
    thread.agent = { ...thread.agent!, ...agent, anchor: { uuid: parent.uuid, toolUseId: call?.id, rule } };
    if (root === undefined) missing.push(thread);
    else if (!isRecorded(draft.edges.get(root.id)))
      draft.edges.set(root.id, { from: root.id, to: parent.id, kind: "agent", rule, because });
  }
}

/** What accepted links change. */
interface Accepted {
  /** The calls that a link names, by their entry. */
  readonly claimed: ReadonlyMap<Entry, ReadonlySet<string>>;
  /** For a thread, one above it: agents may be nested in thousands of levels. */
  readonly tops: Map<ThreadInfo, ThreadInfo>;
}

function createView(draft: Draft, { sidecars, named }: LinkOptions, { claimed, tops }: Accepted): LinkView {
  const threadOf = (entry: Entry) => draft.infos.get(entry)!;
  return {
    entries: [...draft.entries.values()],
    threads: [...draft.threads.values()],
    threadOf,
    ...draft.families,
    parentOf(entry) {
      const parent = draft.resolver.parentOf(entry);
      return parent && (draft.aliases.get(parent) ?? parent);
    },
    isAbove(thread, entry) {
      const climbed = new Set<ThreadInfo>();
      let at: ThreadInfo | undefined = threadOf(entry);
      while (at && at !== thread && !climbed.has(at)) {
        climbed.add(at);
        // Only a thread that nothing is above yet cannot be among those that are skipped.
        at = (thread.spawnedAt ? undefined : tops.get(at)) ?? (at.spawnedAt && threadOf(at.spawnedAt));
      }
      const top = at === thread || at === undefined ? (at ?? [...climbed].at(-1)) : undefined;
      if (top && !top.spawnedAt) for (const one of climbed) if (one !== top) tops.set(one, top);
      return at === thread;
    },
    isClaimed: ({ entry, id }) => claimed.get(entry)?.has(id) === true,
    sidecars,
    named,
    compare: draft.compare,
    timeOf: draft.timeOf,
  };
}

/** Threads of agents, each with its entries. */
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
