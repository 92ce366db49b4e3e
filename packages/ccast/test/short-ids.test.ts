import { describe, expect, it } from "vitest";
import {
  type Agent,
  firstPrompt,
  idsIn,
  type Message,
  type Root,
  shorten,
  shortIds,
  type ThreadNode,
  unescapeXml,
} from "../src/index.ts";

const said = (uuid: string, value: string, origin: Message["origin"] = "prompt"): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin,
  uuid,
  uuids: [uuid],
  children: [{ type: "text", value }],
});
const branch = (uuid: string, active: boolean, ...children: Message[]) =>
  ({ type: "branch", uuid, rule: "rewind", from: null, children, ...(active ? { active } : {}) }) as const;

describe("short ids", () => {
  it("are those of sessions, branches and agents, and of the messages that they leave from", () => {
    const agent: Agent = {
      type: "agent",
      agentId: "a1",
      mode: "sync",
      nestingLevel: 1,
      from: { uuid: "m2", rule: "prompt-exact" },
      messageCount: 0,
      children: [],
    };
    const tree: Root = {
      type: "root",
      children: [
        {
          type: "session",
          sessionId: "22222222-aa",
          children: [said("m0", "Hello"), branch("22222222-ab", true), agent],
        },
      ],
    };
    expect(idsIn(tree)).toEqual(["22222222-aa", "22222222-ab", "a1", "m2"]);
    expect(["22222222-aa", "22222222-ab", "33333333-c"].map(shortIds(tree))).toEqual([
      "22222222-aa",
      "22222222-ab",
      "33333333",
    ]);
  });

  it("have eight characters, or as many as distinguish them", () => {
    const short = shorten(["11111111-a", "22222222-aa", "22222222-ab", "x"]);
    expect(["11111111-a", "22222222-aa", "22222222-ab", "x", "33333333-c"].map(short)).toEqual([
      "11111111",
      "22222222-aa",
      "22222222-ab",
      "x",
      "33333333",
    ]);
  });
});

describe("the prompt that a thread is known by", () => {
  const session = (...children: ThreadNode["children"]) =>
    ({ type: "session", sessionId: "s", children }) as unknown as ThreadNode;

  it("of a session: the first words, else the first command", () => {
    expect(firstPrompt(session(said("a", "/plan", "command"), said("b", "go")))).toBe("go");
    expect(firstPrompt(session(said("a", "/plan", "command")))).toBe("/plan");
  });

  it("of the session of a teammate: its task, which programs may have given a number before", () => {
    const from = (words: string) => `<teammate-message teammate_id="lead">${words}</teammate-message>`;
    const given = said("a", `${from('{"type":"task_assignment"}')} ${from("Dig here.")}`, "teammate");
    expect(firstPrompt(session(given))).toBe("Dig here.");
    expect(firstPrompt(session(given, said("b", "/plan", "command")))).toBe("/plan");
    expect(firstPrompt(session(said("a", from('{"type":"ping"}'), "teammate")))).toBe("");
  });

  it("of a branch: what it begins with", () => {
    const one = branch("b", true, said("a", "/plan", "command"), said("c", "go"));
    expect(firstPrompt(one as unknown as ThreadNode)).toBe("/plan");
  });

  it("of a session with several beginnings: that in which the person continued", () => {
    expect(firstPrompt(session(branch("b", false, said("a", "left")), branch("c", true, said("d", "kept"))))).toBe(
      "kept",
    );
  });
});

describe("an escaped text", () => {
  it.each([
    ["a &lt; b &amp;&amp; c", "a < b && c"],
    ["a < b &lt; c", "a < b &lt; c"],
    ["fish & chips &lt;", "fish & chips &lt;"],
    ["plain", "plain"],
  ])("%s", (given, wanted) => expect(unescapeXml(given)).toBe(wanted));
});
