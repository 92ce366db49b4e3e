import { describe, expect, it } from "vitest";
import type { Agent, Branch, Compaction, FlowContent, Message, Root, Session, ToolCall } from "../src/index.ts";
import {
  emptyCounts,
  emptyUsage,
  factsOf,
  joinSessions,
  type SessionCounts,
  sessionColumns,
  valuesOf,
} from "../src/index.ts";

const prompt = (uuid: string, timestamp?: number): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin: "prompt",
  uuid,
  uuids: [uuid],
  timestamp,
  children: [],
});
const answer = (uuid: string, ...children: ToolCall[]): Message => ({
  type: "message",
  role: "assistant",
  actor: "assistant",
  origin: "reply",
  uuid,
  uuids: [uuid],
  children,
});
const call = (id: string, isError?: true): ToolCall => ({
  type: "toolCall",
  id,
  name: "Read",
  input: {},
  result: { type: "toolResult", isError, children: [] },
});
const compaction = (uuid: string, timestamp?: number): Compaction => ({
  type: "compaction",
  uuid,
  uuids: [uuid],
  timestamp,
  trigger: "manual",
  children: [],
});
const branch = (uuid: string, ...children: FlowContent[]): Branch => ({
  type: "branch",
  uuid,
  rule: "rewind",
  from: { uuid: "x" },
  children,
});
const agent = (more: Partial<Agent>, ...children: FlowContent[]): Agent => ({
  type: "agent",
  agentId: "g",
  mode: "sync",
  nestingLevel: 1,
  from: { rule: "prompt-exact" },
  messageCount: children.length,
  children,
  ...more,
});
const session = (sessionId: string, ...children: FlowContent[]): Session => ({ type: "session", sessionId, children });
const countsOf = (...children: FlowContent[]): SessionCounts => {
  const root: Root = { type: "root", children: [session("s", ...children)] };
  const [{ depth: _, usage: __, ...counts }] = [...factsOf(root).values()] as [ReturnType<typeof facts>];
  return counts;
};
const facts = (root: Root) => [...factsOf(root).values()][0]!;

describe("factsOf", () => {
  it.each<[string, FlowContent[], Partial<SessionCounts>]>([
    ["an empty session has one branch", [], {}],
    ["prompts are messages that begin a turn", [prompt("u"), answer("a")], { messages: 2, prompts: 1 }],
    [
      "messages of branches count as those of the session, and each way on is a branch",
      [prompt("u"), branch("b", prompt("b")), branch("c", prompt("c"), answer("d"))],
      { messages: 4, prompts: 3, branches: 2 },
    ],
    [
      "a fork in a branch adds one",
      [
        prompt("u"),
        branch("b", answer("b"), branch("c", prompt("c")), branch("d", prompt("d"))),
        branch("e", prompt("e")),
      ],
      { messages: 5, prompts: 4, branches: 3 },
    ],
    [
      "calls of the session and of its agents are apart, and failed ones are those of the session",
      [answer("a", call("1"), call("2", true)), agent({}, answer("b", call("3", true)))],
      { messages: 1, messagesOfAgents: 1, toolCalls: 2, failedToolCalls: 1, toolCallsOfAgents: 1, agents: 1 },
    ],
    [
      "agents of agents count, those without a transcript too; those of the client are apart",
      [
        agent({}, answer("a"), agent({ missing: true })),
        agent({ mode: "warmup" }, answer("b")),
        branch("c", answer("c"), agent({})),
      ],
      { messages: 1, messagesOfAgents: 2, agents: 3, agentsMissing: 1, agentsOfClient: 1 },
    ],
    [
      "a fork in an agent is no branch of the session",
      [answer("a"), agent({}, branch("b", answer("b")), branch("c", answer("c")))],
      { messages: 1, messagesOfAgents: 2, agents: 1 },
    ],
    [
      "times are those of messages and compactions, of agents too; no valid date is ignored",
      [prompt("u", 5000), compaction("c", 9000), agent({}, prompt("v", 4000)), prompt("w", 1e20)],
      { messages: 2, prompts: 2, messagesOfAgents: 1, compactions: 1, agents: 1, from: 4000, to: 9000 },
    ],
  ])("%s", (_, children, counts) => {
    expect(countsOf(...children)).toEqual({ ...emptyCounts(), ...counts });
  });

  it("the context is longest at a call of the session or of its branches; agents have windows of their own", () => {
    const said = (uuid: string, input: number, cached: number): Message => ({
      ...answer(uuid),
      id: `id-${uuid}`,
      model: "claude-x",
      usage: { input_tokens: input, cache_read_input_tokens: cached, output_tokens: 9 },
    });
    const children = [said("a", 10, 20), branch("b", said("b", 100, 300)), agent({}, said("c", 5000, 0))];
    expect(countsOf(...children)).toMatchObject({ contextPeak: 400, contextWindow: 200_000 });
    const [small, large] = [countsOf(said("a", 1, 0)), countsOf(said("b", 300_000, 0))];
    expect(joinSessions([small, large, {}])).toMatchObject({ contextPeak: 300_000, contextWindow: 1_000_000 });
  });

  it("a session that continues another one is counted by itself, one deeper", () => {
    const second = session("second", prompt("b", 2000));
    const root: Root = { type: "root", children: [session("first", prompt("a", 1000), second)] };
    const found = [...factsOf(root)].map(([{ sessionId }, { depth, messages, from }]) => [
      sessionId,
      depth,
      messages,
      from,
    ]);
    expect(found).toEqual([
      ["first", 0, 1, 1000],
      ["second", 1, 1, 2000],
    ]);
  });
});

