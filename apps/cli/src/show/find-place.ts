import { type Agent, findAgents, findEntry, type Root } from "@ccdag/ccast";
import { anchorName } from "@ccdag/mdast/anchor-name";
import { RequestError } from "@ccdag/pipeline/tables";
import { turnName } from "@ccdag/report";

/** A place in a session. */
export interface NamedPart {
  /** What is shown: an agent by itself, or the session (default: the session). */
  readonly agent?: Agent | undefined;
  /** The entry, if it is one. */
  readonly uuid?: string | undefined;
  /** The name of the place in the text; absent for its beginning. */
  readonly name?: string | undefined;
  /** What is shown instead of what was asked for. */
  readonly remark?: string | undefined;
}

/**
 * Find what is meant behind the `#` of an address: an entry, a branch, an agent or a turn.
 *
 * @param tree the session.
 * @param word as typed: an id or its beginning, or `turn-3`.
 * @param address the address as typed.
 * @throws RequestError if it means nothing or several things.
 */
export function findPlace(tree: Root, word: string, address: string): NamedPart {
  const turn = /^turn-(\d+)$/.exec(word)?.[1];
  if (turn !== undefined) return { name: turnName(Number(turn)) };
  const agents = findAgents(tree, word);
  const [agent] = agents;
  if (agents.length === 1 && agent?.missing && agent.from.uuid !== undefined)
    return {
      ...findPlace(tree, agent.from.uuid, address),
      remark: `Agent ${agent.agentId} has no transcript; this is the call that spawned it, with its answer`,
    };
  if (agents.length === 1) return { agent };
  // A branch has the id of its first entry, and a heading above it.
  const found = [...findEntry(tree, word, "branch"), ...findEntry(tree, word)];
  const uuids = [...new Set(found.map(({ uuid }) => uuid))];
  if (agents.length + uuids.length > 1)
    throw new RequestError(
      `\`${address}\` matches ${[...agents.map(({ agentId }) => agentId), ...uuids].join(", ")}; type more of the id`,
    );
  const [entry] = found;
  if (entry === undefined)
    throw new RequestError(
      `Unexpected \`${word}\` in \`${address}\`, expected an entry, a branch, an agent, or a turn like turn-3`,
    );
  const { uuid, node, threads } = entry;
  const own = threads.findLast((thread) => thread.type === "agent");
  return {
    agent: own?.type === "agent" ? own : undefined,
    uuid,
    name: anchorName(`${node.type === "branch" && node.uuid === uuid ? "branch" : "msg"}-${uuid}`),
  };
}
