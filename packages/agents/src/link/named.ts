import type { Link, LinkView, UnlinkedThread } from "@ccdag/core";
import { type Call, inSession } from "./calls.ts";
import { linkTo } from "./link-to.ts";

/**
 * Hang each open line on the call whose result names its agent: one of its own session before others, and of several
 * the first. An agent that is taken up again is named by a later one too.
 *
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
  for (const { info } of open) {
    const fit = (named.get(info.agent!.agentId) ?? []).filter(({ entry }) => !view.isAbove(info, entry));
    const call = inSession(fit, info, view)[0];
    if (call) yield linkTo(info, call, `${where} ${call.id} names the agent`);
  }
}