describe("columns of sessions", () => {
  it("what is not known is omitted; a cost is known with prices only", () => {
    const usage = { ...emptyUsage(), input: 2, cacheRead: 30, output: 4, cost: 0.5 };
    expect(valuesOf({ messages: 0, usage }, ["messages", "agents", "cost", "tokensRead", "tokens", "length"])).toEqual({
      messages: 0,
      tokensRead: 32,
      tokens: 36,
    });
    expect(valuesOf({ usage, isPriced: true, from: 1, to: 4 }, ["cost", "length"])).toEqual({ cost: 0.5, length: 3 });
  });

  it("a list can show each of them", () => {
    const usage = {
      ...emptyUsage(),
      calls: 2,
      input: 1,
      cacheRead: 10,
      cacheWrite: 100,
      output: 5,
      cost: 0.5,
      unpriced: 1,
    };
    const known = { id: "s", title: "t", project: "p", path: "p/s.jsonl", gitBranch: "main", continues: "r" };
    const counts = { messages: 2, messagesOfAgents: 3, prompts: 1, compactions: 4, toolCalls: 5, failedToolCalls: 6 };
    const agents = { toolCallsOfAgents: 7, branches: 8, agents: 9, agentsMissing: 10, agentsOfClient: 11 };
    const all = {
      ...known,
      ...counts,
      ...agents,
      from: 100,
      to: 400,
      bytes: 12,
      usage,
      isPriced: true,
      isOnlyPrompts: false,
    };
    const { id: session, ...same } = known;
    const names = Object.keys(sessionColumns) as Array<keyof typeof sessionColumns>;
    expect(valuesOf(all, names)).toEqual({
      ...same,
      ...counts,
      ...agents,
      session,
      sessions: 1,
      from: 100,
      to: 400,
      age: 400,
      length: 300,
      bytes: 12,
      apiCalls: 2,
      tokens: 116,
      tokensRead: 111,
      tokensWritten: 5,
      cost: 0.5,
      unpriced: 1,
      isOnlyPrompts: false,
    });
  });

  it("several sessions as one have all counts added up, from the first time to the last", () => {
    const one = { ...emptyCounts(), messages: 3, from: 10, to: 20, bytes: 5, usage: { ...emptyUsage(), calls: 1 } };
    expect(joinSessions([one, { ...one, from: 2, to: 3 }, { messages: 1 }])).toMatchObject({
      sessions: 3,
      messages: 7,
      branches: 2,
      from: 2,
      to: 20,
      bytes: 10,
      usage: { calls: 2 },
      isPriced: false,
    });
    expect(joinSessions([])).toMatchObject({ sessions: 0, messages: 0 });
    expect(joinSessions([])).not.toHaveProperty("from");
  });

  it("each has a heading and says what it holds, without a full stop", () => {
    for (const [name, { head, description }] of Object.entries(sessionColumns))
      expect([name, head, description]).toEqual([name, expect.stringMatching(/\S/), expect.stringMatching(/[^.]$/)]);
  });
});
