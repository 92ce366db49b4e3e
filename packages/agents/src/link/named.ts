import type { Link, OpenLine } from "@ccdag/core";
import type { Call, CallIndex } from "./calls.ts";
import { linkTo } from "./link-to.ts";

/** The first call, by time, whose result names each agent. */
export function firstById(
  calls: readonly Call[],
  idsOf: (call: Call) => Iterable<string | undefined>,
): Map<string, Call> {
  const named = new Map<string, Call>();
  for (const call of calls) for (const id of idsOf(call)) if (id !== undefined && !named.has(id)) named.set(id, call);
  return named;
}

/** Hang each open line on the call whose result names its agent. */
export function* linkNamed(
  open: readonly OpenLine[],
  named: ReadonlyMap<string, Call>,
  because: (id: string) => string,
  index: CallIndex,
): Generator<Link> {
  for (const { info } of open) {
    const call = named.get(info.agent!.agentId);
    if (call) yield linkTo(info, call, because(call.id), index);
  }
}
