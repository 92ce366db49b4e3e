import { agents } from "@ccdag/agents";
import { walk } from "@ccdag/ccast";
import { clientTexts } from "@ccdag/core";
import { transcript } from "@ccdag/processor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damaged, projects } from "../../../packages/processor/test/damaged.ts";
import { mask, type MaskFile } from "@ccdag/report";
import { verdict } from "./verdict.ts";

const asText = (files: ReadonlyArray<{ path: string; value: string | Uint8Array }>): MaskFile[] =>
  files.map(({ path, value }) => ({ path, value: String(value) }));
const record = (more: object) =>
  JSON.stringify({ type: "user", uuid: "u-000001", timestamp: "2025-05-05T10:00:00.500Z", ...more });
const masked = (more: object) =>
  JSON.parse(mask([{ path: "s.jsonl", value: record(more) }])[0]!.value) as Record<string, unknown>;
const maskedTexts = (...texts: string[]) =>
  (
    masked({ message: { content: texts.map((text) => ({ type: "text", text })) } })["message"] as {
      content: Array<{ text: string }>;
    }
  ).content.map(({ text }) => text);

/** Each agent with the rule that linked it, the actor and origin of each message, and the receipts. */
function agentsOf(files: readonly MaskFile[]): string[] {
  const found: string[] = [];
  walk(transcript(files, { extensions: [agents()] }).tree, (node) => {
    if (node.type === "agent") found.push(`${node.mode} ${node.from.rule} ${node.nestingLevel}`);
    if (node.type === "message") found.push(`${node.actor} ${node.origin}`);
    if (node.type === "toolResult") found.push(String(node.receipt));
  });
  return found;
}

