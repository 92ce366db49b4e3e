import { match, type Match } from "./match.ts";
import { judgeAgents, judgeSessions } from "./judge-threads.ts";
import {
  before,
  holderOf,
  isAbove,
  type ReadTree,
  readTree,
  type ShownPart,
  type TreeThread,
  type TreeNode,
} from "./tree.ts";
import type { Block, BranchLine, ExpectedConversation, Line, Score } from "./types.ts";
import { blocksIn, isConversation, pathsOf, nameOf } from "./comparable.ts";

/**
 * Judge a conversation as a tree of sessions, branches, agents and messages: all dimensions.
 *
 * @param root the tree; see {@link readTree} for what is read of it.
 * @param expected what it should hold.
 * @param parents the recorded parent of each line of the transcripts.
 */
export function judgeTree(root: TreeNode, expected: ExpectedConversation, parents: ReadonlyMap<string, string>): Score {
  const tree = readTree(root, parents);
  const found = match(tree, expected);
  const isForked = expected.sessions.some(({ branches = [] }) => branches.length > 0);
  const score: Score = {
    conservation: judgeConservation(expected, found),
    duplicates: found.again.map(([, block]) => `shown again: ${nameOf(block)}`),
    order: judgeOrder(expected, found),
    branches: [...judgeLines(expected, found), ...judgeForks(expected, found), ...judgeBranches(tree, found)],
  };
  if (expected.agents.length > 0) Object.assign(score, { agents: judgeAgents(tree, expected, found) });
  if (expected.sessions.length > 1) Object.assign(score, { sessions: judgeSessions(tree, expected, found) });
  if (isForked) Object.assign(score, { active: judgeActive(tree, expected, found) });
  return score;
}

function judgeConservation({ sessions, agents }: ExpectedConversation, { shownOf }: Match): string[] {
  const all = [
    ...sessions.flatMap((session) => blocksIn(session)),
    ...agents.filter(isConversation).flatMap(({ blocks }) => blocks),
  ];
  return all
    .filter((block) => block.onDisk !== false && !block.optional && !shownOf.has(block))
    .map((block) => `missing: ${nameOf(block)}`);
}

/** Blocks that have a place, group by group. The result of a call stands anywhere after it. */
function unitsOf(blocks: readonly Block[], { shownOf }: Match): Block[][] {
  const units: Block[][] = [];
  for (const block of blocks) {
    // words: allow loose
    if (!shownOf.has(block) || block.kind === "result" || block.loose) continue;
    const last = units.at(-1);
    if (block.group !== undefined && last?.[0]!.group === block.group) last.push(block);
    else units.push([block]);
  }
  return units;
}

/** Each pair of blocks of which the second follows the first directly. */
function* neighbours(expected: ExpectedConversation, found: Match): Generator<readonly [Block, Block]> {
  const lines = [
    ...pathsOf(expected).map(({ above, own }) => [...above.slice(-1), ...own.blocks]),
    ...expected.agents.map(({ blocks }) => blocks),
  ];
  for (const blocks of lines) {
    const units = unitsOf(blocks, found);
    for (const [index, unit] of units.entries())
      for (const first of units[index - 1] ?? []) for (const second of unit) yield [first, second];
  }
}

function judgeOrder(expected: ExpectedConversation, found: Match): string[] {
  const { shownOf } = found;
  const faults: string[] = [];
  for (const [first, second] of neighbours(expected, found)) {
    const [a, b] = [shownOf.get(first)!, shownOf.get(second)!];
    if (
      a !== b &&
      holderOf(a, "session") === holderOf(b, "session") &&
      isAbove(b, a) &&
      !mayFollow(second, b, expected, found)
    )
      faults.push(`${nameOf(second)} comes before ${nameOf(first)}`);
  }
  const blocks = [
    ...expected.sessions.map((session) => blocksIn(session)),
    ...expected.agents.map((agent) => agent.blocks),
  ];
  for (const own of blocks)
    for (const result of own.filter(({ kind }) => kind === "result")) {
      // An id may stand for several calls.
      const calls = own.flatMap((one) => (one.kind === "call" && one.id === result.id ? (shownOf.get(one) ?? []) : []));
      const shown = shownOf.get(result);
      if (shown && calls.length > 0 && calls.every(({ index }) => index > shown.index))
        faults.push(`the result of ${result.id} comes before its call`);
    }
  return faults;
}

/** Whether a block that may stand after several others stands after one of them. */
function mayFollow(
  { mayFollow: refs = [] }: Block,
  item: ShownPart,
  expected: ExpectedConversation,
  { shownOf }: Match,
): boolean {
  const all = expected.sessions.flatMap((session) => blocksIn(session));
  return refs.some((ref) => {
    const other = shownOf.get(all.find((block) => block.ref === ref)!);
    return other !== undefined && isAbove(other, item);
  });
}

