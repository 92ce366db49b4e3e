import type { ThreadInfo } from "../dag/dag.ts";
import type { Entry } from "../entry/entry.ts";
import { report, type Report } from "../report.ts";
import { kindsOf } from "./fork/kind.ts";
import { speaks } from "./fork/true-fork.ts";
import { type ForkContext, type ForkPlan, planFork } from "./plan-fork.ts";
import type { Judged, Thread } from "./thread.ts";

/** What a walk needs, and where it stores conclusions about forks. */
export interface Walk extends ForkContext {
  /** Takes messages (default: they are dropped). */
  readonly report?: Report | undefined;
  /** Conclusions about forks, by id of the entry that forks. */
  readonly judged: Map<string, Judged>;
  /** The ids of entries that a person went back to without saying more: what is below them was left. */
  readonly ends: ReadonlySet<string>;
}

/** Lay out the entries below an entry as a thread with its branches. All decisions about forks are in `planFork`. */
export function layOut(start: Entry, info: ThreadInfo, walk: Walk): Thread {
  const trunk = createThread(info, start);
  const open: Start[] = [{ thread: trunk, start }];
  for (let next = open.pop(); next; next = open.pop()) for (const side of follow(next, walk)) open.push(side);
  return trunk;
}

/** A thread of its first entry, or of none. */
export function createThread(info: ThreadInfo, first?: Entry): Thread {
  // Not pushed: a list that grows has room for sixteen more, and there may be a million threads of one entry.
  return { info, entries: first === undefined ? [] : [first], sides: [] };
}

interface Start {
  /** It holds its first entry, and nothing else yet. */
  readonly thread: Thread;
  readonly start: Entry;
}

/**
 * Follow one thread to its end.
 *
 * @returns the branches that leave from it, which are followed next.
 */
function follow({ start, thread }: Start, walk: Walk): Start[] {
  const branches: Start[] = [];
  // Sides that continue this thread after the side that is being followed has ended.
  const later: Entry[] = [start];
  for (let at = later.pop(); at; at = later.pop()) {
    if (at !== start) thread.entries.push(at);
    const children = walk.facts.below(at);
    const [only] = children;
    if (children.length < 2) {
      if (only && walk.ends.has(at.id) && speaks(only, walk.facts))
        for (const branch of beginBranches(leftAt(at, only), thread, walk)) branches.push(branch);
      else if (only) later.push(only);
      continue;
    }
    const plan = planFork(at, children, walk);
    for (const branch of carryOut(plan, thread, walk)) branches.push(branch);
    for (const entry of plan.next.toReversed()) later.push(entry);
  }
  return branches;
}

/** What was left, although nothing stands in its place. */
function leftAt(at: Entry, start: Entry): ForkPlan {
  return { append: [], starts: [start], at, next: [], remarks: [] };
}

/** Append the entries of a plan, store its conclusion, and begin its branches. */
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
    const side = createThread(thread.info, start);
    thread.sides.push({ rule: kinds.get(start)!, from: at, after, thread: side, isActive: false });
    return { start, thread: side };
  });
}
