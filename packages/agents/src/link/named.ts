import type { Link, LinkView, OpenLine } from "@ccdag/core";
import { type Call, type CallIndex, inSession } from "./calls.ts";
import { linkTo } from "./link-to.ts";

/**
 * Hang each open line on the call whose result names its agent: one of its own session before others, and of several
 * the first. An agent that is taken up again is named by a later one too.
 *
 * @param calls calls by time.
 * @param idsOf the agents that the result of a call names.
 */
export function* linkNamed(
  open: readonly OpenLine[],
  calls: readonly Call[],
  idsOf: (call: Call) => Iterable<string | undefined>,
  { because, index, view }: { because: (id: string) => string; index: CallIndex; view: LinkView },
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
    if (call) yield linkTo(info, call, because(call.id), index);
  }
}
