import { account, audit, findEntry, leaves, pathTo, type Root, toText, uuidsOf, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import renderMarkdown from "@ccdag/render-markdown";
import { unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import sourcePi from "../src/index.ts";

type Json = Record<string, unknown>;
const day = "2026-02-03T09:00:00.000Z";
const header = (more: Json = {}) => ({
  type: "session",
  version: 3,
  id: "s",
  timestamp: day,
  cwd: "/srv/harbor",
  ...more,
});
const entry = (type: string, id: string, parentId: string | null, more: Json) => ({
  type,
  id,
  parentId,
  timestamp: day,
  ...more,
});
const said = (id: string, parentId: string | null, message: Json) => entry("message", id, parentId, { message });
const asks = (id: string, parentId: string | null, text: string) =>
  said(id, parentId, { role: "user", content: [{ type: "text", text }], timestamp: 0 });
const answers = (id: string, parentId: string | null, ...content: Json[]) =>
  said(id, parentId, {
    role: "assistant",
    content,
    api: "messages",
    provider: "anthropic",
    model: "claude-sonnet-4-5",
    usage: { input: 3, output: 5, cacheRead: 7, cacheWrite: 11, totalTokens: 26, cost: { total: 0.1 } },
    stopReason: "stop",
  });
const text = (value: string) => ({ type: "text", text: value });

function read(...files: Array<string | readonly Json[]>): { tree: Root; file: VFile } {
  const companions = files.map((lines, at) => {
    const value = typeof lines === "string" ? lines : lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    return new VFile({ path: `2026-02-03T09-00-0${at}-000Z_019c22bb-d1da-73a5-9ebc-29e4a8fe453${at}.jsonl`, value });
  });
  const file = new VFile({ path: "harbor", data: { companions } });
  const tree = ccdag().use(sourcePi).parse(file);
  expect(audit(tree, file.data.ledger!)).toEqual([]);
  expect(account(tree, file.data.ledger!).lines).toBe(
    companions.flatMap(({ value }) => String(value).match(/[^\n]+/g) ?? []).length,
  );
  return { tree, file };
}

/** The tree as one line per node. */
function outline(tree: Root): string[] {
  const rows: string[] = [];
  walk(tree, (node) => {
    if (node.type === "session") rows.push(`session ${node.title ?? ""}`);
    if (node.type === "branch") rows.push(`branch ${node.uuid}${node.active ? " *" : ""}`);
    if (node.type === "message") rows.push(`${node.actor} ${node.origin}: ${toText(node)}`);
    if (node.type === "compaction") rows.push(`compaction: ${toText(node)}`);
    if (node.type === "notice") rows.push(`${node.entryType}: ${node.value ?? ""}`);
    if (node.type === "toolCall") rows.push(`call ${node.name} ${JSON.stringify(node.input)}`);
    if (node.type === "toolResult") rows.push(`result: ${toText(node)}`);
  });
  return rows;
}

const start = [
  header(),
  entry("model_change", "m0", null, { provider: "anthropic", modelId: "claude-sonnet-4-5" }),
  entry("thinking_level_change", "m1", "m0", { thinkingLevel: "medium" }),
  asks("u1", "m1", "Name three knots."),
  answers("a1", "u1", text("Bowline, clove hitch, sheet bend.")),
];

describe("sessions of pi", () => {
  it("are read like those of Claude Code: messages, thinking, calls and results", () => {
    const { tree } = read([
      ...start,
      said("u2", "a1", { role: "user", content: "Draw one." }),
      answers(
        "a2",
        "u2",
        { type: "thinking", thinking: "Ropes." },
        text("Here:"),
        { type: "toolCall", id: "c|1", name: "bash", arguments: { command: "draw" } },
        { type: "toolCall", id: "c|2", name: "read", arguments: { path: "knots.txt" } },
      ),
      said("r1", "a2", {
        role: "toolResult",
        toolCallId: "c|1",
        toolName: "bash",
        content: [text("drawn")],
        isError: false,
      }),
      entry("label", "l1", "r1", { targetId: "a2", label: "drawing" }),
      said("r2", "l1", {
        role: "toolResult",
        toolCallId: "c|2",
        content: [text("gone"), { type: "image", data: "AAAA", mimeType: "image/png" }],
        isError: true,
      }),
      answers("a3", "r2", text("Done.")),
    ]);
    expect(outline(tree)).toEqual([
      "session ",
      "pi/session: /srv/harbor",
      "model_change: anthropic/claude-sonnet-4-5",
      "thinking_level_change: medium",
      "human prompt: Name three knots.",
      "assistant reply: Bowline, clove hitch, sheet bend.",
      "human prompt: Draw one.",
      "assistant reply: Here:",
      'call bash {"command":"draw"}',
      "result: drawn",
      'call read {"path":"knots.txt"}',
      "result: gone",
      "label: drawing ← a2",
      "assistant reply: Done.",
    ]);
    const [found] = findEntry(tree, "a1");
    expect(found!.node).toMatchObject({
      model: "claude-sonnet-4-5",
      usage: {
        input_tokens: 3,
        output_tokens: 5,
        cache_read_input_tokens: 7,
        cache_creation_input_tokens: 11,
        cost_usd: 0.1,
      },
      data: {
        unknown: {
          pi: { provider: "anthropic", stopReason: "stop", usage: { totalTokens: 26, cost: { total: 0.1 } } },
        },
      },
    });
  });

  it("branch where a person rewound; the last line decides the active branch", () => {
    const { tree } = read([
      ...start,
      asks("u2", "a1", "The first in verse."),
      answers("a2", "u2", text("Round the post.")),
      entry("label", "l1", "a2", { targetId: "a1", label: "three" }),
      entry("branch_summary", "b1", "a1", { fromId: "a1", summary: "Verse was tried." }),
      entry("label", "l2", "b1", { targetId: "a1" }),
      asks("u3", "l2", "The third, plainly."),
      answers("a3", "u3", text("It joins two ropes.")),
    ]);
    expect(outline(tree).slice(5)).toEqual([
      "assistant reply: Bowline, clove hitch, sheet bend.",
      "branch u2",
      "human prompt: The first in verse.",
      "assistant reply: Round the post.",
      "label: three ← a1",
      "branch b1 *",
      "system meta: Verse was tried.",
      "label: (taken off) ← a1",
      "human prompt: The third, plainly.",
      "assistant reply: It joins two ropes.",
    ]);
    expect(leaves(tree).map(({ uuid, active }) => [uuid, active])).toEqual([
      ["a2", false],
      ["a3", true],
    ]);
    const path: string[] = [];
    walk(pathTo(tree, findEntry(tree, "a3")[0]!), (node) => path.push(...uuidsOf(node)));
    expect(path.filter((uuid) => /^[uab]/.test(uuid))).toEqual(["u1", "a1", "b1", "u3", "a3"]);
  });

  it.each<[string, Json[], string[][]]>([
    [
      "in the middle of a turn",
      [
        answers("a2", "u1", { type: "toolCall", id: "c1", name: "ls", arguments: {} }),
        said("r1", "a2", { role: "toolResult", toolCallId: "c1", content: [text("rope")] }),
        answers("a3", "r1", text("Rope.")),
        asks("u4", "a2", "Do not look."),
        answers("a4", "u4", text("As you wish.")),
      ],
      [
        ["u1", "a1"],
        ["u1", "a2", "r1", "a3"],
        ["u1", "a2", "u4", "a4"],
      ],
    ],
    [
      "to get another answer",
      [answers("a2", "u1", text("Three hitches."))],
      [
        ["u1", "a1"],
        ["u1", "a2"],
      ],
    ],
    [
      "to the beginning",
      [asks("u2", null, "Something else."), answers("a2", "u2", text("Gladly."))],
      [
        ["u1", "a1"],
        ["u2", "a2"],
      ],
    ],
    [
      "to the beginning, with a summary of the branch that was left",
      [entry("branch_summary", "b1", null, { fromId: "root", summary: "Knots." })],
      [["u1", "a1"], ["b1"]],
    ],
  ])("have separate paths, if a person rewound %s", (_, more, paths) => {
    const { tree } = read([...start, ...more]);
    const output = leaves(tree).map(({ uuid }) => {
      const path: string[] = [];
      walk(pathTo(tree, findEntry(tree, uuid)[0]!), (node) => path.push(...uuidsOf(node)));
      return [...new Set(path)].filter((id) => /^[uabr]\d/.test(id));
    });
    expect(output).toEqual(paths);
  });

  it("that were branched off share the ids of their beginning: it is in the tree once", () => {
    const { tree } = read(
      [...start, asks("u2", "a1", "Carry on."), answers("a2", "u2", text("Gladly."))],
      [
        header({ id: "t", parentSession: "x.jsonl" }),
        ...start.slice(1),
        asks("u3", "a1", "Stop."),
        answers("a3", "u3", text("Stopped.")),
      ],
    );
    expect(outline(tree).filter((row) => /^(?:human|session )/.test(row))).toEqual([
      "session ",
      "human prompt: Name three knots.",
      "human prompt: Carry on.",
      "session ",
      "human prompt: Stop.",
    ]);
  });

  it("that were branched off leave from the session that their header names, whichever file comes first", () => {
    const fork = [
      header({
        id: "t",
        parentSession: "/home/me/2026-02-03T09-00-01-000Z_019c22bb-d1da-73a5-9ebc-29e4a8fe4531.jsonl",
      }),
      ...start.slice(1),
      asks("u3", "a1", "Stop."),
    ];
    const { tree } = read(fork, [...start, asks("u2", "a1", "Carry on.")]);
    expect(tree.children.map((one) => one.type === "session" && one.sessionId)).toEqual([
      "019c22bb-d1da-73a5-9ebc-29e4a8fe4531",
    ]);
  });

  it("have names, which may be removed, and the uuid of their file as id", () => {
    const named = (name: string) => entry("session_info", `n${name}`, "a1", { name });
    const { tree } = read([...start, named("Knots")], [...start, named("Rope"), named("")]);
    const names: unknown[] = [];
    walk(tree, (node) => void (node.type === "session" && names.push([node.sessionId, node.title])));
    expect(names).toEqual([
      ["019c22bb-d1da-73a5-9ebc-29e4a8fe4530", "Knots"],
      ["019c22bb-d1da-73a5-9ebc-29e4a8fe4531", undefined],
    ]);
  });

  it.each<[string, Json, string]>([
    [
      "a summary",
      entry("compaction", "x", "a1", { summary: "Knots.", firstKeptEntryId: "u1", tokensBefore: 9 }),
      "compaction: Knots.",
    ],
    [
      "a message of an extension",
      entry("custom_message", "x", "a1", { customType: "note", content: "Mind the tide.", display: false }),
      "system meta: Mind the tide.",
    ],
    [
      "data of an extension",
      entry("custom", "x", "a1", { customType: "count", data: 3 }),
      'custom: {"customType":"count","data":3}',
    ],
    [
      "a command of the person",
      said("x", "a1", { role: "bashExecution", command: "ls", output: "rope", exitCode: 1 }),
      "human bash: <bash-input>ls</bash-input>\n\n<bash-stdout>rope</bash-stdout>",
    ],
    [
      "an answer that failed",
      said("x", "a1", { role: "assistant", content: [], stopReason: "error", errorMessage: "Overloaded" }),
      "assistant api-error: Overloaded",
    ],
    ["a message of version 2", said("x", "a1", { role: "hookMessage", content: "Hooked." }), "system meta: Hooked."],
    ["an unknown role", said("x", "a1", { role: "oracle", content: "?" }), "message: "],
    ["an unknown type", entry("hologram", "x", "a1", { shows: "rope" }), "hologram: {"],
  ])("have a node for %s", (_, line, row) => {
    expect(outline(read([...start, line]).tree).at(-1)).toContain(row);
  });

  it("of version 1 have no ids: each entry is a child of the one before it", () => {
    const bare = (message: Json) => ({ type: "message", timestamp: day, message });
    const { tree } = read([
      { type: "session", id: "old", timestamp: day, cwd: "/srv" },
      bare({ role: "user", content: "First?" }),
      bare({ role: "assistant", content: [text("First.")] }),
      bare({ role: "user", content: "Second?" }),
    ]);
    expect(outline(tree).slice(2)).toEqual([
      "human prompt: First?",
      "assistant reply: First.",
      "human prompt: Second?",
    ]);
    expect(leaves(tree).map(({ uuid, depth }) => [uuid, depth])).toEqual([["old-4", 3]]);
  });

  it("that are damaged lose nothing: doubled headers and ids, cut lines, missing parents", () => {
    const lines = [
      ...start,
      ...start,
      asks("u2", "gone", "Still here?"),
      asks("u1", "a1", "Another with an id that is taken."),
    ];
    const { tree, file } = read(`${lines.map((line) => JSON.stringify(line)).join("\n")}\n{"type":"mess`);
    expect(outline(tree).filter((row) => row.startsWith("human"))).toEqual([
      "human prompt: Name three knots.",
      "human prompt: Still here?",
      "human prompt: Another with an id that is taken.",
    ]);
    const rules = file.data.companions![0]!.messages.map(({ ruleId }) => ruleId);
    expect(rules).toEqual(expect.arrayContaining(["invalid-json", "missing-parent", "uuid-collision"]));
  });

  it("have the output of a person's command in the rendered document", () => {
    const line = said("x", "a1", { role: "bashExecution", command: "wc -l", output: "199 stairs", exitCode: 0 });
    const { tree } = read([...start, line]);
    const document = String(unified().use(renderMarkdown).stringify(tree));
    expect(document).toContain("wc -l");
    expect(document).toContain("199 stairs");
  });

  it("are recognised by their first whole line", () => {
    const { tree } = read(`{"type":"ses\n${start.map((line) => JSON.stringify(line)).join("\n")}`);
    expect(outline(tree)).toContain("human prompt: Name three knots.");
  });

  it("do not affect files of Claude Code in the same project", () => {
    const other = {
      type: "user",
      uuid: "c1",
      parentUuid: null,
      sessionId: "c",
      timestamp: day,
      message: { role: "user", content: "Claude?" },
    };
    expect(outline(read(start, [other]).tree).filter((row) => row.startsWith("human"))).toEqual([
      "human prompt: Name three knots.",
      "human prompt: Claude?",
    ]);
  });
});
