import { kahn } from "@ccdag/order";
import type { Dag, ThreadInfo } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { isOff, type ReadOptions } from "../options.ts";
import { report } from "../report.ts";
import type { Facts } from "./facts.ts";
import { kindsOf } from "./fork/kind.ts";
import type { ForkRule, Inline, Verdict } from "./fork/rule.ts";
import { startsOf } from "./fork/true-fork.ts";
import type { Thread, Judged } from "./thread.ts";

/** What a walk needs, and where it writes. */
export interface Walk {
  readonly dag: Dag;
  readonly facts: Facts;
  readonly options: ReadOptions;
  /** The fork rules in the order in which they are asked. */
  readonly rules: readonly ForkRule[];
  readonly threadOf: Map<string, Thread>;
  readonly judged: Map<string, Judged>;
}

/** Lay out what hangs below an entry as a line with its branches. It knows no heuristics: it asks the rules. */
export function layOut(start: Entry, info: ThreadInfo, walk: Walk): Thread {
  const trunk = createThread(info);
  const open: Start[] = [{ thread: trunk, start }];
  for (let next = open.pop(); next; next = open.pop()) for (const side of follow(next, walk)) open.push(side);
  return trunk;
}

/** An empty line. */
export function createThread(info: ThreadInfo): Thread {
  return { info, entries: [], sides: [] };
}

interface Start {
  readonly thread: Thread;
  readonly start: Entry;
}

/** Follow one line to its end. What comes back are the branches that leave from it. */
function follow({ start, thread }: Start, walk: Walk): Start[] {
  const branches: Start[] = [];
  // What is told later on this line: sides that go on after the one that is being followed has ended.
  const later: Entry[] = [start];
  for (let at = later.pop(); at; at = later.pop()) {
    append(at, thread, walk);
    const children = walk.facts.below(at);
    if (children.length < 2) {
      if (children[0]) later.push(children[0]);
      continue;
    }
    const { starts, rule, next, at: inner = at } = judge(at, children, thread, walk);
    if (starts.length > 0) for (const branch of leave(inner, starts, rule, thread, walk)) branches.push(branch);
    for (const entry of next.toReversed()) later.push(entry);
  }
  return branches;
}

/** What is left of a fork when the sides that end are told. */
interface Outcome {
  /** What the prompts hang on, where that is not the fork that was asked about. */
  readonly at?: Entry | undefined;
  /** Prompts that compete; none, or several. */
  readonly starts: readonly Entry[];
  /** The rule, where the prompts were found below the fork. */
  readonly rule: string;
  /** What goes on, one after another. */
  readonly next: Entry[];
}

function judge(at: Entry, children: readonly Entry[], thread: Thread, walk: Walk): Outcome {
  const { facts, options } = walk;
  const starts = isOff("rewind", options) ? [] : startsOf(children, facts);
  if (starts.length > 0) {
    const beginning = new Set(starts);
    const heads = merge(
      children.filter((child) => !beginning.has(child)),
      thread,
      walk,
    );
    return { starts: [...starts, ...heads], rule: "rewind", next: [] };
  }
  const [name, verdict] = decide(at, children, walk);
  walk.judged.set(at.id, { at, rule: name, sides: children, resumed: resumedSide(children, facts) });
  if ("sequence" in verdict) return { starts: [], rule: name, next: [...verdict.sequence] };
  const heads = "merge" in verdict ? merge(verdict.merge, thread, walk) : appendInline(verdict, thread, walk);
  if (heads.length < 2) return { starts: [], rule: name, next: heads };
  const inner = innerFork(heads, walk);
  if (inner && !isOff("rewind", options)) return { at: inner, starts: heads, rule: "rewind", next: [] };
  if (isOff("rewind", options)) return { starts: [], rule: name, next: heads.sort(walk.dag.compare) };
  const reason = "Unexpected prompts on two sides of one turn, told as branches";
  report(options, "unexpected-fork", at.location, reason, "info");
  return { starts: heads, rule: name, next: [] };
}

