import { describe, expect, it } from "vitest";
import { activeOnly, findEntry, leaves, pathTo } from "../src/index.ts";
import type { Agent, Branch, FlowContent, Message, Nodes, Root, Session } from "../src/index.ts";

const said = (uuid: string, more: Partial<Message> = {}): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin: "prompt",
  uuid,
  uuids: [uuid],
  timestamp: uuid.charCodeAt(1),
  children: [{ type: "text", value: `say ${uuid}` }],
  ...more,
});
const session = (sessionId: string, children: FlowContent[], from?: string): Session => ({
  type: "session",
  sessionId,
  children,
  ...(from ? { from: { uuid: from } } : {}),
});
const branch = (uuid: string, children: FlowContent[], more: Partial<Branch> = {}): Branch => ({
  type: "branch",
  uuid,
  rule: "rewind",
  from: { uuid: "m2" },
  children: [said(uuid), ...children],
  ...more,
});
const agent = (agentId: string, children: FlowContent[]): Agent => ({
  type: "agent",
  agentId,
  mode: "sync",
  nestingLevel: 1,
  from: { rule: "prompt-exact" },
  messageCount: children.length,
  children,
});

/**
 * s1: m1 ─ m2 [agent g1 g2] ┬ b1 ─ b2 ┬ c1
 *                           │         └ d1 ─ d2*      s2 leaves from m1: n1
 *                           └ e1*
 */
const tree: Root = {
  type: "root",
  children: [
    session("s1", [
      said("m1"),
      said("m2"),
      agent("a", [said("g1"), said("g2")]),
      branch("b1", [said("b2"), branch("c1", []), branch("d1", [said("d2")], { active: true })]),
      branch("e1", [], { active: true, rule: "resume-at" }),
      session("s2", [said("n1")], "m1"),
    ]),
    session("s3", [{ type: "notice", entryType: "mode", uuid: "k1" }, said("x1", { origin: "command" })]),
  ],
};
const show = (node: Nodes): string => {
  const name = "uuid" in node && node.uuid !== undefined && node.type !== "branch" ? node.uuid : "";
  const below = "children" in node && node.type !== "message" ? (node.children as Nodes[]).map(show).join(" ") : "";
  const hidden = "hidden" in node && node.hidden ? `-${JSON.stringify(node.hidden).replaceAll('"', "")}` : "";
  return node.type === "message" || node.type === "notice" ? name : `${node.type[0]}(${below})${hidden}`;
};
const path = (uuid: string, type?: "branch") => show(pathTo(tree, findEntry(tree, uuid, type)[0]!));

describe("findEntry", () => {
  it.each([
    ["a message", "m2", "message", ["root", "session"]],
    ["a message in a branch of a branch", "d2", "message", ["root", "session", "branch", "branch"]],
    ["the message that a branch begins with", "d1", "message", ["root", "session", "branch", "branch"]],
    ["a message of an agent", "g2", "message", ["root", "session", "agent"]],
    ["a record that is no message", "k1", "notice", ["root", "session"]],
  ])("finds %s", (_, uuid, type, threads) => {
    const [found, ...others] = findEntry(tree, uuid);
    expect([found!.uuid, found!.node.type, found!.threads.map((thread) => thread.type)]).toEqual([uuid, type, threads]);
    expect(others).toEqual([]);
  });

  it("finds the message that holds a result, and every uuid of a message", () => {
    const call: Message = said("c", {
      uuids: ["c", "c2"],
      children: [
        { type: "toolCall", id: "t", name: "Read", input: {}, result: { type: "toolResult", uuid: "r", children: [] } },
      ],
    });
    const one: Root = { type: "root", children: [session("s", [call])] };
    for (const uuid of ["c", "c2", "r"]) expect(findEntry(one, uuid)[0]!.node).toBe(call);
  });

  it("finds a message without a uuid by its location", () => {
    const queued = said("q", { uuid: undefined, uuids: [], id: "s.jsonl:9" });
    expect(findEntry({ type: "root", children: [session("s", [queued])] }, "s.jsonl:9")[0]!.node).toBe(queued);
  });

  it("takes eight characters of a uuid and returns all matches; an exact match comes alone", () => {
    const one: Root = {
      type: "root",
      children: [said("12345678"), said("12345678-a"), said("abcdefgh-1"), said("abcdefgh-2")],
    };
    expect(findEntry(one, "12345678").map(({ uuid }) => uuid)).toEqual(["12345678"]);
    expect(findEntry(one, "abcdefgh").map(({ uuid }) => uuid)).toEqual(["abcdefgh-1", "abcdefgh-2"]);
    expect(findEntry(one, "abcdefg")).toEqual([]);
  });
});

