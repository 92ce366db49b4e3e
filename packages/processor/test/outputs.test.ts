import { type Session, toText, type ToolCall, type ToolResult, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { VFile } from "vfile";
import { ccdag } from "../src/index.ts";

const note = (path: string) =>
  `<persisted-output>\nOutput too large (35.8KB). Full output saved to: ${path}\n\nPreview (first 2KB):\nline 1\n...\n</persisted-output>`;

/** Read one call with an output, and the files beside the transcript. */
function read(
  content: string,
  files: Readonly<Record<string, string>>,
  more: object = {},
  at = "p/s1.jsonl",
): ToolResult {
  const call = { id: "m", content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }] };
  const result = [{ type: "tool_result", tool_use_id: "t", content }];
  const lines = [
    { type: "user", uuid: "1", parentUuid: null, message: { content: "go" } },
    { type: "assistant", uuid: "2", parentUuid: "1", message: call },
    { type: "user", uuid: "3", parentUuid: "2", message: { content: result }, ...more },
  ];
  const value = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const companions = [
    new VFile({ path: at, value }),
    ...Object.entries(files).map(([path, body]) => new VFile({ path, value: body })),
  ];
  const file = new VFile({ path: "all", data: { companions } });
  let found: ToolResult | undefined;
  walk(ccdag().parse(file), (node) => {
    if (node.type === "toolCall") found = (node as ToolCall).result;
  });
  expect(
    [file, ...companions].flatMap(({ messages }) => messages.filter(({ ruleId }) => ruleId === "invalid-json")),
  ).toEqual([]);
  return found!;
}

const body = { "p/s1/tool-results/b1.txt": "line 1\nline 2\n" };

describe("outputs that are too large for a transcript", () => {
  it.each<[string, string]>([
    ["on the machine that wrote it", "/home/ada/.claude/projects/-app/s1/tool-results/b1.txt"],
    ["on Windows", "C:\\Users\\Ada\\.claude\\projects\\-app\\s1\\tool-results\\b1.txt"],
  ])("are read from the file that the client names, at any path: %s", (_, path) => {
    const result = read(note(path), body);
    expect(result.whole).toBe("line 1\nline 2\n");
    expect(toText(result)).toContain("Preview (first 2KB)");
  });

  it("are read for an agent too, and by the path in the record beside the result", () => {
    const path = "/x/s1/tool-results/b1.txt";
    expect(read(note(path), body, {}, "p/s1/subagents/agent-a.jsonl").whole).toBeDefined();
    expect(read("Output too large", body, { toolUseResult: { persistedOutputPath: path } }).whole).toBeDefined();
  });

  it.each<[string, string, Record<string, string>]>([
    ["a file that does not exist", note("/x/s1/tool-results/b2.txt"), body],
    ["a file of another session", note("/x/s2/tool-results/b1.txt"), body],
    ["a path that leads elsewhere", note("/etc/passwd"), {}],
    ["text that only mentions it", `see ${note("/x/s1/tool-results/b1.txt")}`, body],
  ])("stay as they are in the transcript: %s", (_, content, files) => {
    expect(read(content, files).whole).toBeUndefined();
  });

  it("are not read as transcripts, also if their name ends like one", () => {
    const files = { "p/s1/tool-results/a.jsonl": '{"type":"user"}\n', "p/s1/tool-results/b.json": "no json" };
    expect(read("short", files).whole).toBeUndefined();
  });
});

describe("pull requests of a session (pr-link)", () => {
  it("are listed once each, in the order of the file, and only with web addresses", () => {
    const link = (prUrl: string, prNumber: unknown = 1) => ({ type: "pr-link", prUrl, prNumber, prRepository: "a/b" });
    const lines = [
      { type: "user", uuid: "1", parentUuid: null, message: { content: "go" } },
      link("https://host.io/a/b/pull/2", 2),
      link("https://host.io/a/b/pull/1", "one"),
      link("https://host.io/a/b/pull/2", 2),
      link("javascript:alert(1)"),
    ];
    const value = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    const [session] = ccdag().parse(new VFile({ path: "s.jsonl", value })).children as Session[];
    expect(session!.pulls).toEqual([
      { url: "https://host.io/a/b/pull/2", number: 2, repository: "a/b" },
      { url: "https://host.io/a/b/pull/1", number: undefined, repository: "a/b" },
    ]);
  });
});
