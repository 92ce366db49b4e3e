import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, scratch, talk } from "./world.ts";

const entry = (uuid: string, type: string, content: unknown, more: object = {}) => ({
  type,
  uuid,
  parentUuid: null,
  timestamp: "2026-01-01T10:00:00.000Z",
  message: { id: `m-${uuid}`, role: type, content },
  ...more,
});

/** Search one session. */
async function search(records: readonly object[], ...args: string[]) {
  const root = scratch({ "-p/s.jsonl": jsonl(...records) });
  const { code, stdout } = await ccdag(["search", ...args, "--json", "--root", root], { env: { HOME: scratch() } });
  const found = JSON.parse(stdout) as Array<{ hits: Array<{ uuid: string; where: string; speaker: string }> }>;
  return { code, hits: found.flatMap(({ hits }) => hits.map(({ uuid, where }) => `${uuid} ${where}`)) };
}

describe("ccdag search", () => {
  const records = [
    entry("1", "user", 'How does the "Rate\nlimit" work? C:\\temp\\new'),
    entry("2", "assistant", [{ type: "thinking", thinking: "Ünïcode rate of limits" }]),
    entry("3", "assistant", [{ type: "text", text: "The RATE   LIMIT is 5/min" }]),
    entry("4", "assistant", [{ type: "tool_use", id: "t", name: "Bash", input: { command: "grep rate-limit x" } }]),
    entry("5", "user", [{ type: "tool_result", tool_use_id: "t", content: "rate limit: 5\u001b[0m" }], {
      cwd: "/rate limit",
    }),
    { type: "system", uuid: "6", parentUuid: null, content: "rate limit" },
  ];

  it.each([
    [["rate limit"], ["1 prompts", "3 replies", "5 tools"]],
    [
      ["rate", "limit"],
      ["1 prompts", "2 thinking", "3 replies", "4 tools", "5 tools"],
    ],
    [["/rate.limit/"], ["4 tools", "5 tools"]],
    [['"rate limit" work'], ["1 prompts"]],
    [["c:\\TEMP\\new"], ["1 prompts"]],
    [["ünïCODE"], ["2 thinking"]],
    [["5/min"], ["3 replies"]],
    [
      ["rate limit", "--in", "prompts,tools"],
      ["1 prompts", "5 tools"],
    ],
    [["rate limit", "--until", "2025"], []],
    // No metadata: field names, directories, ids.
    [["tool_use_id"], []],
    [["2026-01-01"], []],
    [["m-1"], []],
  ])("%j finds %j", async (args, expected) => {
    const { code, hits } = await search(records, ...args);
    expect([code, hits]).toEqual([expected.length === 0 ? 1 : 0, expected]);
  });

  it("finds what another writer of JSON escapes", async () => {
    const text =
      '{"type":"user","uuid":"1","parentUuid":null,"message":{"content":"\\u0063af\\u00e9 \\u003cb\\u003e \\/x"}}\n';
    const root = scratch({ "-p/s.jsonl": text });
    for (const word of ["CAFÉ", "<b>", "caf"])
      expect((await ccdag(["search", word, "--root", root], { env: { HOME: scratch() } })).code).toBe(0);
  });

  it("shows a copy once, and the same words of two prompts twice", async () => {
    const root = scratch({ "-p/a.jsonl": talk("a"), "-p/b.jsonl": talk("a") + talk("b", "a-a") });
    const find = async (...words: string[]) =>
      (await ccdag(["search", ...words, "--root", root], { env: { HOME: scratch() } })).stdout;
    expect(await find("Question a")).toContain("1 hit in 1 session");
    put(root, "-p/c.jsonl", jsonl(entry("x", "user", "continue"), entry("y", "user", "continue", { parentUuid: "x" })));
    expect(await find("continue")).toContain("2 hits in 1 session");
  });

  it("searches large outputs, which are files of their own, and reports a file that cannot be read", async () => {
    const call = [
      entry("1", "assistant", [{ type: "tool_use", id: "t", name: "Bash", input: {} }]),
      entry(
        "2",
        "user",
        [
          {
            type: "tool_result",
            tool_use_id: "t",
            content:
              "<persisted-output>\nOutput too large. Full output saved to: /x/s/tool-results/t.txt\n\nPreview (first 2KB):\nshort\n</persisted-output>",
          },
        ],
        { parentUuid: "1" },
      ),
    ];
    const root = scratch({ "-p/s.jsonl": jsonl(...call), "-p/s/tool-results/t.txt": "a needle in a haystack" });
    writeFileSync(join(root, "-p/z.jsonl.gz"), gzipSync(talk("z")).subarray(0, 60));
    const { code, stdout } = await ccdag(["search", "needle in", "--root", root], { env: { HOME: scratch() } });
    // The session is found, and the damaged file has its own exit code.
    expect([code, stdout.includes("1 hit in 1 session")]).toEqual([3, true]);
  });

  it("takes words of any length, and lines with many words", async () => {
    const long = "abcdefghij".repeat(300);
    expect((await search([entry("1", "user", `x${long}y`)], long)).hits).toEqual(["1 prompts"]);
    const line = "function f() {} ".repeat(50_000);
    expect((await search([entry("1", "user", line)], "function", "zyxw")).hits).toEqual([]);
  });

  it.each([
    [["/(/"], /Unexpected pattern `\/\(\/`/],
    [["x", "--in", "titles"], /expected prompts, replies, thinking, tools, context/],
    [["x", "--limit", "0"], /Unexpected --limit `0`/],
    [[" "], /Expected words to search for/],
  ])("%j is a wrong call", async (args, expected) => {
    const { code, stderr } = await ccdag(["search", ...args, "--root", scratch()]);
    expect(code).toBe(2);
    expect(stderr).toMatch(expected);
  });
});

it("the path of a project is the one that ls shows", async () => {
  const root = scratch({ "-p/s.jsonl": talk("s") });
  expect((await ccdag(["search", "Question s", "--project", join(root, "-p")])).stdout).toContain("1 hit in 1 session");
});
