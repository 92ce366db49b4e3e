import type { Dag } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import { isBoundary, isCommand } from "../entry/kind.ts";
import type { Rulebook } from "../rulebook.ts";
import type { Facts } from "./facts.ts";
import type { Inline, Verdict } from "./fork/fork-rule.ts";
import { startsOf } from "./fork/true-fork.ts";
import { mergeSides } from "./merge-sides.ts";
import type { Judged } from "./thread.ts";

/** What the plan for a fork depends on. */
export interface ForkContext {
  /** The graph. */
  readonly dag: Dag;
  /** Facts about the entries below each entry. */
  readonly facts: Facts;
  /** The rules. */
  readonly rules: Rulebook;
}

/** The plan for a fork. `layOut` carries it out. */
export interface ForkPlan {
  /** The conclusion about a fork that is not true; absent for a true fork, which is named with its branches. */
  readonly judged?: Judged | undefined;
  /** Entries to append to the thread, in this order. */
  readonly append: readonly Entry[];
  /** Prompts that each begin a branch: none, or several. */
  readonly starts: readonly Entry[];
  /** The entry that the branches leave from. */
  readonly at: Entry;
  /** The rule that laid out the turn, if the prompts were found below the fork. */
  readonly below?: string | undefined;
  /** Entries from which the thread continues, one after another. */
  readonly next: readonly Entry[];
  /** Messages about an unknown shape. */
  readonly remarks: ReadonlyArray<{ readonly rule: string; readonly reason: string }>;
}

/**
 * Plan a fork. If at least two children lead to a human prompt, each begins a branch. Otherwise the fork becomes one
 * thread, in the order that the first matching fork rule gives.
 *
 * @param at the entry with several children in its thread.
 * @param children by (time, path, line).
 * @param context the graph, the facts and the rules.
 */
export function planFork(at: Entry, children: readonly Entry[], context: ForkContext): ForkPlan {
  const { dag, facts, rules } = context;
  const starts = rules.hasBranches ? startsOf(children, facts) : [];
  if (starts.length > 0) {
    const beginning = new Set(starts);
    const beside = children.filter((child) => !beginning.has(child));
    const unfolded = unfoldNotes(starts, facts);
    const { order, heads } = mergeSides([...beside, ...unfolded.beside], dag, facts);
    return { append: [...unfolded.notes, ...order], starts: [...unfolded.starts, ...heads], at, next: [], remarks: [] };
  }
  const { name, verdict, remarks } = decide(at, children, context);
  const judged: Judged = { at, rule: name, sides: children, resumed: resumedSide(children, facts) };
  if ("sequence" in verdict) return { judged, append: [], starts: [], at, next: verdict.sequence, remarks };
  const { order, heads } = "merge" in verdict ? mergeSides(verdict.merge, dag, facts) : layInline(verdict, context);
  const plan = { judged, append: order, at, remarks };
  if (heads.length < 2) return { ...plan, starts: [], next: heads };
  if (!rules.hasBranches) return { ...plan, starts: [], next: [...heads].sort(dag.compare) };
  const inner = innerFork(heads, context);
  if (inner) return { ...plan, at: inner, starts: heads, next: [] };
  const reason = "Unexpected prompts on two sides of one turn, shown as branches";
  return { ...plan, starts: heads, below: name, next: [], remarks: [...remarks, { rule: "unexpected-fork", reason }] };
}

/**
 * Sides that consist of a note of the client about the turn, below which there is a true fork, are no sides: the note
 * belongs to the turn, and the sides of its fork are sides of this one.
 */
function unfoldNotes(sides: readonly Entry[], facts: Facts) {
  const [starts, notes, beside]: Entry[][] = [[], [], []];
  const open = sides.toReversed();
  for (let side = open.pop(); side; side = open.pop()) {
    const chain: Entry[] = [];
    let below: readonly Entry[] = [side];
    while (below.length === 1 && isNote(below[0]!)) {
      chain.push(below[0]!);
      below = facts.below(below[0]!);
    }
    const inner = chain.length > 0 ? startsOf(below, facts) : [];
    if (inner.length === 0) {
      starts!.push(side);
      continue;
    }
    const beginning = new Set(inner);
    for (const note of chain) notes!.push(note);
    for (const one of below) if (!beginning.has(one)) beside!.push(one);
    for (const one of inner.toReversed()) open.push(one);
  }
  return { starts: starts!, notes: notes!, beside: beside! };
}

/** What the client writes about the end of a turn. */
function isNote(entry: Entry): boolean {
  return entry.kind === "system" && !entry.isChosen && !isBoundary(entry) && !isCommand(entry);
}

/** Lay out sides one by one. The side that continues is merged too if prompts of the others compete with it. */
function layInline({ inline, next }: Inline, { dag, facts }: ForkContext): ReturnType<typeof mergeSides> {
  const parts = inline.map((side) => mergeSides([side], dag, facts));
  const heads = parts.flatMap((part) => part.heads);
  const order = parts.flatMap((part) => part.order);
  if (next === undefined) return { order, heads };
  if (heads.length === 0 || facts.isPrompt(next)) return { order, heads: [...heads, next] };
  const last = mergeSides([next], dag, facts);
  return { order: [...order, ...last.order], heads: [...heads, ...last.heads] };
}

/** Ask the rules how the sides of a fork that is not true are laid out. */
function decide(
  at: Entry,
  children: readonly Entry[],
  { facts, rules }: ForkContext,
): { readonly name: string; readonly verdict: Verdict; readonly remarks: ForkPlan["remarks"] } {
  for (const rule of rules.fork) {
    const verdict = rule.judge({ at, children, facts });
    if (verdict) return { name: rule.name, verdict, remarks: [] };
  }
  const reason = "Unexpected shape of a turn, its sides are ordered by time";
  return { name: "fake-fork", verdict: { merge: children }, remarks: [{ rule: "fake-fork", reason }] };
}

/** The side in which the session was resumed, if there is exactly one. */
function resumedSide(children: readonly Entry[], facts: Facts): Entry | undefined {
  const resumed = children.filter(facts.isResumed);
  return resumed.length === 1 && facts.laterEnd(children) === resumed[0] ? resumed[0] : undefined;
}

/** The entry below which all these prompts compete, if the turn was laid out down to a true fork. */
function innerFork(heads: readonly Entry[], { dag, facts }: ForkContext): Entry | undefined {
  for (let below = heads[0]; below;) {
    const edge = dag.edge(below.id);
    // A cut edge still names the parent that closes the cycle: climbing it would never end.
    const above = isRecorded(edge) ? dag.entries.get(edge.to) : undefined;
    if (above === undefined || facts.isPrompt(above)) return undefined;
    const starts = new Set(startsOf(facts.below(above), facts).flatMap((start) => facts.competing(start) ?? []));
    if (starts.size > 0) return heads.every((head) => starts.has(head)) ? above : undefined;
    below = above;
  }
  return undefined;
}
