import { describe, expect, it } from "vitest";
import {
  abandonedOnly,
  activeOnly,
  findAgents,
  findEntry,
  joinBranches,
  leaves,
  onlyBranches,
  pathTo,
} from "../src/index.ts";
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

describe("findAgents", () => {
  const tree: Root = {
    type: "root",
    children: [session("s", [agent("abc", [agent("abcd", [])]), agent("side-m9", []), agent("side-m8", [])])],
  };

  it.each([
    ["abc", ["abc"]],
    ["ab", ["abc", "abcd"]],
    ["abcd", ["abcd"]],
    ["m9", ["side-m9"]],
    ["side-m", ["side-m9", "side-m8"]],
    ["x", []],
  ])("%s, an id or its beginning, with or without the mark of an agent without one: %j", (id, found) => {
    expect(findAgents(tree, id).map(({ agentId }) => agentId)).toEqual(found);
  });
});

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

describe("joinBranches", () => {
  it("makes one conversation of the active branches; what they omit counts for the thread, sessions are at the end", () => {
    expect(show(joinBranches(activeOnly(tree)))).toBe("r(s(m1 m2 a(g1 g2) e1 s(n1))-{branch:1} s(k1 x1))");
    expect(show(joinBranches(pathTo(tree, findEntry(tree, "d2")[0]!)))).toBe(
      "r(s(m1 m2 a(g1 g2) b1 b2 d1 d2)-{branch:2,session:1})-{session:1}",
    );
    const nested = session("s", [
      said("m1"),
      branch("b1", [session("t", [said("t1")]), branch("c1", [], { from: null })], { from: { uuid: "m1" } }),
    ]);
    expect(show(joinBranches({ type: "root", children: [nested] }))).toBe("r(s(m1 b1 c1 s(t1)))");
  });

  it("keeps branches that are not alone at their fork, unless they are to be joined", () => {
    expect(show(joinBranches(tree))).toBe(show(tree));
    expect(show(joinBranches(tree, ({ uuid }) => uuid === "b1"))).toBe(
      "r(s(m1 m2 a(g1 g2) b1 b2 b(c1) b(d1 d2) b(e1) s(n1)) s(k1 x1))",
    );
  });

  it("removes from a message the branches that are not in the tree, and changes no message of the tree", () => {
    const junctions = [
      { uuid: "b1", branch: "b1" },
      { uuid: "e1", branch: "e1" },
      { uuid: "n1", sessionId: "s2" },
    ];
    const forked: Root = { type: "root", children: [session("s", [said("m1", { junctions }), branch("e1", [])])] };
    const before = JSON.stringify(forked);
    const joined = joinBranches(forked).children[0] as Session;
    expect((joined.children[0] as Message).junctions).toEqual([{ uuid: "n1", sessionId: "s2" }]);
    const kept = joinBranches(forked, () => false).children[0] as Session;
    expect((kept.children[0] as Message).junctions).toEqual(junctions.slice(1));
    expect(JSON.stringify(forked)).toBe(before);
  });

  it("takes chains of branches of any depth", () => {
    let chain = branch("last", []);
    for (let depth = 0; depth < 20_000; depth++) chain = branch(`b${depth}`, [chain]);
    const joined = joinBranches({ type: "root", children: [session("s", [chain])] });
    expect((joined.children[0] as Session).children).toHaveLength(20_001);
  });
});

describe("abandonedOnly and onlyBranches", () => {
  it("keep the abandoned branches with what leads to them, or alone in their session", () => {
    expect(show(abandonedOnly(tree))).toBe(
      "r(s(m1 m2 a(g1 g2) b(b1 b2 b(c1) b(d1 d2)))-{branch:1,session:1})-{session:1}",
    );
    expect(show(onlyBranches(tree, ({ active }) => !active))).toBe(
      "r(s(b(b1 b2 b(c1) b(d1 d2)))-{message:2,agent:1,branch:1})",
    );
    expect(show(onlyBranches(tree, ({ uuid }) => uuid === "d1"))).toBe("r(s(b(d1 d2))-{message:2,agent:1,branch:2})");
  });

  it("find them in active branches, in sessions that leave from a message, and in agents", () => {
    const one: Root = {
      type: "root",
      children: [
        session("s1", [
          said("m1"),
          said("m2"),
          branch("e1", [said("e2"), branch("f1", [], { from: { uuid: "e2" } }), branch("f2", [], { active: true })], {
            active: true,
          }),
          session("s2", [said("n1"), agent("g", [branch("g1", [])]), said("n2")], "m1"),
        ]),
        session("s3", [said("x1"), branch("x2", [], { active: true })]),
      ],
    };
    expect(show(abandonedOnly(one))).toBe(
      "r(s(m1 m2 b(e1 e2 b(f1))-{branch:1} s(n1 a(b(g1)))-{message:1}))-{session:1}",
    );
    expect(show(onlyBranches(one, ({ active }) => !active))).toBe(
      "r(s(b(f1))-{message:2,branch:1} s(a(b(g1)))-{message:2})",
    );
  });

  it("keep what leads to a session in which something was abandoned, up to the message that it leaves from", () => {
    const left = session("s2", [said("n1"), branch("g1", [], { from: { uuid: "n1" } })], "m2");
    const one: Root = {
      type: "root",
      children: [session("s1", [said("m1"), agent("h", [said("h1")]), said("m2"), said("m3"), agent("g", []), left])],
    };
    expect(show(abandonedOnly(one))).toBe("r(s(m1 a(h1) m2 s(n1 b(g1)))-{message:1,agent:1})");
  });

  it("are empty if nothing was abandoned", () => {
    const one: Root = { type: "root", children: [session("s", [said("m1")])] };
    expect([show(abandonedOnly(one)), show(onlyBranches(one, () => true))]).toEqual(["r()-{session:1}", "r()"]);
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
