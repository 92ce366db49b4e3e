import { type Agent, agentsIn, isRunByClient, isThread, type Nodes, type Root, walk } from "@ccdag/ccast";
import { groupBy } from "@ccdag/core";
import { parallelGroups } from "./parallel.ts";
import type { AgentReport, AgentRow, Pattern, TypeRow } from "./report.ts";
import { toRow } from "./row.ts";

export type { AgentReport, AgentRow, TypeRow } from "./report.ts";

/**
 * Analyse the agents of a tree: which were called, how deep, for how long, what for, and how they ended.
 *
 * @param tree the finished tree, also after a transform, or the `tree` of a JSON file of ccdag.
 * @returns plain data.
 */
export function analyse(tree: Root): AgentReport {
  const owners = ownersOf(tree);
  const spawned = agentsIn(tree);
  const called = spawned.filter(({ agent }) => !isRunByClient(agent));
  const rows = called.map((one) => toRow(one, owners.get(one.agent)!.sessionId, owners.get(one.agent)!.parent));
  return sumUp(rows, {
    parallel: parallelGroups(called),
    ...countMessages(tree),
    internal: spawned.length - called.length,
  });
}

/**
 * Join the reports of several trees, such as the sessions of a project, to the report of a tree with all of them.
 *
 * @param reports in reading order.
 */
export function joinReports(reports: readonly AgentReport[]): AgentReport {
  const sum = (count: (report: AgentReport) => number) => reports.reduce((all, report) => all + count(report), 0);
  return sumUp(
    reports.flatMap(({ agents }) => agents),
    {
      parallel: reports.flatMap(({ parallel }) => parallel),
      mainMessages: sum(({ mainMessages }) => mainMessages),
      agentMessages: sum(({ agentMessages }) => agentMessages),
      internal: sum(({ internal }) => internal),
    },
  );
}

/** The sums over agents, beside what is not counted on them. */
function sumUp(
  rows: readonly AgentRow[],
  { parallel, ...counts }: Pick<AgentReport, "parallel" | "mainMessages" | "agentMessages" | "internal">,
): AgentReport {
  const ids = (test: (row: AgentRow) => boolean) => rows.filter(test).map(({ agentId }) => agentId);
  const patterns: Record<Pattern, number> = { refinement: 0, clarification: 0, "error-recovery": 0 };
  for (const pattern of rows.flatMap((row) => row.patterns)) patterns[pattern]++;
  return {
    agents: rows,
    types: typesOf(rows),
    parallel,
    patterns,
    mainMessages: counts.mainMessages,
    agentMessages: counts.agentMessages,
    maxNestingLevel: rows.reduce((max, { nestingLevel }) => Math.max(max, nestingLevel), 0),
    internal: counts.internal,
    incomplete: ids(({ isIncomplete }) => isIncomplete),
    orphaned: ids(({ isOrphaned }) => isOrphaned),
    missing: ids(({ isMissing }) => isMissing),
  };
}

interface Owner {
  readonly sessionId: string;
  readonly parent: Agent | undefined;
}

/** The session and the parent agent of each agent. */
function ownersOf(tree: Root): Map<Agent, Owner> {
  const above = new Map<Nodes, Owner>([[tree, { sessionId: "", parent: undefined }]]);
  const owners = new Map<Agent, Owner>();
  walk(tree, (node, thread) => {
    if (!isThread(node) || thread === undefined) return;
    const owner = above.get(thread)!;
    if (node.type === "agent") owners.set(node, owner);
    above.set(node, {
      sessionId: node.type === "session" ? node.sessionId : owner.sessionId,
      parent: node.type === "agent" ? node : owner.parent,
    });
  });
  return owners;
}

function typesOf(rows: readonly AgentRow[]): TypeRow[] {
  const types = [...groupBy(rows, ({ agentType }) => agentType)].map(([agentType, ofType]): TypeRow => {
    const sum = (value: (row: AgentRow) => number) => ofType.reduce((all, row) => all + value(row), 0);
    return {
      agentType,
      invocations: ofType.length,
      messages: sum(({ messages }) => messages),
      toolUses: sum(({ toolUses }) => toolUses),
      tokens: sum(({ tokens }) => tokens),
      durationMs: sum(({ durationMs = 0 }) => durationMs),
      maxNestingLevel: ofType.reduce((max, { nestingLevel }) => Math.max(max, nestingLevel), 0),
      incomplete: sum(({ isIncomplete }) => Number(isIncomplete)),
    };
  });
  return types.sort((a, b) => b.invocations - a.invocations || (a.agentType < b.agentType ? -1 : 1));
}

function countMessages(tree: Root): { mainMessages: number; agentMessages: number } {
  const inside = new Set<Nodes>();
  let mainMessages = 0;
  let agentMessages = 0;
  walk(tree, (node, parent) => {
    if (node.type === "agent" || (parent && inside.has(parent))) inside.add(node);
    if (node.type !== "message") return;
    if (inside.has(node)) agentMessages++;
    else mainMessages++;
  });
  return { mainMessages, agentMessages };
}
