import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countLines, type Entry, type TranscriptRecord, parseEntries } from "../src/index.ts";
import { classifyUserEntry } from "../src/entry/classify-user-entry.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const u1 = '{"type":"user","uuid":"u1","message":{"content":"hi"}}';
const a1 = '{"type":"assistant","uuid":"a1","parentUuid":"u1","message":{"content":[]}}';

function read(value: string | Uint8Array | Iterable<Uint8Array>) {
  const rules: string[] = [];
  const lines = [
    ...parseEntries(
      { path: "s.jsonl", value },
      { report: ({ ruleId, file, line }) => rules.push(`${file}:${line} ${ruleId}`) },
    ),
  ];
  return { lines, rules };
}
const entry = (record: Record<string, unknown>) => read(JSON.stringify(record)).lines[0] as Entry;
const places = (lines: readonly TranscriptRecord[]) => lines.map(({ form, location }) => `${location.line} ${form}`);

describe("parseEntries", () => {
  it.each([
    ["a byte order mark", `\uFEFF${u1}\n${a1}\n`, ["1 entry", "2 entry"]],
    ["CRLF", `${u1}\r\n${a1}\r\n`, ["1 entry", "2 entry"]],
    ["blank lines", `\n${u1}\n  \t\n\n${a1}\n\n`, ["2 entry", "5 entry"]],
    ["no final newline", `${u1}\n${a1}`, ["1 entry", "2 entry"]],
    ["an empty file", "", []],
    [
      "lines that hold no JSON object",
      `${u1}\n42\n[1]\n"x"\nnull\n{broken\n${a1}`,
      ["1 entry", "2 malformed", "3 malformed", "4 malformed", "5 malformed", "6 malformed", "7 entry"],
    ],
    ["a record without a uuid", `{"type":"mode","mode":"plan"}`, ["1 bookkeeping"]],
  ])("takes %s", (_, text, expected) => {
    expect(places(read(text).lines)).toEqual(expected);
    expect(places(read(bytes(text)).lines)).toEqual(expected);
    expect(countLines(bytes(text))).toBe(expected.length);
    expect(countLines(text)).toBe(expected.length);
  });

  it("reports a line that holds no JSON object with its file and line, and continues", () => {
    const { lines, rules } = read(`${u1}\n{broken\n${a1}`);
    expect(rules).toEqual(["s.jsonl:2 invalid-json"]);
    expect(lines).toHaveLength(3);
  });

  it("replaces invalid UTF-8 and reports it, for its line only", () => {
    const good = bytes(`${u1}\n`);
    const { lines, rules } = read(
      Uint8Array.of(
        ...good,
        ...bytes('{"uuid":"x","type":"user","message":{"content":"'),
        0xff,
        ...bytes('"}}\n'),
        ...good,
      ),
    );
    expect(rules).toEqual(["s.jsonl:2 invalid-utf8"]);
    expect((lines[1] as Entry).message!.blocks[0]!["text"]).toBe("\uFFFD");
  });

  it("takes chunks that are cut anywhere, in a character too", () => {
    const text = `${u1}\r\n{"type":"user","uuid":"u2","message":{"content":"Grüße 🌦"}}\n\n${a1}`;
    fc.assert(
      fc.property(fc.array(fc.nat(text.length * 2)), (cuts) => {
        const all = bytes(text);
        const at = [0, ...cuts.map((cut) => Math.min(cut, all.length)).sort((a, b) => a - b), all.length];
        const chunks = at.slice(1).map((to, index) => all.subarray(at[index], to));
        expect(read(chunks).lines).toEqual(read(text).lines);
      }),
    );
  });

  it("takes lines of many megabytes", () => {
    const long = "x".repeat(5_000_000);
    expect(entry({ type: "user", uuid: "u", message: { content: long } }).message!.blocks[0]!["text"]).toHaveLength(
      5_000_000,
    );
  });

  it("keeps lone surrogates", () => {
    expect(entry({ type: "user", uuid: "u", message: { content: "a\uD83D" } }).message!.blocks[0]!["text"]).toBe(
      "a\uD83D",
    );
  });

  it("leaves each record its own fields, however like those of the record before they are", () => {
    const records = [
      { type: "user", uuid: "u1", parentUuid: null, sessionId: "s1", cwd: "/a" },
      { type: "user", uuid: "u2", parentUuid: "u1", sessionId: "s1", cwd: "/a" },
      { type: "user", uuid: "u3", parentUuid: "u1", sessionId: "s2", cwd: "/b" },
      { type: "user", parentUuid: "u3", cwd: 7 },
      { type: "user", uuid: "u5", cwd: 7, parentUuid: "u4" },
    ];
    const { lines } = read(records.map((record) => JSON.stringify(record)).join("\n"));
    expect(lines.map((record) => "raw" in record && record.raw)).toStrictEqual(records);
  });

  it("C010 C012: takes the fields of the graph from the record", () => {
    const record = {
      type: "user",
      uuid: "u",
      parentUuid: "p",
      logicalParentUuid: "l",
      sessionId: "s",
      isSidechain: true,
      agentId: "a",
      userType: "external",
    };
    expect(entry(record)).toMatchObject({
      uuid: "u",
      parentUuid: "p",
      logicalParentUuid: "l",
      sessionId: "s",
      isSidechain: true,
      agentId: "a",
      kind: "user",
    });
    expect(entry({ type: "user", uuid: "u" })).toMatchObject({ parentUuid: null, isSidechain: false });
  });

  it.each([
    ["2026-01-01T00:00:00.000Z", Date.UTC(2026, 0, 1)],
    [1_767_225_600_000, Date.UTC(2026, 0, 1)],
    [1_767_225_600, Date.UTC(2026, 0, 1)],
    [undefined, Number.NaN],
    ["yesterday", Number.NaN],
  ])("reads the time %s", (timestamp, expected) => {
    expect(entry({ type: "user", uuid: "u", timestamp }).timestamp).toBe(expected);
  });

  it.each([
    [{ type: "user", message: "words" }, [{ type: "text", text: "words" }]],
    [{ type: "user", message: [{ type: "text", text: "words" }] }, [{ type: "text", text: "words" }]],
    [{ type: "user", message: { content: ["a", 1] } }, [{ type: "text", text: "a" }, { value: 1 }]],
    [{ type: "user", message: { content: 7 } }, [{ value: 7 }]],
    [{ type: "user", message: { content: null } }, []],
    [{ type: "user", message: { content: { type: "text", text: "one" } } }, [{ type: "text", text: "one" }]],
    [{ message: { role: "assistant", content: "untyped" } }, [{ type: "text", text: "untyped" }]],
  ])("makes one shape of content: %j", (record, blocks) => {
    expect(entry({ uuid: "u", ...record }).message!.blocks).toEqual(blocks);
  });

  it("makes a message without a uuid an entry, with its location as id", () => {
    expect(entry({ type: "user", message: { content: "x" } })).toMatchObject({
      form: "entry",
      id: "s.jsonl:1",
      uuid: undefined,
    });
  });

  it("keeps a record of an unknown type", () => {
    expect(entry({ type: "hologram", uuid: "h" })).toMatchObject({ kind: "passthrough", type: "hologram" });
    expect(entry({ uuid: "h" })).toMatchObject({ kind: "passthrough", type: "unknown" });
  });
});

