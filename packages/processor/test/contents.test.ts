import { audit, type Nodes, walk } from "@ccdag/ccast";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transcript } from "../src/index.ts";
import { written } from "./written.ts";

/** Whatever is read, with every kind of content. */
const records = [
  {
    type: "user",
    uuid: "u1",
    message: {
      content: [
        { type: "text", text: "Look" },
        { type: "image", source: { data: "aGk=" } },
      ],
    },
  },
  {
    type: "user",
    uuid: "u2",
    message: { content: [{ type: "document", title: "Soil", source: { url: "https://a.example" } }] },
  },
  { type: "user", uuid: "u3", message: { content: [{ type: "image", source: { file_id: "file_1" } }] } },
  {
    type: "assistant",
    uuid: "a1",
    message: {
      content: [
        { type: "thinking", thinking: "Hm.", signature: "s" },
        { type: "text", text: "I read.", citations: [{ cited_text: "as it is written" }] },
        { type: "tool_use", id: "t1", name: "Read", input: { file: "a.txt" } },
        { type: "server_tool_use", id: "t2", name: "web_search", input: { query: "rain" } },
        {
          type: "web_search_tool_result",
          tool_use_id: "t2",
          content: [{ type: "web_search_result", title: "Rain", url: "https://b.example", page_age: "1 day" }],
        },
        { type: "hologram", shows: "a cat" },
      ],
    },
  },
  {
    type: "user",
    uuid: "u4",
    toolUseResult: { file: { content: "alpha", lines: 1 } },
    message: {
      content: [
        {
          type: "tool_result",
          tool_use_id: "t1",
          content: [
            { type: "text", text: "1 alpha" },
            { type: "image", source: { data: "cG5n" } },
            { type: "tool_reference", tool_name: "Grep" },
          ],
        },
        { type: "text", text: "and more" },
      ],
    },
  },
  { type: "user", uuid: "u5", toolUseResult: "kept aside", message: { content: "beside" } },
  { type: "attachment", uuid: "q1", attachment: { type: "queued_command", prompt: "later" } },
  { type: "attachment", uuid: "f1", attachment: { type: "file", filename: "b.txt", content: { text: "beta" } } },
  { type: "progress", uuid: "p1", data: { type: "hook_progress", command: "lint" } },
  { type: "system", uuid: "y1", subtype: "local_command", content: "<command-name>/cost</command-name>" },
  { type: "system", uuid: "y2", subtype: "informational", content: "Saved." },
  { type: "aura", uuid: "x1", hue: "red" },
  { type: "custom-title", customTitle: "Rain" },
  { type: "queue-operation", operation: "enqueue", content: "never sent" },
  { type: "assistant", uuid: "a2", toolName: "Bash", toolUseId: "t3", toolArguments: { command: "ls" } },
];
const read = () => {
  const value = records.map((record) => JSON.stringify(record)).join("\n");
  return transcript([{ path: "s.jsonl", value }]);
};

/** The fields in which nodes hold content. */
const fields: Readonly<Partial<Record<Nodes["type"], readonly string[]>>> = {
  text: ["value"],
  thinking: ["value"],
  image: ["data", "raw"],
  document: ["url", "title"],
  toolCall: ["name", "input"],
  toolResult: ["structured"],
  unknown: ["raw"],
  notice: ["structured", "value"],
};

describe("the contents of records", () => {
  it("are all in the tree", () => {
    const { tree, ledger } = read();
    expect(audit(tree, ledger)).toEqual([]);
  });

  it("are missed, whichever of them is another one or gone", () => {
    const { tree, ledger } = read();
    const silent: string[] = [];
    const tried = new Set<string>();
    walk(tree, (node) => {
      const holder = node as unknown as Record<string, unknown>;
      const unknown = typeof node.data === "object" ? node.data.unknown : undefined;
      const slots = (fields[node.type] ?? []).map((field) => [holder, field] as const);
      const extra = Object.keys(node.type === "notice" ? {} : (unknown ?? {})).map(
        (field) => [unknown!, field] as const,
      );
      for (const [owner, field] of [...slots, ...extra]) {
        const before = owner[field];
        // A notice shows words of its record, which it holds whole.
        if (before === undefined || (node.type === "notice" && field === "value" && node.structured)) continue;
        for (const other of ["another", undefined]) {
          owner[field] = other;
          const findings = audit(tree, ledger).map(({ reason }) => reason);
          if (!findings.some((reason) => reason.endsWith("stands nowhere in the tree")))
            silent.push(`${node.type}.${field}`);
        }
        owner[field] = before;
        tried.add(`${node.type}.${field}`);
      }
    });
    expect(silent).toEqual([]);
    expect([...tried].sort()).toMatchInlineSnapshot(`
      [
        "document.title",
        "document.url",
        "image.data",
        "message.toolUseResult",
        "notice.structured",
        "notice.value",
        "text.citations",
        "text.value",
        "thinking.value",
        "toolCall.input",
        "toolCall.name",
        "toolResult.structured",
        "unknown.raw",
      ]
    `);
  });

  it("names what is lost, with its file and line", () => {
    const { tree, ledger } = read();
    walk(tree, (node) => {
      if (node.type === "toolCall") node.input = {};
      if (node.type === "toolResult") delete node.structured;
    });
    expect(audit(tree, ledger).map(({ id, reason }) => `${id}: ${reason}`)).toMatchInlineSnapshot(`
      [
        "a1: Lost: the input of call \`t1\` (s.jsonl:4) stands nowhere in the tree",
        "a1: Lost: the input of call \`t2\` (s.jsonl:4) stands nowhere in the tree",
        "a1: Lost: what was recorded in the result of call \`t2\` (s.jsonl:4) stands nowhere in the tree",
        "u4: Lost: the structured result (s.jsonl:5) stands nowhere in the tree",
        "a2: Lost: the input of call \`t3\` (s.jsonl:15) stands nowhere in the tree",
      ]
    `);
  });

  it("are in the tree for whatever is written: under one uuid, again, in parts, as copies", () => {
    fc.assert(
      fc.property(written, (files) => {
        const { tree, ledger } = transcript(files);
        expect(audit(tree, ledger)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});
