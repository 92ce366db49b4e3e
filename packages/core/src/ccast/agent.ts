import type { Agent } from "@ccdag/ccast";
import { family } from "../line/active.ts";
import type { DagLine } from "../line/line.ts";
import type { SessionTree } from "../session/session.ts";

/** The head of an agent, from what the link rules found. */
export function toAgent(line: DagLine, { dag, attachment }: SessionTree, nestingLevel: number): Agent {
  const { anchor, ...info } = line.info.agent!;
  const times = family(line).flatMap(({ entries }) => entries.map(dag.timeOf).filter((time) => time > 0));
  const from = { ...anchor, rule: anchor?.rule ?? (attachment(line) ? "sidechain-parent" : "unanchored-agent") };
  return {
    type: "agent",
    ...info,
    nestingLevel,
    from: { uuid: from.uuid ?? attachment(line)?.at.uuid, toolUseId: from.toolUseId, rule: from.rule },
    messageCount: family(line).reduce((sum, { entries }) => sum + entries.filter(({ message }) => message).length, 0),
    startedAt: times.length > 0 ? times.reduce((a, b) => Math.min(a, b)) : undefined,
    endedAt: times.length > 0 ? times.reduce((a, b) => Math.max(a, b)) : undefined,
    children: [],
  };
}
