import type { Agent, FlowContent, Root } from "@ccdag/ccast";
import {
  buildDag,
  buildSessions,
  extractThreads,
  parseEntries,
  type ReadOptions,
  resolveRules,
  toCcast,
} from "@ccdag/core";
import { agents } from "../src/index.ts";

type Json = Record<string, unknown>;
export const jsonl = (...records: Json[]): string => records.map((record) => `${JSON.stringify(record)}\n`).join("");

/** Read files with the agents extension; sidecars by path. */
export function read(
  files: Readonly<Record<string, string>>,
  sidecars: Readonly<Record<string, unknown>> = {},
  named?: ReadOptions["named"],
) {
  const messages: Array<string | undefined> = [];
  const options = {
    rules: resolveRules([agents()]),
    sidecars: new Map(Object.entries(sidecars)),
    named,
    report: ({ ruleId }: { ruleId?: string | undefined }) => void messages.push(ruleId),
  };
  const dag = buildDag(
    Object.entries(files).flatMap(([path, value]) => [...parseEntries({ path, value })]),
    options,
  );
  const sessions = buildSessions(dag, extractThreads(dag, options), options);
  const tree = toCcast(sessions, options);
  return { tree, dag, sessions, messages, agents: agentsOf(tree) };
}

/** Each agent: its id, kind, call, the rule that found it, and its level. */
export const spawned = ({ agents: found }: ReturnType<typeof read>): string[] =>
  found.map(
    ({ agentId, mode, from, nestingLevel }) =>
      `${agentId} ${mode} ${from.toolUseId ?? "-"} ${from.rule} ${nestingLevel}`,
  );

/** A main file: one message with calls, their results, and an end. */
export const main = (...calls: Array<[id: string, prompt: string, toolUseResult?: object | undefined]>): string =>
  jsonl(
    said("a", null, ...calls.map(([id, prompt]) => task(id, prompt))),
    ...calls.map(([id, , toolUseResult], index) =>
      user(`r${index}`, "a", [result(id)], toolUseResult ? { toolUseResult } : {}),
    ),
    said("z", `r${calls.length - 1}`, { type: "text", text: "done" }),
  );

function agentsOf(tree: Root): Agent[] {
  const found: Agent[] = [];
  const open: FlowContent[] = [...tree.children];
  for (let node = open.shift(); node; node = open.shift()) {
    if (node.type === "agent") found.push(node);
    if ("children" in node && (node.type === "session" || node.type === "branch" || node.type === "agent"))
      open.push(...node.children);
  }
  return found;
}

export const user = (uuid: string, parentUuid: string | null, content: unknown, more: Json = {}): Json => ({
  type: "user",
  uuid,
  parentUuid,
  sessionId: "s1",
  timestamp: "2026-01-01T00:00:00Z",
  message: { content },
  ...more,
});
export const said = (uuid: string, parentUuid: string | null, ...content: Json[]): Json => ({
  type: "assistant",
  uuid,
  parentUuid,
  sessionId: "s1",
  timestamp: "2026-01-01T00:00:00Z",
  message: { id: `m-${uuid}`, model: "claude", content },
});
export const task = (id: string, prompt: string, more: Json = {}): Json => ({
  type: "tool_use",
  id,
  name: "Task",
  input: { prompt, subagent_type: "scout", description: "look", ...more },
});
export const result = (id: string, content: unknown = "done"): Json => ({
  type: "tool_result",
  tool_use_id: id,
  content,
});
/** An agent's file: its prompt and an answer. */
export const side = (name: string, prompt: string, more: Json = {}): string =>
  jsonl(user(`${name}1`, null, prompt, { isSidechain: true, agentId: name, ...more }), {
    ...said(`${name}2`, `${name}1`, { type: "text", text: "found" }),
    isSidechain: true,
    agentId: name,
  });
