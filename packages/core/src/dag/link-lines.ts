import type { Entry } from "../entry/entry.ts";
import type { Options } from "../options.ts";
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
  readonly resolver: Resolver;
  readonly aliases: ReadonlyMap<Entry, Entry>;
}

/** Ask the link rules, in order, where each line was born that belongs to an agent and hangs on nothing. */
export function linkLines(draft: Draft, options: Options): void {
  const rules = (options.extensions ?? []).flatMap(({ link }) => link ?? []);
  if (rules.length === 0 || ![...draft.lines.values()].some(({ agent }) => agent)) return;
  const view: LinkView = {
    entries: [...draft.entries.values()],
    lineOf: (entry) => draft.infos.get(entry)!,
    parentOf(entry) {
      const parent = draft.resolver.parentOf(entry);
      return parent && (draft.aliases.get(parent) ?? parent);
    },
    sidecars: options.sidecars ?? new Map(),
    compare: draft.compare,
  };
  let open = openLines(view);
  for (const rule of rules) {
    const linked = new Set<LineInfo>();
    for (const link of rule.link(open, view)) {
      if (linked.has(link.line)) continue;
      linked.add(link.line);
      apply(link, rule.name);
    }
    open = open.filter(({ info }) => !linked.has(info));
  }

  function apply(link: Link, rule: string): void {
    const { line, parent, because } = link;
    const { root } = open.find(({ info }) => info === line)!;
    const edge = draft.edges.get(root.id);
    if (!isRecorded(edge)) draft.edges.set(root.id, { from: root.id, to: parent.id, kind: "agent", rule, because });
    const anchor = { uuid: parent.uuid, toolUseId: link.toolUseId, rule };
    line.agent = { ...line.agent!, ...link.agent, anchor };
    if (link.isAmbiguous)
      report(options, "ambiguous-anchor", root.place, `Unexpected several agents that fit one call (${because})`);
  }
}

/** Lines of agents, each with its entries. */
function openLines(view: LinkView): OpenLine[] {
  const lines = groupBy(view.entries, view.lineOf);
  return [...lines].flatMap(([info, entries]) => {
    if (info.agent === undefined) return [];
    const root = entries.find((entry) => {
      const parent = view.parentOf(entry);
      return parent === undefined || view.lineOf(parent) !== info;
    });
    return { info, entries, root: root ?? entries[0]! };
  });
}
