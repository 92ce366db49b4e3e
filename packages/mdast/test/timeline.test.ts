import type { Agent, Branch, FlowContent, Message, Notice, Reference, Root } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { message, session, text, time, told } from "./told.ts";

const main: Reference = { uuid: "u1", sessionId: "s1234567-8" };
const side: Reference = { uuid: "b1", sessionId: "s1234567-8", branch: "b1" };
const ofAgent: Reference = { uuid: "g1", sessionId: "s1234567-8", agentId: "a1" };
const at = <T extends FlowContent>(node: T, line: Reference) => ({ ...node, line });
const branch: Branch = { type: "branch", uuid: "b1", rule: "rewind", from: { uuid: "u1" }, active: true, children: [] };
const agent: Agent = {
  type: "agent",
  agentId: "a1",
  mode: "sync",
  agentType: "Explore",
  nestingLevel: 1,
  from: { uuid: "u1", rule: "meta-tool-use" },
  messageCount: 2,
  children: [],
};
const timeline = (...children: FlowContent[]): Root => ({
  type: "root",
  order: "kahn",
  lines: [session("s1234567-8", [], { title: "Title" }), branch, agent],
  children,
});
const record: Notice = { type: "notice", entryType: "mode" };
const claude = (uuid: string, more: Partial<Message> = {}) => message(uuid, "assistant", [text(uuid)], more);

describe("a timeline", () => {
  it("O001: each record is labelled with its session, branch or agent, which a list above leads to", () => {
    const tree = timeline(
      at(message("u1", "user", [text("Begin")]), main),
      at(message("b1", "user", [text("Begin otherwise")]), side),
      at(claude("g1", { actor: "agent" }), ofAgent),
    );
    expect(told(tree)).toBe(
      [
        "heading 1",
        '  text "Timeline"',
        "paragraph",
        '  text "By time; nothing stands before what it hangs on · times in UTC"',
        "list",
        "  listItem",
        "    paragraph",
        "      anchor session-s1234567-8",
        "      link #msg-u1",
        '        text "Session s1234567 • Title"',
        "  listItem",
        "    paragraph",
        "      anchor branch-b1",
        "      link #msg-b1",
        '        text "⑂ Branch b1 • Begin otherwise • rewound, the person went on here"',
        '      text " ← "',
        "      link #msg-u1",
        '        text "u1"',
        "  listItem",
        "    paragraph",
        "      anchor agent-a1",
        "      link #msg-g1",
        '        text "🤖 Agent Explore (2 messages)"',
        '      text " ← "',
        "      link #msg-u1",
        '        text "u1"',
        "heading 2",
        "  anchor msg-u1",
        '  text "Human · 2026-04-14 09:09:28"',
        '  text " · "',
        "  link #session-s1234567-8",
        '    text "Session s1234567"',
        'markdown "Begin"',
        "heading 2",
        "  anchor msg-b1",
        '  text "Human · 2026-04-14 09:09:28"',
        '  text " · "',
        "  link #branch-b1",
        '    text "⑂ b1"',
        'markdown "Begin otherwise"',
        "heading 2",
        "  anchor msg-g1",
        '  text "Agent Explore · 2026-04-14 09:09:28"',
        '  text " · "',
        "  link #agent-a1",
        '    text "🤖 Explore"',
        'markdown "g1"',
      ].join("\n"),
    );
  });

  it("one who goes on speaks anew where another line has spoken in between", () => {
    const headings = (...lines: Reference[]) =>
      told(timeline(...lines.map((line, index) => at(claude(`c${index}`), line)))).match(/^heading 2/gm)!.length;
    expect(headings(main, main)).toBe(1);
    expect(headings(main, side, main)).toBe(3);
  });

  it("records wait for the end of the turn, but not for another line; their fold names their own", () => {
    const words = told(timeline(at(claude("c0"), main), at(record, main), at(record, ofAgent), at(claude("c1"), side)));
    expect(words.match(/details.*/g)).toEqual([
      'details "Records (1) · Session s1234567"',
      'details "Records (1) · 🤖 Explore"',
    ]);
  });

  it("the last message of its line is where a session continues; before that it forks", () => {
    const leaving = { junctions: [{ uuid: "x", sessionId: "other" }] };
    const words = told(
      timeline(at(claude("c0", leaving), main), at(claude("c1"), side), at(claude("c2", leaving), main)),
    );
    expect(words.match(/(?:forks|continues) here/g)).toEqual(["forks here", "continues here"]);
  });

  it("a compaction names its line; a line of which nothing is known has no place in the list", () => {
    const other: Reference = { uuid: "z", sessionId: "z2345678-9" };
    const words = told(
      timeline(at({ type: "compaction", uuid: "z", uuids: ["z"], timestamp: time, children: [] }, other)),
    );
    expect(words).toContain('text "Session z2345678"');
    expect(words).not.toContain("anchor session-z2345678-9");
    expect(told({ type: "root", order: "file", children: [] })).toContain("As the files are written");
  });
});
