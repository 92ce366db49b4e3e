import type { Agent } from "@ccdag/ccast";
import { validTime } from "../attributes.ts";
import { addHidden, addSpan, type Draft, type ThreadFrame, holderOf } from "./draft.ts";
import type { SpanPlan } from "./span-plan.ts";

/** Add an agent below the call that spawned it, and its answers that only progress records hold. */
export function addAgent(draft: Draft, frame: ThreadFrame, node: Agent): SpanPlan {
  const { agentId, from, startedAt, endedAt, continues, calls = [] } = node;
  const { toolUseId } = from;
  const call =
    toolUseId === undefined ? undefined : (draft.calls.get(`${toolUseId}\n${agentId}`) ?? draft.calls.get(toolUseId));
  const span = addSpan(
    draft,
    { kind: "agent", node },
    {
      key: [agentId],
      parent: call ?? holderOf(frame),
      branch: frame.branch,
      start: validTime(startedAt),
      end: validTime(endedAt),
    },
  );
  addHidden(span, node);
  if (continues) span.links.push({ to: continues, relation: "continues" });
  for (const one of calls) {
    const time = validTime(one.timestamp) ?? span.start;
    const [used, ...advisers] = draft.usage.calls.get(one) ?? [];
    const given = { branch: frame.branch, start: time, isUntimed: one.timestamp === undefined };
    const key = [agentId, one.messageId];
    const below = addSpan(draft, { kind: "model", call: one, used }, { ...given, key, parent: span });
    for (const adviser of advisers)
      addSpan(draft, { kind: "model", call: undefined, used: adviser }, { ...given, key, parent: below });
  }
  return span;
}
