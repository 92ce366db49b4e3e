import { callOf, type Match } from "./match.ts";
import { before, holderOf, lastAt, type ReadTree, type ShownPart, type TreeThread } from "./tree.ts";
import type { ExpectedConversation, ExpectedAgent } from "./types.ts";
import { blocksIn, isConversation, nameOf } from "./comparable.ts";

/** The blocks of an agent are in one agent node, at the right call, and nothing of the main conversation is in one. */
export function judgeAgents(
  { threads }: ReadTree,
  expected: ExpectedConversation,
  { shownOf, threadsOf }: Match,
): string[] {
  const faults: string[] = [];
  for (const agent of expected.agents) {
    const name = `agent ${agent.name ?? agent.spawnedBy ?? agent.mode ?? agent.ref}`;
    const own = agent.blocks.filter((block) => block.onDisk !== false && !block.optional);
    const [thread, ...more] = threadsOf.get(agent) ?? [];
    if (own.length === 0) continue;
    if (thread === undefined) {
      if (isConversation(agent)) faults.push(`${name}: no agent holds its blocks`);
      continue;
    }
    const held = new Set([thread, ...more]);
    const outside = own.filter((block) => shownOf.has(block) && !held.has(holderOf(shownOf.get(block)!, "agent")!));
    if (outside.length > 0) faults.push(`${name}: ${nameOf(outside[0])} is outside of it`);
    for (const fault of judgeCall(agent, thread, name)) faults.push(fault);
    const above = expected.agents.find(({ ref }) => ref === agent.within);
    const wanted = above && threadsOf.get(above)?.[0];
    const held2 = thread.parent && holderOf({ thread: thread.parent }, "agent");
    if (agent.mode !== "warmup" && held2 !== wanted) faults.push(`${name}: is not inside ${agent.within}`);
  }
  const used = new Set([...threadsOf.values()].flat());
  for (const thread of threads)
    if (thread.type === "agent" && !used.has(thread) && thread.items.some(({ kind }) => kind !== "client"))
      faults.push(`unexpected agent ${String(thread.node["agentId"])}`);
  for (const block of expected.sessions.flatMap((session) => blocksIn(session))) {
    const shown = shownOf.get(block);
    if (shown && holderOf(shown, "agent")) faults.push(`${nameOf(block)} of the main conversation is inside an agent`);
  }
  return faults;
}

function judgeCall({ spawnedBy, name: wanted, mode }: ExpectedAgent, thread: TreeThread, name: string): string[] {
  const call = callOf(thread);
  if (spawnedBy === null) return call === undefined ? [] : [`${name}: is at call ${call}, but no call spawned it`];
  if (call === spawnedBy || (call === undefined && wanted !== undefined && thread.node["name"] === wanted)) return [];
  return [`${name} (${mode}): is at call ${call ?? "nowhere"}, should be at ${spawnedBy}`];
}

/** Each session has one node with its own blocks, which hangs after the block that it continues. */
export function judgeSessions(
  { threads }: ReadTree,
  expected: ExpectedConversation,
  { shownOf, blockOf }: Match,
): string[] {
  const all = expected.sessions.flatMap((session) => blocksIn(session));
  return expected.sessions.flatMap((session) => {
    const name = `session ${session.sessionId.slice(0, 8)}`;
    const nodes = threads.filter(({ type, node }) => type === "session" && node["sessionId"] === session.sessionId);
    if (nodes.length !== 1) return [`${name}: ${nodes.length} nodes`];
    const thread = nodes[0]!;
    const wrong = blocksIn(session).find((block) => {
      const shown = shownOf.get(block);
      return shown !== undefined && holderOf(shown, "session") !== thread;
    });
    if (wrong) return [`${name}: ${nameOf(wrong)} is in another session`];
    const place = lastJudged(lastAt(thread.leaves), blockOf);
    if (session.continues === null)
      return place === undefined && thread.parent?.type === "root"
        ? []
        : [`${name}: continues nothing, but hangs after ${nameOf(place)}`];
    const wanted = all.find(({ ref }) => ref === session.continues!.afterBlock);
    const isThere =
      place !== undefined && (place === wanted || (place.group !== undefined && place.group === wanted?.group));
    return isThere ? [] : [`${name}: hangs after ${nameOf(place)}, should hang after ${nameOf(wanted)}`];
  });
}

function lastJudged(item: ShownPart | undefined, blockOf: Match["blockOf"]) {
  let at = item;
  for (let step = 0; at && step < 100_000; step++) {
    const block = blockOf.get(at);
    // words: allow loose
    if (block && block.kind !== "result" && !block.loose) return block;
    at = before(at);
  }
  return undefined;
}
