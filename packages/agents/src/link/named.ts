import type { Link, LinkView, UnlinkedThread } from "@ccdag/core";
import { type Call, listCalls } from "./call-list.ts";
import { linkTo } from "./link-to.ts";

/**
 * Link each thread to the call whose result names its agent: a call of the same session if possible, and the first of
 * several, because a later call that resumes the agent names it too.
 *
 * @param open the threads without a link.
 * @param calls calls by time.
 * @param idsOf the agents that the result of a call names.
 * @param where in which part of the result.
 * @param view the graph.
 */
export function* linkNamed(
  open: readonly UnlinkedThread[],
  calls: readonly Call[],
  idsOf: (call: Call) => Iterable<string | undefined>,
  where: string,
  view: LinkView,
): Generator<Link> {
  const named = new Map<string, Call[]>();
  for (const call of calls)
    for (const id of new Set(idsOf(call))) {
      if (id === undefined) continue;
      const same = named.get(id);
      if (same) same.push(call);
      else named.set(id, [call]);
    }
  const lists = listCalls(named, view);
  for (const { info } of open) {
    const call = lists.get(info.agent!.agentId)?.firstOutside(info);
    if (call) yield linkTo(info, call, `${where} ${call.id} names the agent`);
  }
}
