import { describe, expect, it } from "vitest";
import { agentsIn, threadKey, threadReference, messagesOf, tokensOf } from "../src/index.ts";
import type { Agent, FlowContent, Message, Root, Session } from "../src/index.ts";

const said = (uuid: string | undefined, more: Partial<Message> = {}): Message => ({
  type: "message",
  role: "assistant",
  actor: "claude",
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

describe("which line of conversation (timeline, 003)", () => {
  const above = { uuid: "m1", sessionId: "s" };
  const branch: FlowContent = { type: "branch", uuid: "b", rule: "rewind", from: { uuid: "m1" }, children: [] };

  it("names a session, a branch and an agent by the line that they stand on", () => {
    expect(threadReference(session("s", [said("m1")]), undefined)).toEqual({ uuid: "m1", sessionId: "s" });
    expect(threadReference(branch, above)).toEqual({ uuid: "b", sessionId: "s", branch: "b" });
    expect(threadReference(agent("a", [said("g1")]), above)).toEqual({ uuid: "g1", sessionId: "s", agentId: "a" });
  });

  it("names no root", () => {
    expect(threadReference({ type: "root", children: [] }, above)).toBeUndefined();
  });

  it.each<[string, FlowContent[], string]>([
    ["passes over agents and sessions", [agent("a", [said("g1")]), said("m2")], "m2"],
    ["takes the id of a message without uuid", [said(undefined, { id: "msg_1" })], "msg_1"],
    ["takes the first side of a line that only forks", [branch], "b"],
    ["is empty where nothing has a name", [{ type: "notice", entryType: "mode" }], ""],
  ])("the first entry %s", (_, children, uuid) => {
    expect(threadReference(session("s", children), undefined)).toEqual({ uuid, sessionId: "s" });
  });

  it("keeps lines of one id apart by what they begin with", () => {
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

  it("are found in reading order, each with its call and the line it stands on", () => {
    const found = agentsIn(tree);
    expect(
      found.map((spawned) => [spawned.agent.agentId, spawned.thread.type, spawned.call?.id, spawned.caller?.uuid]),
    ).toEqual([
      ["a", "session", "t1", "m1"],
      ["inner", "agent", undefined, undefined],
    ]);
  });

  it("say what is said in them and their branches, not in their own agents", () => {
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
    ["takes the client's total where no answer is known", agent("a", [], { usage: { total_tokens: 7 } }), 7],
    ["is nothing where nothing was recorded", agent("a", []), 0],
  ])("the count of tokens %s", (_, of, tokens) => {
    expect(tokensOf(of)).toBe(tokens);
  });
});
