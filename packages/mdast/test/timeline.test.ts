import type { Agent, Branch, FlowContent, Message, Notice, Reference, Root } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { message, session, text, time, output } from "./render.ts";

const main: Reference = { uuid: "u1", sessionId: "s1234567-8" };
const side: Reference = { uuid: "b1", sessionId: "s1234567-8", branch: "b1" };
const ofAgent: Reference = { uuid: "g1", sessionId: "s1234567-8", agentId: "a1" };
const at = <T extends FlowContent>(node: T, thread: Reference) => ({ ...node, thread });
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
  threads: [
    { thread: main, head: session("s1234567-8", [], { title: "Title" }) },
    { thread: side, head: branch },
    { thread: ofAgent, head: agent },
  ],
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
    expect(output(tree)).toBe(
      [
        "heading 1",
        '  text "Timeline"',
        "paragraph",
        '  text "By time, parents first; results stay with their calls · times in UTC"',
        "list",
        "  listItem",
        "    paragraph",
        "      anchor session-s1234567-8",
        "      link #msg-u1",
        '        text "Session s1234567 • Title • 2026-04-14 09:09:28"',
        "  listItem",
        "    paragraph",
        "      anchor branch-b1",
        "      link #msg-b1",
        '        text "⑂ Branch b1 • Begin otherwise • rewound, continued here • 2026-04-14 09:09:28"',
        '      text " ← "',
        "      link #msg-u1",
        '        text "u1"',
        "  listItem",
        "    paragraph",
        "      anchor agent-a1",
        "      link #msg-g1",
        '        text "🤖 Agent Explore (2 messages) • 2026-04-14 09:09:28"',
        '      text " ← "',
        "      link #msg-u1",
        '        text "u1"',
        "heading 2",
        "  anchor msg-u1",
        '  text "Human · 2026-04-14 09:09:28 · "',
        "  link #session-s1234567-8",
        '    text "Session s1234567"',
        'markdown "Begin"',
        "heading 2",
        "  anchor msg-b1",
        '  text "Human · 2026-04-14 09:09:28 · "',
        "  link #branch-b1",
        '    text "⑂ b1"',
        'markdown "Begin otherwise"',
        "heading 2",
        "  anchor msg-g1",
        '  text "Agent Explore · 2026-04-14 09:09:28 · "',
        "  link #agent-a1",
        '    text "🤖 Explore a1"',
        'markdown "g1"',
      ].join("\n"),
    );
  });

  it("a speaker gets a new heading after a message of another thread", () => {
    const headings = (...threads: Reference[]) =>
      output(timeline(...threads.map((thread, index) => at(claude(`c${index}`), thread)))).match(/^heading 2/gm)!
        .length;
    expect(headings(main, main)).toBe(1);
    expect(headings(main, side, main)).toBe(3);
  });

  it("records do not wait; consecutive records of one thread are one section, which names the thread", () => {
    const records = [at(record, main), at(record, main), at(record, ofAgent)];
    const words = output(timeline(at(claude("c0"), main), ...records, at(claude("c1"), main)));
    expect(words.match(/details.*|markdown.*/g)).toEqual([
      'markdown "c0"',
      'details "Records (2) · Session s1234567"',
      'details "Records (1) · 🤖 Explore a1"',
      'markdown "c1"',
    ]);
  });

  it("a record that a reader waits for does not overtake those before it", () => {
    const loud: Notice = { type: "notice", entryType: "system", subtype: "informational", value: "Gone." };
    const words = output(timeline(at(record, main), at(loud, main), at(claude("c0"), main)));
    expect(words.match(/details.*/g)).toEqual([
      'details "Records (1) · Session s1234567"',
      'details "system/informational · Session s1234567"',
    ]);
  });

  it("agents of two sessions may have one id, and so may two sessions: the beginning of a thread distinguishes them", () => {
    const other: Reference = { uuid: "o1", sessionId: "s2345678-9", agentId: "a1" };
    const again: Reference = { uuid: "u9", sessionId: "s1234567-8" };
    const tree: Root = {
      ...timeline(at(claude("g1", { actor: "agent" }), ofAgent), at(claude("o1", { actor: "agent" }), other)),
      threads: [
        { thread: main, head: session("s1234567-8", [], { title: "Title" }) },
        { thread: again, head: session("s1234567-8", [], { title: "Again" }) },
        { thread: ofAgent, head: { ...agent, name: "Alice" } },
        { thread: other, head: { ...agent, name: "Bob" } },
      ],
    };
    const words = output(tree);
    expect(words.match(/Title|Again|Agent Alice|Agent Bob/g)).toEqual(
      ["Title", "Again", "Agent Alice", "Agent Bob"].concat("Agent Alice", "Agent Bob"),
    );
    expect(words.match(/anchor (?!msg).*/g)).toEqual(["anchor session-s1234567-8", "anchor agent-a1"]);
  });

  it("a target in this document is linked here, even if another document has it too", () => {
    const options = { href: () => "other.md" };
    expect(output(timeline(at(claude("u1"), main)), options)).not.toContain("other.md#session");
  });

  it("a name of several lines stays on one line", () => {
    const thread: Reference = { uuid: "x\ny", sessionId: "s", branch: "x\ny" };
    expect(output(timeline(at(claude("x"), thread)))).toContain('text "⑂ x y"');
  });

  it("a further message of a speaker has a time too", () => {
    const words = output(timeline(at(claude("c0"), main), at(claude("c1", { timestamp: time + 65_000 }), main)));
    expect(words).toContain('anchor msg-c1\nparagraph\n  emphasis\n    text "2026-04-14 09:10:33"\nmarkdown "c1"');
  });

  it("a list entry of an agent counts the tokens of its messages, as the tree does", () => {
    const usage = { input_tokens: 5, output_tokens: 7 };
    expect(output(timeline(at(claude("g1", { actor: "agent", usage }), ofAgent)))).toContain("12 tokens");
  });

  it("a session continues from the last message of its thread; from earlier messages it forks", () => {
    const leaving = { junctions: [{ uuid: "x", sessionId: "other" }] };
    const words = output(
      timeline(at(claude("c0", leaving), main), at(claude("c1"), side), at(claude("c2", leaving), main)),
    );
    expect(words.match(/(?:forks|continues) here/g)).toEqual(["forks here", "continues here"]);
  });

  it("a compaction names its thread; a thread of which nothing is known is not in the list", () => {
    const other: Reference = { uuid: "z", sessionId: "z2345678-9" };
    const words = output(
      timeline(at({ type: "compaction", uuid: "z", uuids: ["z"], timestamp: time, children: [] }, other)),
    );
    expect(words).toContain('text "Session z2345678"');
    expect(words).not.toContain("anchor session-z2345678-9");
    expect(output({ type: "root", order: "file", children: [] })).toContain("In file order");
  });
});
