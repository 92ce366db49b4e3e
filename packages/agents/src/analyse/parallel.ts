import type { Agent, SpawnedAgent, Message, ToolCall } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import type { ParallelGroup } from "./report.ts";

/** Groups of agents that were called in one message, in reading order. */
export function parallelGroups(agents: readonly SpawnedAgent[]): ParallelGroup[] {
  const called = agents.filter(
    (spawned): spawned is Called => spawned.call !== undefined && spawned.caller !== undefined,
  );
  return [...groupBy(called, ({ caller }) => caller)].flatMap(([caller, group]) =>
    group.length < 2 || caller.uuid === undefined ? [] : toGroup(caller.uuid, caller, group),
  );
}

type Called = SpawnedAgent & { readonly call: ToolCall; readonly caller: Message };

function toGroup(uuid: string, { children }: Message, group: readonly Called[]): ParallelGroup {
  const order = new Map(children.map((child, index) => [child, index]));
  const invoked = [...group].sort((a, b) => order.get(a.call)! - order.get(b.call)!);
  const ended = invoked.filter((one) => endOf(one) !== undefined);
  const completed = [...ended].sort((a, b) => endOf(a)! - endOf(b)!);
  return {
    uuid,
    invoked: invoked.map(idOf),
    completed: completed.map(idOf),
    isReordered: completed.some((one, index) => one !== ended[index]),
  };
}

/** When an agent ended: at the result of its call; in the background, at its last entry. */
function endOf({ agent, call }: Called): number | undefined {
  return call.result && !call.result.receipt ? (call.result.timestamp ?? agent.endedAt) : agent.endedAt;
}

function idOf({ agent }: { agent: Agent }): string {
  return agent.agentId;
}
