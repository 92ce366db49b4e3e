import type { ThreadInfo, Link, LinkView, UnlinkedThread } from "@ccdag/core";
import type { Call, CallList } from "./call-list.ts";
import { FreeCalls } from "./free-calls.ts";
import { linkTo } from "./link-to.ts";

/**
 * Pair agents with calls that fit them: the k-th agent, by time, gets the k-th call. A call spawns one agent. No agent
 * is spawned by one of its own calls or by an agent below it, although a prompt that is passed on word for word fits
 * there too. Calls that were made after an agent began, or had their result before, are tried last. If another call
 * would fit as well, a warning is reported. An agent whose session was not read is not paired: the prompt may occur in any
 * session.
 *
 * @param open threads without a link; agents of workflows are skipped, because no call names them one by one.
 * @param view the graph.
 * @param fitting the calls that fit an agent, in one or several lists.
 * @param because what the two have in common.
 */
export function* pair(
  open: readonly UnlinkedThread[],
  view: LinkView,
  fitting: (thread: UnlinkedThread) => readonly CallList[],
  because: string,
): Generator<Link> {
  const choose = createChoice(view);
  for (const thread of [...open].sort((a, b) => view.compare(a.root, b.root))) {
    const { info } = thread;
    if (info.spawnedAt || isClients(info) || info.agent!.mode === "workflow" || view.isHomeless(info)) continue;
    const [call, other] = choose(fitting(thread), thread);
    if (call === undefined) continue;
    const reason = `Unexpected several calls that fit agent ${info.agent!.agentId} (${because}), the first that is free is taken`;
    yield {
      ...linkTo(info, call, because),
      warning: other ? { rule: "ambiguous-anchor", reason } : undefined,
    };
  }
}

/** Whether the client runs an agent by itself, so that no call spawned it. */
export function isClients({ agent }: ThreadInfo): boolean {
  return agent?.mode === "internal" || agent?.mode === "warmup";
}

/**
 * A function that gives the first two free calls of the best rank: by session, then by time. It is to be asked for
 * threads in the order of their times.
 */
function createChoice(view: LinkView): (lists: readonly CallList[], thread: UnlinkedThread) => readonly Call[] {
  const free = new Map<CallList, FreeCalls>();
  const open = new Map<CallList, FreeCalls>();
  return (lists, { info, root }) => {
    const own = lists.flatMap((list) => list.inSession(info.sessionId) ?? []);
    const near = lists.flatMap((list) => list.inFamily(info) ?? []);
    for (const [of, known] of [
      [own, open],
      [own, free],
      [near, open],
      [near, free],
    ] as const) {
      const found = new Set(of.flatMap((list) => callsIn(list, known).firstTwo(info, view.timeOf(root))));
      if (found.size > 0) return [...found].sort((a, b) => a.index - b.index).slice(0, 2);
    }
    return [];
  };

  function callsIn(list: CallList, known: Map<CallList, FreeCalls>): FreeCalls {
    const calls = known.get(list) ?? new FreeCalls(list.all, view, known === open);
    known.set(list, calls);
    return calls;
  }
}