describe("flavourOf", () => {
  it.each([
    ["This session is being continued from a previous conversation that ran out of context. …", {}, "compact-summary"],
    ["any words", { isCompactSummary: true }, "compact-summary"],
    ["<command-name>/model</command-name>", {}, "command"],
    ["<command-message>init is running…</command-message>", {}, "command"],
    ["<local-command-stdout></local-command-stdout>", {}, "command-output"],
    ["<local-command-caveat>Caveat: …</local-command-caveat>", { isMeta: true }, "caveat"],
    ["Caveat: The messages below were generated by the user while running local commands. DO NOT", {}, "caveat"],
    ["<bash-input>ls</bash-input>", {}, "bash"],
    ["<bash-stdout>a</bash-stdout>", {}, "bash-output"],
    ['<teammate-message teammate_id="bo">x</teammate-message>', {}, "teammate"],
    ['Another Claude session sent a message:\n<teammate-message teammate_id="bo">x</teammate-message>', {}, "teammate"],
    ["<task-notification><task-id>b1</task-id></task-notification>", {}, "notification"],
    ["<agent-notification>\n<agent-id>a1</agent-id></agent-notification>", {}, "notification"],
    ["<bash-notification>\n<shell-id>s1</shell-id></bash-notification>", {}, "notification"],
    ["words", { origin: { kind: "task-notification" } }, "notification"],
    ['2 background agents were stopped by the user: "a", "b".', {}, "notification"],
    ["2 background agents are enough", {}, "prompt"],
    ["<user-prompt-submit-hook>ok</user-prompt-submit-hook>", {}, "hook"],
    ["[Request interrupted by user for tool use]", {}, "interrupt"],
    ["Base directory for this skill", { isMeta: true, sourceToolUseID: "t" }, "skill"],
    ["[Image: source: /tmp/a.png]", { isMeta: true }, "meta"],
    ["<user-memory-input>tabs</user-memory-input>", {}, "memory"],
    ["<ide_opened_file>a.ts</ide_opened_file> fix it", {}, "prompt"],
    ["fix it", {}, "prompt"],
  ])("%s", (text, fields, userKind) => expect(classifyUserEntry(fields, [{ type: "text", text }])).toBe(userKind));

  it("a result is a result, regardless of what is beside it", () => {
    expect(classifyUserEntry({}, [{ type: "text", text: "stop" }, { type: "tool_result" }])).toBe("tool-result");
  });
});
