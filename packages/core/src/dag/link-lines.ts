import type { Entry } from "../entry/entry.ts";
import { type Options, rulesOf } from "../options.ts";
import { groupBy } from "../group-by.ts";
import { report } from "../report.ts";
import type { LineId, LineInfo } from "./dag.ts";
import { type Edge, isRecorded } from "./edge.ts";
import type { Link, LinkView, OpenLine } from "./link.ts";
import type { Resolver } from "./resolve.ts";

/** The half-built graph that links are written on. */
interface Draft {
  readonly entries: ReadonlyMap<string, Entry>;
  readonly edges: Map<string, Edge>;
  readonly infos: Map<Entry, LineInfo>;
  readonly lines: Map<LineId, LineInfo>;
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
export function linkLines(draft: Draft, options: Options): LineInfo[] {
  const missing: LineInfo[] = [];
  const view: LinkView = {
    entries: [...draft.entries.values()],
    lines: draft.lines.values(),
    lineOf: (entry) => draft.infos.get(entry)!,
    parentOf(entry) {
      const parent = draft.resolver.parentOf(entry);
      return parent && (draft.aliases.get(parent) ?? parent);
    },
    isAbove,
    sidecars: options.sidecars ?? new Map(),
    compare: draft.compare,
    timeOf: draft.timeOf,
  };
  let open = openLines(view);
  const roots = new Map(open.map(({ info, root }) => [info, root]));
  for (const rule of rulesOf("link", [], options)) {
    const linked = new Set<LineInfo>();
    for (const link of rule.link(open, view)) {
      const { line, parent } = link;
      if (linked.has(line) || (parent && isAbove(line, parent))) continue;
      linked.add(line);
      const root = roots.get(line);
      if (parent) apply(link, parent, root, rule.name);
      const at = root ?? parent;
      if (at && link.warning) report(options, link.warning.rule, at.place, link.warning.reason);
    }
    open = open.filter(({ info }) => !linked.has(info));
  }
  return missing;

  function isAbove(line: LineInfo, entry: Entry): boolean {
    const seen = new Set<LineInfo>();
    let at: LineInfo | undefined = view.lineOf(entry);
    while (at && at !== line && !seen.has(at)) {
      seen.add(at);
      at = at.bornAt && view.lineOf(at.bornAt);
    }
    return at === line;
  }

  function apply(link: Link, parent: Entry, root: Entry | undefined, rule: string): void {
    const { line, because, toolUseId, agent, goesOn } = link;
    line.bornAt = parent;
    line.goesOn = goesOn;
    line.agent = { ...line.agent!, ...agent, anchor: { uuid: parent.uuid, toolUseId, rule } };
    if (root === undefined) missing.push(line);
    else if (!isRecorded(draft.edges.get(root.id)))
      draft.edges.set(root.id, { from: root.id, to: parent.id, kind: "agent", rule, because });
  }
}

/** Lines of agents, each with its entries. */
function openLines(view: LinkView): OpenLine[] {
  const own = view.entries.filter((entry) => view.lineOf(entry).agent !== undefined);
  return [...groupBy(own, view.lineOf)].map(([info, entries]) => {
    const root = entries.find((entry) => {
      const parent = view.parentOf(entry);
      return parent === undefined || view.lineOf(parent) !== info;
    });
    return { info, entries, root: root ?? entries[0]! };
  });
}
