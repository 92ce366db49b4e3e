import { describe, expect, it } from "vitest";
import { agentsIn, isRunByClient, threadKey, threadReference, messagesOf, tokensOf } from "../src/index.ts";
import type { Agent, FlowContent, Message, Root, Session } from "../src/index.ts";

const said = (uuid: string | undefined, more: Partial<Message> = {}): Message => ({
  type: "message",
  role: "assistant",
  actor: "assistant",
  origin: "reply",
  ...(uuid === undefined ? {} : { uuid }),
  uuids: uuid === undefined ? [] : [uuid],
  timestamp: 0,
  children: [],
  ...more,
});
const agent = (agentId: string, children: FlowContent[], more: Partial<Agent> = {}): Agent => ({
  type: "agent",
  agentId,
  mode: "sync",
  nestingLevel: 1,
  from: { rule: "prompt-exact" },
  messageCount: children.length,
  children,
  ...more,
});
const session = (sessionId: string, children: FlowContent[]): Session => ({ type: "session", sessionId, children });

describe("threadReference and threadKey (timeline, 003)", () => {
  const above = { uuid: "m1", sessionId: "s" };
  const branch: FlowContent = { type: "branch", uuid: "b", rule: "rewind", from: { uuid: "m1" }, children: [] };

  it("names a session, a branch and an agent by their parent thread", () => {
    expect(threadReference(session("s", [said("m1")]), undefined)).toEqual({ uuid: "m1", sessionId: "s" });
    expect(threadReference(branch, above)).toEqual({ uuid: "b", sessionId: "s", branch: "b" });
    expect(threadReference(agent("a", [said("g1")]), above)).toEqual({ uuid: "g1", sessionId: "s", agentId: "a" });
  });

  it("names no root", () => {
    expect(threadReference({ type: "root", children: [] }, above)).toBeUndefined();
  });

  it.each<[string, FlowContent[], string]>([
    ["skips agents and sessions", [agent("a", [said("g1")]), said("m2")], "m2"],
    ["is the id of a message without a uuid", [said(undefined, { id: "msg_1" })], "msg_1"],
    ["is that of the first branch of a thread that only forks", [branch], "b"],
    ["is empty if no node has an id", [{ type: "notice", entryType: "mode" }], ""],
  ])("the first entry %s", (_, children, uuid) => {
    expect(threadReference(session("s", children), undefined)).toEqual({ uuid, sessionId: "s" });
  });

  it("distinguishes threads of one id by their first entry", () => {
    const keys = [above, { ...above, uuid: "m2" }, { ...above, branch: "b" }, { ...above, agentId: "a" }].map(
      threadKey,
    );
    expect(new Set(keys).size).toBe(4);
  });
});

describe("agents of a tree (A003, A021)", () => {
  const inner = agent("inner", [said("i1")]);
  const a = agent("a", [said("g1", { children: [{ type: "text", value: "x" }] }), inner], {
    from: { rule: "result-agent-id", toolUseId: "t1" },
  });
  const call = { type: "toolCall" as const, id: "t1", name: "Task", input: {}, agents: ["a"] };
  const caller = said("m1", { children: [call, { type: "toolCall", id: "t2", name: "Bash", input: {} }] });
  const notice: FlowContent = { type: "notice", entryType: "mode" };
  const tree: Root = { type: "root", children: [session("s", [notice, caller, a])] };

  it("are found in reading order, each with its call and its thread", () => {
    const found = agentsIn(tree);
    expect(
      found.map((spawned) => [spawned.agent.agentId, spawned.thread.type, spawned.call?.id, spawned.caller?.uuid]),
    ).toEqual([
      ["a", "session", "t1", "m1"],
      ["inner", "agent", undefined, undefined],
    ]);
  });

  it("have their own messages and those of their branches, not those of agents that they spawned", () => {
    const branch: FlowContent = {
      type: "branch",
      uuid: "b",
      rule: "rewind",
      from: { uuid: "g1" },
      children: [said("b1")],
    };
    expect(messagesOf({ ...a, children: [...a.children, branch] }).map((message) => message.uuid)).toEqual([
      "g1",
      "b1",
    ]);
  });

  it.each<[string, Agent, number]>([
    ["adds up the answers", agent("a", [said("x", { usage: { input_tokens: 2, output_tokens: 3 } })]), 5],
    ["is the client's total if no answer is known", agent("a", [], { usage: { total_tokens: 7 } }), 7],
    ["is 0 if no usage was recorded", agent("a", []), 0],
  ])("the count of tokens %s", (_, counted, tokens) => {
    expect(tokensOf(counted)).toBe(tokens);
  });
});

it("an agent without a call is run by the client", () => {
  const modes = ["warmup", "internal", "sync", "background"] as const;
  expect(modes.map((mode) => isRunByClient({ mode }))).toEqual([true, true, false, false]);
});
