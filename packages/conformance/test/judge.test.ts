import { describe, expect, it } from "vitest";
import { judge, judgeText, judgeTree, type ExpectedConversation, type TreeNode } from "../src/index.ts";

const expected: ExpectedConversation = {
  about: "a rewind, and an agent",
  sessions: [
    {
      sessionId: "s",
      continues: null,
      activeLeaf: "b6",
      blocks: [
        { ref: "b1", kind: "prompt", text: "Plan a trip" },
        { ref: "b2", kind: "call", id: "t1", name: "Agent" },
        { ref: "b3", kind: "result", id: "t1" },
        { ref: "b4", kind: "text", text: "Where to?" },
      ],
      branches: [
        { after: "b4", rule: "rewind", blocks: [{ ref: "b5", kind: "prompt", text: "To the sea" }] },
        { after: "b4", rule: "rewind", active: true, blocks: [{ ref: "b6", kind: "prompt", text: "To the hills" }] },
      ],
    },
  ],
  agents: [
    {
      ref: "a1",
      spawnedBy: "t1",
      within: "main",
      mode: "sync",
      blocks: [{ ref: "b7", kind: "text", text: "found it" }],
    },
  ],
};

const said = (uuid: string, value: string): TreeNode => ({
  type: "message",
  role: "user",
  origin: "prompt",
  uuid,
  children: [{ type: "text", value }],
});
const answer = (uuid: string, ...children: TreeNode[]): TreeNode => ({
  type: "message",
  role: "assistant",
  uuid,
  children,
});
const text = (value: string): TreeNode => ({ type: "text", value });
const call = { type: "toolCall", id: "t1", name: "Agent", result: { type: "toolResult", children: [] } };
const agent: TreeNode = {
  type: "agent",
  agentId: "x",
  from: { toolUseId: "t1" },
  children: [answer("w", text("found it"))],
};
const branch = (uuid: string, value: string, more: object = {}): TreeNode => ({
  type: "branch",
  uuid,
  from: { uuid: "q" },
  children: [said(uuid, value)],
  ...more,
});
const session = (...children: readonly TreeNode[]): TreeNode => ({
  type: "root",
  children: [{ type: "session", sessionId: "s", children }],
});
const right: readonly TreeNode[] = [
  said("p", "Plan a trip"),
  answer("a", call),
  agent,
  answer("q", text("Where to?")),
  branch("u", "To the sea"),
  branch("v", "To the hills", { active: true }),
];
const faults = (tree: TreeNode) =>
  Object.entries(judgeTree(tree, expected, new Map())).flatMap(([name, found]) => (found.length > 0 ? [name] : []));

describe("a tree", () => {
  it("that is right has no fault", () => expect(faults(session(...right))).toEqual([]));

  it.each([
    ["without an answer", right.filter((node) => node["uuid"] !== "q"), ["conservation"]],
    ["with an answer twice", [...right.slice(0, 4), answer("z", text("Where to?")), ...right.slice(4)], ["duplicates"]],
    ["with an answer before its prompt", [right[3]!, right[0]!, ...right.slice(1, 3), ...right.slice(4)], ["order"]],
    [
      "with both alternatives on one path",
      [...right.slice(0, 4), said("u", "To the sea"), said("v", "To the hills")],
      ["branches"],
    ],
    [
      "with a branch at the wrong place",
      [...right.slice(0, 4), branch("u", "To the sea", { from: { uuid: "p" } }), right[5]!],
      ["branches"],
    ],
    [
      "with a branch of nothing",
      [...right, { type: "branch", uuid: "n", from: { uuid: "q" }, children: [] }],
      ["branches"],
    ],
    [
      "with the agent at another call",
      [...right.slice(0, 2), { ...agent, from: { toolUseId: "t9" } }, ...right.slice(3)],
      ["agents"],
    ],
    [
      "with the words of the agent outside",
      [...right.slice(0, 2), answer("w", text("found it")), ...right.slice(3)],
      ["agents"],
    ],
    [
      "that marks the other branch",
      [...right.slice(0, 4), branch("u", "To the sea", { active: true }), branch("v", "To the hills")],
      ["active"],
    ],
  ])("%s has that fault", (_, children, wanted) => {
    expect(faults(session(...children))).toEqual(expect.arrayContaining(wanted));
  });

  it("of two sessions, of which one continues the other", () => {
    const two: ExpectedConversation = {
      about: "",
      agents: [],
      sessions: [
        { sessionId: "s", continues: null, blocks: [{ ref: "b1", kind: "prompt", text: "one" }] },
        {
          sessionId: "t",
          continues: { session: "s", afterBlock: "b1" },
          blocks: [{ ref: "b2", kind: "prompt", text: "two" }],
        },
      ],
    };
    const tree = (from?: object): TreeNode => ({
      type: "root",
      children: [
        { type: "session", sessionId: "s", children: [said("p", "one")] },
        { type: "session", sessionId: "t", children: [said("r", "two")], ...(from ? { from } : {}) },
      ],
    });
    expect(judgeTree(tree({ uuid: "p" }), two, new Map()).sessions).toEqual([]);
    expect(judgeTree(tree(), two, new Map()).sessions).toHaveLength(1);
  });
});

describe("a text", () => {
  const whole = "Plan a trip\n\nWhere to?\n\nTo the sea\n\nTo the hills\n\nfound it";

  it("that is right has no fault, as text, as a page and as JSON without a tree", () => {
    for (const output of [whole, `<!doctype html><p>${whole}</p>`, JSON.stringify({ log: whole.split("\n") })])
      expect(Object.values(judge(output, expected, new Map())).flat()).toEqual([]);
  });

  it("without an answer, with an answer twice, and in another order", () => {
    expect(judgeText(whole.replace("Where to?", ""), expected).conservation).toHaveLength(1);
    expect(judgeText(`${whole}\n\nWhere to?`, expected).duplicates).toHaveLength(1);
    expect(judgeText(`Where to?\n\n${whole.replace("Where to?", "")}`, expected).order).toHaveLength(1);
  });
});