/** The entry on which all these prompts compete, where the turn was told down to a choice. */
function innerFork(heads: readonly Entry[], { dag, facts }: Walk): Entry | undefined {
  const [first] = heads;
  for (let below = first; below;) {
    const edge = dag.edge(below.id);
    // A cut edge still names the parent that closes the cycle: climbing it would never end.
    const above = isRecorded(edge) ? dag.entries.get(edge.to) : undefined;
    if (above === undefined || facts.isPrompt(above)) return undefined;
    const starts = startsOf(facts.below(above), facts).flatMap((start) => facts.competing(start) ?? []);
    if (starts.length > 0) return heads.every((head) => starts.includes(head)) ? above : undefined;
    below = above;
  }
  return undefined;
}

/** Tell sides one by one; the one that goes on is told as well where prompts of the others compete with it. */
function appendInline({ inline, next }: Inline, thread: Thread, walk: Walk): Entry[] {
  const heads = inline.flatMap((side) => merge([side], thread, walk));
  if (next === undefined) return heads;
  return heads.length === 0 || walk.facts.isPrompt(next) ? [...heads, next] : [...heads, ...merge([next], thread, walk)];
}

/** Ask the rules how the sides of a fork that is not true are told. */
function decide(at: Entry, children: readonly Entry[], { facts, options, rules }: Walk): readonly [string, Verdict] {
  for (const rule of rules) {
    const verdict = rule.judge({ at, children, facts });
    if (verdict) return [rule.name, verdict];
  }
  report(options, "fake-fork", at.location, "Unexpected shape of a turn, its sides are told by time", "info");
  return ["fake-fork", { merge: children }];
}

/** The side in which the session was taken up again, where there is just one. */
function resumedSide(children: readonly Entry[], facts: Facts): Entry | undefined {
  const resumed = children.filter(facts.isResumed);
  return resumed.length === 1 && facts.laterEnd(children) === resumed[0] ? resumed[0] : undefined;
}

/** Tell sides as one, parents first, by (time, path, line), each up to its first prompt; those prompts are returned. */
function merge(sides: readonly Entry[], thread: Thread, walk: Walk): Entry[] {
  const { facts, dag } = walk;
  const heads: Entry[] = [];
  const built: Entry[] = [];
  const stack = [...sides];
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    if (facts.isPrompt(entry)) {
      heads.push(entry);
      continue;
    }
    built.push(entry);
    for (const child of facts.below(entry)) stack.push(child);
  }
  const { order } = kahn(built, {
    ids: ({ id }) => id,
    parent: ({ id }) => dag.edge(id)?.to,
    priority: dag.timeOf,
    tie: dag.compare,
  });
  for (const entry of order) append(entry, thread, walk);
  return heads.sort(dag.compare);
}

/** Let each of several prompts begin a branch. */
function leave(at: Entry, starts: readonly Entry[], rule: string, thread: Thread, walk: Walk): Start[] {
  const sorted = [...starts].sort(walk.dag.compare);
  const kinds = kindsOf({ at, starts: sorted, facts: walk.facts }, walk.options);
  const prompts = sorted.map((start) => walk.facts.competing(start) ?? start);
  const kind = [...kinds.values()].find((name) => name !== "draft") ?? "draft";
  const below = rule === "rewind" ? undefined : rule;
  walk.judged.set(at.id, { ...walk.judged.get(at.id), at, rule: kind, sides: sorted, prompts, below });
  const after = thread.entries.at(-1);
  return sorted.map((start) => {
    const side = createThread(thread.info);
    thread.sides.push({ rule: kinds.get(start)!, from: at, after, thread: side, isActive: false });
    return { start, thread: side };
  });
}

function append(entry: Entry, thread: Thread, { threadOf }: Walk): void {
  thread.entries.push(entry);
  threadOf.set(entry.id, thread);
}
