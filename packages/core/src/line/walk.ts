import { kahn } from "@ccdag/order";
import type { Dag, LineInfo } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import type { Options } from "../options.ts";
import { report } from "../report.ts";
import type { Facts } from "./facts.ts";
import { forkRules } from "./fork/index.ts";
import { branchRule } from "./fork/rewind.ts";
import { startsOf } from "./fork/true-fork.ts";
import type { DagLine, Judged } from "./line.ts";

/** What a walk needs, and where it writes. */
export interface Walk {
  readonly dag: Dag;
  readonly facts: Facts;
  readonly options: Options;
  readonly lineOf: Map<string, DagLine>;
  readonly judged: Map<string, Judged>;
}

/** Lay out what hangs below an entry as a line with its branches. It knows no heuristics: it asks the rules. */
export function layOut(start: Entry, info: LineInfo, walk: Walk): DagLine {
  const trunk = newLine(info);
  const open: Array<{ line: DagLine; start: Entry }> = [{ line: trunk, start }];
  for (let next = open.pop(); next; next = open.pop()) {
    const ends = follow(next.start, next.line, walk);
    for (const side of ends) open.push({ line: side.line, start: side.start });
  }
  return trunk;
}

/** An empty line. */
export function newLine(info: LineInfo): DagLine {
  return { info, entries: [], sides: [] };
}

interface Start {
  readonly line: DagLine;
  readonly start: Entry;
}

/** Follow one line to its end, or to the true fork that ends it. */
function follow(start: Entry, line: DagLine, walk: Walk): Start[] {
  const { facts } = walk;
  let current: Entry | undefined = start;
  while (current) {
    const at: Entry = current;
    tell(at, line, walk);
    const children = facts.below(at);
    if (children.length < 2) {
      current = children[0];
      continue;
    }
    const starts = startsOf(children, facts);
    if (starts.length > 0) {
      const beginning = new Set(starts);
      const others = children.filter((child) => !beginning.has(child));
      const heads = merge(others, line, walk);
      return branch(at, [...starts, ...heads], line, walk);
    }
    const heads = tellFork(at, children, line, walk);
    if (heads.length > 1) {
      report(
        walk.options,
        "unexpected-fork",
        at.place,
        "Unexpected prompts on two sides of one turn, told as branches",
        "info",
      );
      return branch(at, heads, line, walk);
    }
    current = heads[0];
  }
  return [];
}

/** Tell the sides of a fork that is not true. What remains to follow: nothing, one entry, or prompts that compete. */
function tellFork(at: Entry, children: readonly Entry[], line: DagLine, walk: Walk): readonly Entry[] {
  const { facts, judged, options } = walk;
  const rules = [...(options.extensions ?? []).flatMap(({ fork }) => fork ?? []), ...forkRules];
  for (const { name, judge } of rules) {
    const verdict = judge({ at, children, facts });
    if (verdict === undefined) continue;
    judged.set(at.id, { at, rule: name });
    if ("merge" in verdict) return merge(verdict.merge, line, walk);
    const heads = verdict.inline.flatMap((side) => merge([side], line, walk));
    return verdict.next ? [verdict.next, ...heads] : heads;
  }
  judged.set(at.id, { at, rule: "fake-fork" });
  report(options, "fake-fork", at.place, "Unexpected shape of a turn, its sides are told by time", "info");
  return merge(children, line, walk);
}

/** Tell sides as one, parents first, by (time, path, line), each up to its first prompt; those prompts are returned. */
function merge(sides: readonly Entry[], line: DagLine, walk: Walk): Entry[] {
  const { facts, dag } = walk;
  const heads: Entry[] = [];
  const told: Entry[] = [];
  const stack = [...sides];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (facts.isPrompt(entry)) {
      heads.push(entry);
      continue;
    }
    told.push(entry);
    for (const child of facts.below(entry)) stack.push(child);
  }
  const { order } = kahn(told, {
    ids: ({ id }) => id,
    parent: ({ id }) => dag.edge(id)?.to,
    priority: dag.timeOf,
    tie: dag.compare,
  });
  for (const entry of order) tell(entry, line, walk);
  return heads.sort(dag.compare);
}

function branch(at: Entry, starts: readonly Entry[], line: DagLine, walk: Walk): Start[] {
  const sorted = [...starts].sort(walk.dag.compare);
  const opened = sorted.map((start) => ({ start, line: newLine(line.info) }));
  const rule = branchRule(sorted, walk);
  walk.judged.set(at.id, { at, rule: "rewind" });
  const after = line.entries.at(-1);
  for (const { start, line: side } of opened)
    line.sides.push({ rule: rule(start), from: at, after, line: side, isActive: false });
  return opened;
}

function tell(entry: Entry, line: DagLine, { lineOf }: Walk): void {
  line.entries.push(entry);
  lineOf.set(entry.id, line);
}