describe("a masked copy", () => {
  it("gives the same tree as the original, for any damage", () => {
    fc.assert(
      fc.property(damaged, (files) => {
        const original = asText(files);
        expect(verdict(mask(original))).toEqual(verdict(original));
      }),
      { numRuns: 60 },
    );
  });

  it("contains no text of the conversation", () => {
    for (const files of projects) {
      const original = asText(files);
      const copy = mask(original)
        .map(({ value }) => value)
        .join("\n")
        .toLowerCase();
      const texts = original.flatMap(({ value }) => [
        ...value.matchAll(/"(?:text|thinking|content|title|summary)":"((?:[^"\\]|\\.){12,})"/g),
      ]);
      const leaked = texts
        .map(([, text]) => text!.toLowerCase())
        .filter((text) => !/^<|^caveat|continued from a previous|interrupted/.test(text) && copy.includes(text));
      expect(leaked).toEqual([]);
    }
  });

  it("keeps the length of texts, and which texts are equal", () => {
    expect(maskedTexts("Hello there", "other", "Hello there")).toEqual([
      "(11 characters, #1)",
      "(5 characters, #2)",
      "(11 characters, #1)",
    ]);
  });

  it("texts that differ in case and white space differ only in blanks", () => {
    const [first, second] = maskedTexts("Carry on", "carry  on");
    expect(first).not.toBe(second);
    expect(first!.replace(/\s+/g, " ")).toBe(second!.replace(/\s+/g, " "));
  });

  it.each([
    ["<command-name>/secret</command-name>", "<command-name>/c1</command-name>"],
    ["/secret do it", "/c1(5 characters, #1)"],
    ["[Request interrupted by user]", "[Request interrupted by user]"],
    ["Warmup", "Warmup"],
    [
      '<teammate-message teammate_id="bob" color="blue">hi all</teammate-message>',
      '<teammate-message teammate_id="(3 characters, #1)" color="(4 characters, #2)">(6 characters, #3)</teammate-message>',
    ],
    ["<status>completed</status>", "<status>completed</status>"],
    ["agentId: u-000001 (call again)", "agentId: id000001 (12 characters, #1)"],
    ['{"task_id": "u-000001", "note": "hush"}', '{"task_id":"id000001","k1":"(4 characters, #2)"}'],
  ])("keeps the part of %s that the client wrote", (text, expected) => expect(maskedTexts(text)[0]).toBe(expected));

  it("renames ids everywhere and keeps their order; shifts all times by the same amount", () => {
    const files = [
      {
        path: "p/bbb.jsonl",
        value: `${record({ sessionId: "bbb" })}\n${record({ uuid: "u-000000", parentUuid: "u-000001", timestamp: "2025-05-05T10:00:01.500Z" })}`,
      },
      { path: "p/bbb/subagents/agent-acompact-1.jsonl", value: "" },
    ];
    const [main, agent] = mask(files);
    expect(main!.path).toMatch(/^id\d{6}\/id\d{6}\.jsonl$/);
    expect(agent!.path).toMatch(/^id\d{6}\/id\d{6}\/subagents\/agent-acompact-(?:aa|id)\d{6}\.jsonl$/);
    const [first, second] = main!.value.split("\n").map((line) => JSON.parse(line) as Record<string, string>);
    expect(second!["parentUuid"]).toBe(first!["uuid"]);
    expect(first!["uuid"]! > second!["uuid"]!).toBe(true);
    expect(main!.path).toContain(first!["sessionId"]);
    expect([first!["timestamp"], second!["timestamp"]]).toEqual([
      "2026-01-01T00:00:00.000Z",
      "2026-01-01T00:00:01.000Z",
    ]);
  });

  it.each(["a\nb.jsonl", "agent-a\u2028b.meta.json", "..jsonl", "agent-.jsonl", "\r\nx/y.jsonl"])(
    "any name of a file is masked: %j",
    (path) => {
      const [file] = mask([{ path, value: "" }]);
      expect(file!.path).toMatch(/^(?:(?:id|aa)\d{6}\/)?(?:agent-)?(?:(?:id|aa)\d{6})?(?:\.meta)?\.jsonl?$/);
    },
  );

  it.each([
    ["2026-01-01T00:00:00.000Z", "-271821-04-20T00:00:00Z"],
    ["+275760-09-13T00:00:00Z", "-271821-04-20T00:00:00Z"],
    ["9999-12-31T00:00:00Z", "-271821-04-20T00:00:00Z"],
  ])("times that cannot be shifted keep their order: %s after %s", (late, early) => {
    const value = `${record({ timestamp: late })}\n${record({ timestamp: early })}`;
    const times = mask([{ path: "s.jsonl", value }])[0]!
      .value.split("\n")
      .map((line) => Date.parse((JSON.parse(line) as { timestamp: string }).timestamp));
    expect(times[0]).toBeGreaterThan(times[1]!);
  });

  it.each([
    ["an input", (deep: string) => `{"message":{"content":[{"type":"tool_use","id":"t","input":${deep}}]}}`],
    ["a result", (deep: string) => `{"toolUseResult":${deep},"message":{"content":"x"}}`],
  ])("JSON that is nested deeply is masked: %s", (_, line) => {
    const value = line(`${'{"hush":['.repeat(20_000)}"hush"${"]}".repeat(20_000)}`);
    const [file] = mask([{ path: "s.jsonl", value }]);
    expect(file!.value).not.toMatch(/hush|no JSON/);
  });

  it("masks the keys of maps by path; unknown fields keep their names", () => {
    const copy = masked({ snapshot: { files: { "/home/ada/secret.ts": { hash: "abc def" } } }, novel: "hush hush" });
    expect(JSON.stringify(copy)).not.toMatch(/ada|secret|hush|abc/);
    expect(copy["novel"]).toMatch(/^\(9 {1,2}characters, #\d+\)$/);
  });

  it("masks text in every field of a record", () => {
    const hush = "hush secret";
    const inner = { status: hush, mode: hush, "acme-plan": hush, nested: [{ deep: hush, "john smith": 4711 }] };
    const copy = masked({
      message: {
        content: [
          { type: "text", text: JSON.stringify({ db: { password: hush, hosts: [hush] } }) },
          { type: "text", text: `is <summary of ${hush}> and <result\nof ${hush}> and <status class=hush>` },
          { type: "text", text: `<teammate-message summary="profit -> ${hush}">x</teammate-message>` },
          { type: "tool_use", id: "t", name: "mcp__hush__secret", input: inner },
          { type: "tool_use", id: "u", name: `${hush} \u009B2J`, input: {} },
        ],
      },
      toolUseResult: inner,
      stopReason: hush,
      mode: hush,
      snapshot: { trackedFileBackups: { "hush-plan": { backupFileName: "hush" } } },
      attachment: { hookName: "PostToolUse:mcp__hush__x", answers: { "hush?": hush } },
      data: [{ hookName: hush }, { hookName: `SessionStart:${hush}` }, { hookName: `${hush}:x` }],
      startTime: Date.parse("2025-05-05T10:00:00.500Z"),
    });
    expect(JSON.stringify(copy)).not.toMatch(/hush|secret|acme|john|4711|profit/);
    expect(copy["startTime"]).toBe(Date.UTC(2026, 0, 1));
  });

  it.each([[["", "hush"]], [[" ", "hush", "\n"]], [["", "hush", "HUSH"]]])(
    "masks blocks some of which are blank: %j",
    (texts) => {
      expect(maskedTexts(...texts).join("")).not.toMatch(/hush/i);
    },
  );

  it("masks very many texts that differ only in case", () => {
    const texts = Array.from({ length: 3000 }, (_, at) =>
      at.toString(2).padStart(12, "0").replace(/0/g, "a").replace(/1/g, "A"),
    );
    const copies = maskedTexts(...texts);
    expect(new Set(copies).size).toBe(3000);
    expect(new Set(copies.map((text) => text.replace(/\s+/g, " "))).size).toBe(1);
    expect(copies.join("").length).toBeLessThan(3000 * 50);
  });

  it("masks a text with very many words and commands", () => {
    expect(maskedTexts("/a ".repeat(20_000))[0]).toMatch(/^\/c1\(\d+ characters, #1\)$/);
  });

  it("a line that is not a JSON object stays invalid, blank lines stay blank", () => {
    expect(mask([{ path: "s.jsonl", value: '{"broken\n\n[1]\n' }])[0]!.value).toBe("(no JSON)\n\n(no JSON)\n");
  });

  it.each([
    ["a note", "all good\nagentId: a7f7f7f7 (to continue)\n<usage>total_tokens: 1\ntool_uses: 2</usage>"],
    ["a note of lines", "all good\nagentId: a7f7f7f7\nworktreePath: /home/ada/w\n<usage>total_tokens: 1</usage>"],
    ["a note in a frame", "[Subagent hand-back] It follows:\n  all good\nagentId: a7f7f7f7 (to continue)"],
    ["a quoted id", "The log says\nagentId: a7f7f7f7 (in line 3)\nand more."],
    ["a receipt", "Async agent launched successfully.\nagentId: a7f7f7f7 (internal)\nWork on."],
    ["a receipt of a teammate", "Spawned successfully.\nagent_id: a7f7f7f7\nname: bo"],
    ["a phrase of the client", '2 background agents were stopped by the user: "x", "y".'],
  ])("%s means the same in the copy", (_, text) => {
    const at = { sessionId: "s", timestamp: "2025-05-05T10:00:00Z" };
    const call = { type: "tool_use", id: "toolu_000001", name: "Agent", input: { prompt: "look around" } };
    const result = { type: "tool_result", tool_use_id: "toolu_000001", content: [{ type: "text", text }] };
    const lines = [
      { type: "assistant", uuid: "u-000001", parentUuid: null, message: { id: "m", content: [call] }, ...at },
      { type: "user", uuid: "u-000002", parentUuid: "u-000001", message: { content: [result] }, ...at },
      { type: "user", uuid: "u-000003", parentUuid: "u-000002", message: { content: text }, ...at },
    ];
    const agent = { type: "user", uuid: "u-000004", parentUuid: null, agentId: "a7f7f7f7", message: { content: "-" } };
    const original: MaskFile[] = [
      { path: "s.jsonl", value: lines.map((line) => JSON.stringify(line)).join("\n") },
      { path: "s/subagents/agent-a7f7f7f7.jsonl", value: JSON.stringify({ ...agent, ...at }) },
    ];
    expect(agentsOf(mask(original))).toEqual(agentsOf(original));
    expect(verdict(mask(original))).toEqual(verdict(original));
  });

  it("keeps the client texts that the table marks as kept, and no others", () => {
    for (const row of clientTexts) {
      const text = "tag" in row ? `<${row.tag}>` : "phrase" in row ? row.phrase : "";
      // A note on an agent is kept as a labelled line.
      if (text === "" || ("id" in row && row.id === "agent-note")) continue;
      expect([text, maskedTexts(`hush ${text} hush`)[0]!.includes(text)]).toEqual([text, row.isKept]);
    }
  });

  it("the prompt of a call stays part of the message that the teammate received", () => {
    const call = { type: "tool_use", id: "t1", name: "Task", input: { prompt: "Look at the roof" } };
    const inner = '<teammate-message teammate_id="lead">You are bob. Look at the roof, please.</teammate-message>';
    const [copy] = mask([
      {
        path: "s.jsonl",
        value: [record({ message: { content: [call] } }), record({ message: { content: inner } })].join("\n"),
      },
    ]);
    const [first, second] = copy!.value.split("\n").map((line) => JSON.parse(line) as unknown);
    const prompt = (first as { message: { content: Array<{ input: { prompt: string } }> } }).message.content[0]!.input
      .prompt;
    const output = (second as { message: { content: string } }).message.content;
    expect(output.replace(/\s+/g, " ")).toContain(prompt.replace(/\s+/g, " "));
  });
});
