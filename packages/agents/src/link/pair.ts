import type { ThreadInfo, Link, LinkView, UnlinkedThread } from "@ccdag/core";
import { type Call, recordOf } from "./calls.ts";
import { linkTo } from "./link-to.ts";

/**
 * Pair agents with calls that fit them: the k-th agent, by time, gets the k-th call. A call spawns one agent. No agent
 * is spawned by one of its own calls or by an agent below it, although a prompt that is passed on word for word fits
 * there too. Calls that were made after an agent began, or had their result before, are tried last. If another call
 * would fit as well, a warning is reported.
 *
 * @param open threads without a link; agents of workflows are skipped, because no call names them one by one.
 * @param view the graph.
 * @param fitting the calls that fit an agent, by time.
 * @param because what the two have in common.
 */
export function* pair(
  open: readonly UnlinkedThread[],
  view: LinkView,
  fitting: (thread: UnlinkedThread) => readonly Call[],
  because: string,
): Generator<Link> {
  for (const thread of [...open].sort((a, b) => view.compare(a.root, b.root))) {
    const { info } = thread;
    if (info.spawnedAt || isClients(info) || info.agent!.mode === "workflow") continue;
    const [call, other] = choose(fitting(thread), thread, view);
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

/** The first two free calls of the best rank: by session, then by time. */
function choose(calls: readonly Call[], thread: UnlinkedThread, view: LinkView): Call[] {
  const ranks: Call[][] = [[], [], [], []];
  for (const call of calls) {
    if (view.isClaimed(call)) continue;
    const isOther = view.threadOf(call.entry).sessionId !== thread.info.sessionId;
    const rank = ranks[Number(isOther) * 2 + Number(!isWhileOpen(call, thread, view))]!;
    if (rank.length < 2 && !view.isAbove(thread.info, call.entry)) rank.push(call);
    if (ranks[0]!.length === 2) break;
  }
  return ranks.find((rank) => rank.length > 0) ?? [];
}

/** Whether an agent began after a call and before its result, if that is no receipt. */
function isWhileOpen(call: Call, { root }: UnlinkedThread, { timeOf }: LinkView): boolean {
  const time = timeOf(root);
  if (timeOf(call.entry) > time) return false;
  const { isAsync, status } = recordOf(call);
  if (call.result === undefined || isAsync === true || status === "teammate_spawned") return true;
  return time <= timeOf(call.result);
}