/** What follows directly must be on one path. */
function judgeLines(expected: ExpectedConversation, found: Match): string[] {
  const faults: string[] = [];
  for (const [first, second] of neighbours(expected, found)) {
    const [a, b] = [found.shownOf.get(first)!, found.shownOf.get(second)!];
    if (isAbove(a, b) || isAbove(b, a) || holderOf(a, "session") !== holderOf(b, "session")) continue;
    if (holderOf(a, "agent") === holderOf(b, "agent") && !mayFollow(second, b, expected, found))
      faults.push(`false fork: ${nameOf(second)} should continue after ${nameOf(first)}`);
  }
  return faults;
}

/** Alternatives must be on different paths, which part after the right block. */
function judgeForks(expected: ExpectedConversation, found: Match): string[] {
  return pathsOf(expected).flatMap(({ above, own }) => {
    const whole = [...above, ...own.blocks];
    const places = new Set((own.branches ?? []).map(({ after }) => after));
    return [...places].flatMap((after) => {
      const at = whole.findIndex(({ ref }) => ref === after);
      const rest = at === -1 && after !== null ? [] : [{ blocks: whole.slice(at + 1) }];
      const sides = [...rest, ...(own.branches ?? []).filter((branch) => branch.after === after)];
      return judgeFork(whole[at], sides, found);
    });
  });
}

function judgeFork(after: Block | undefined, sides: readonly Line[], found: Match): string[] {
  const firsts = sides.flatMap(({ blocks }) => unitsOf(blocks, found)[0]?.[0] ?? []);
  const faults: string[] = [];
  for (const [index, first] of firsts.entries())
    for (const second of firsts.slice(index + 1)) {
      const [a, b] = [found.shownOf.get(first)!, found.shownOf.get(second)!];
      const what = `${nameOf(first)} and ${nameOf(second)}`;
      if (isAbove(a, b) || isAbove(b, a)) {
        faults.push(`missing fork: ${what} are on one path`);
        continue;
      }
      const parting = partingOf(a, b, found);
      if (parting !== after && !(parting && after && parting.group !== undefined && parting.group === after.group))
        faults.push(`${what} part after ${nameOf(parting)}, should part after ${nameOf(after)}`);
    }
  return faults;
}

/** The last judged block that is above both. */
function partingOf(a: ShownPart, b: ShownPart, { blockOf }: Match): Block | undefined {
  for (let at: ShownPart | undefined = before(a), step = 0; at && step < 100_000; at = before(at), step++) {
    const block = blockOf.get(at);
    // words: allow loose
    if (block && block.kind !== "result" && !block.loose && isAbove(at, b)) return block;
  }
  return undefined;
}

/** A branch needs a block of its own. */
function judgeBranches({ threads }: ReadTree, { blockOf }: Match): string[] {
  return threads.flatMap((thread) =>
    thread.type === "branch" && !thread.items.some((item) => blockOf.has(item))
      ? [`a branch without an expected block: ${thread.items[0]?.text.slice(0, 60) ?? "empty"}`]
      : [],
  );
}

/** From the beginning, along what is marked active, one arrives where the person ended. */
function judgeActive({ threads }: ReadTree, expected: ExpectedConversation, found: Match): string[] {
  return expected.sessions.flatMap((session) => {
    const path = pathTo(session, session.activeLeaf ?? undefined);
    const wanted = unitsOf(
      path.filter(({ optional }) => !optional),
      found,
    ).at(-1);
    const start = threads.find(({ type, node }) => type === "session" && node["sessionId"] === session.sessionId);
    if (wanted === undefined || start === undefined) return [];
    let end: TreeThread = start;
    for (let next = activeBranch(end, threads); next; next = activeBranch(end, threads)) end = next;
    let last: ShownPart | undefined = end.items.at(-1);
    while (last && !isJudged(found.blockOf.get(last))) last = before(last);
    const block = last && found.blockOf.get(last);
    return block && wanted.includes(block)
      ? []
      : [`the active path ends with ${nameOf(block)}, should end with ${nameOf(wanted[0])}`];
  });
}

function isJudged(block: Block | undefined): boolean {
  // words: allow loose
  return block !== undefined && block.kind !== "result" && !block.loose && !block.optional;
}

function activeBranch(thread: TreeThread, threads: readonly TreeThread[]): TreeThread | undefined {
  return threads
    .filter(({ type, parent, node }) => type === "branch" && parent === thread && node["active"] === true)
    .at(-1);
}

/** The blocks from the beginning of a session to one of its blocks. */
function pathTo(session: Line, ref: string | undefined): readonly Block[] {
  const open: Array<{ above: readonly Block[]; line: Line | BranchLine }> = [{ above: [], line: session }];
  for (let next = open.pop(); next; next = open.pop()) {
    const whole = [...next.above, ...next.line.blocks];
    const at = whole.findIndex((block) => block.ref === ref);
    if (at !== -1) return whole.slice(0, at + 1);
    for (const branch of next.line.branches ?? [])
      open.push({ above: whole.slice(0, whole.findIndex((block) => block.ref === branch.after) + 1), line: branch });
  }
  return [];
}