describe("pathTo", () => {
  it.each([
    ["m1", "r(s(m1)-{message:1,agent:1,branch:2,session:1})-{session:1}"],
    ["m2", "r(s(m1 m2 a(g1 g2))-{branch:2,session:1})-{session:1}"],
    ["g1", "r(s(m1 m2 a(g1)-{message:1})-{branch:2,session:1})-{session:1}"],
    ["d2", "r(s(m1 m2 a(g1 g2) b(b1 b2 b(d1 d2))-{branch:1})-{branch:1,session:1})-{session:1}"],
    ["n1", "r(s(m1 s(n1))-{message:1,agent:1,branch:2})-{session:1}"],
    ["k1", "r(s(k1)-{message:1})-{session:1}"],
  ])("to %s keeps the path to it and omits the rest", (uuid, expected) => expect(path(uuid)).toBe(expected));

  it("to a branch keeps the whole branch; to its first message, that message alone", () => {
    expect(path("b1", "branch")).toBe("r(s(m1 m2 a(g1 g2) b(b1 b2 b(c1) b(d1 d2)))-{branch:1,session:1})-{session:1}");
    expect(path("b1")).toBe("r(s(m1 m2 a(g1 g2) b(b1)-{message:1,branch:2})-{branch:1,session:1})-{session:1}");
    expect(findEntry(tree, "m1", "branch")).toEqual([]);
  });

  it("does not change the tree, and shares its messages", () => {
    const before = JSON.stringify(tree);
    const part = pathTo(tree, findEntry(tree, "m2")[0]!);
    expect(JSON.stringify(tree)).toBe(before);
    expect((part.children[0] as Session).children[0]).toBe((tree.children[0] as Session).children[0]);
  });

  it("to a session that leaves from no message of its parent thread keeps that thread whole", () => {
    const one: Root = {
      type: "root",
      children: [session("s1", [said("m1"), session("s2", [said("n1")], "gone"), said("m2")])],
    };
    expect(show(pathTo(one, findEntry(one, "n1")[0]!))).toBe("r(s(m1 s(n1) m2))");
  });
});

describe("activeOnly", () => {
  it("keeps the branches in which the person continued, and counts the others", () => {
    expect(show(activeOnly(tree))).toBe("r(s(m1 m2 a(g1 g2) b(e1) s(n1))-{branch:1} s(k1 x1))");
  });
});

describe("leaves", () => {
  it("are the ends of sessions and branches, with their depth from the beginning", () => {
    expect(leaves(tree)).toEqual([
      {
        uuid: "c1",
        sessionId: "s1",
        branch: "c1",
        rule: "rewind",
        depth: 5,
        timestamp: 49,
        prompt: "say c1",
        active: false,
      },
      {
        uuid: "d2",
        sessionId: "s1",
        branch: "d1",
        rule: "rewind",
        depth: 6,
        timestamp: 50,
        prompt: "say d1",
        active: false,
      },
      {
        uuid: "e1",
        sessionId: "s1",
        branch: "e1",
        rule: "resume-at",
        depth: 3,
        timestamp: 49,
        prompt: "say e1",
        active: true,
      },
      { uuid: "n1", sessionId: "s2", depth: 2, timestamp: 49, prompt: "say n1", active: true },
      { uuid: "x1", sessionId: "s3", depth: 1, timestamp: 49, prompt: "say x1", active: true },
    ]);
  });

  it("a thread that continues after its branches has a leaf of its own; an empty thread has none", () => {
    const one: Root = {
      type: "root",
      children: [session("s1", [said("m1"), branch("b1", []), said("m2")]), session("s2", [])],
    };
    expect(leaves(one).map(({ uuid, depth }) => [uuid, depth])).toEqual([
      ["m2", 2],
      ["b1", 2],
    ]);
  });

  it("a thread without a typed message has an empty prompt", () => {
    const one: Root = { type: "root", children: [session("s", [said("a1", { role: "assistant", origin: "reply" })])] };
    expect(leaves(one)).toMatchObject([{ uuid: "a1", prompt: "" }]);
  });

  it("a message that only the queue holds ends a thread that has no other message", () => {
    const queued = (id: string) => said("q", { uuid: undefined, uuids: [], id });
    const one = (...children: FlowContent[]): Root => ({ type: "root", children: [session("s", children)] });
    expect(leaves(one(said("m1"), queued("s:9"))).map(({ uuid }) => uuid)).toEqual(["m1"]);
    expect(leaves(one(queued("s:8"), queued("s:9"))).map(({ uuid }) => uuid)).toEqual(["s:9"]);
  });
});
