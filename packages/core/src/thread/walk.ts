import type { ThreadInfo } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { report, type Report } from "../report.ts";
import { kindsOf } from "./fork/kind.ts";
import { type ForkContext, type ForkPlan, planFork } from "./plan-fork.ts";
import type { Judged, Thread } from "./thread.ts";

/** What a walk needs, and where it notes what was concluded at forks. */
export interface Walk extends ForkContext {
  readonly report?: Report | undefined;
  /** By id of the entry that forks. */
  readonly judged: Map<string, Judged>;
}

/** Lay out what lies below an entry as a thread with its branches. It knows no heuristics: each fork has a plan. */
export function layOut(start: Entry, info: ThreadInfo, walk: Walk): Thread {
  const trunk = createThread(info);
  const open: Start[] = [{ thread: trunk, start }];
  for (let next = open.pop(); next; next = open.pop()) for (const side of follow(next, walk)) open.push(side);
  return trunk;
}

/** An empty thread. */
export function createThread(info: ThreadInfo): Thread {
  return { info, entries: [], sides: [] };
}

interface Start {
  readonly thread: Thread;
  readonly start: Entry;
}

/** Follow one thread to its end. What comes back are the branches that leave from it. */
function follow({ start, thread }: Start, walk: Walk): Start[] {
  const branches: Start[] = [];
  // What continues this thread later: sides that go on after the one that is being followed has ended.
  const later: Entry[] = [start];
  for (let at = later.pop(); at; at = later.pop()) {
    thread.entries.push(at);
    const children = walk.facts.below(at);
    if (children.length < 2) {
      if (children[0]) later.push(children[0]);
      continue;
    }
    const plan = planFork(at, children, walk);
    for (const branch of carryOut(plan, thread, walk)) branches.push(branch);
    for (const entry of plan.next.toReversed()) later.push(entry);
  }
  return branches;
}

/** Append what a plan appends, note what it concluded, and begin its branches. */
function carryOut(plan: ForkPlan, thread: Thread, walk: Walk): Start[] {
  const { judged, append, starts, remarks } = plan;
  if (judged) walk.judged.set(judged.at.id, judged);
  const at = (judged?.at ?? plan.at).location;
  for (const { rule, reason } of remarks) report(walk, rule, at, reason, "info");
  for (const entry of append) thread.entries.push(entry);
  return starts.length === 0 ? [] : beginBranches(plan, thread, walk);
}

/** Let each of several prompts begin a branch. */
function beginBranches({ at, starts, below }: ForkPlan, thread: Thread, { dag, facts, rules, judged }: Walk): Start[] {
  const sorted = [...starts].sort(dag.compare);
  const kinds = kindsOf({ at, starts: sorted, facts }, rules.kind);
  const prompts = sorted.map((start) => facts.competing(start) ?? start);
  const rule = [...kinds.values()].find((name) => name !== "draft") ?? "draft";
  judged.set(at.id, { ...judged.get(at.id), at, rule, sides: sorted, prompts, below });
  const after = thread.entries.at(-1);
  return sorted.map((start) => {
    const side = createThread(thread.info);
    thread.sides.push({ rule: kinds.get(start)!, from: at, after, thread: side, isActive: false });
    return { start, thread: side };
  });
}
