import { describe, expect, it } from "vitest";
import { ccdag, jsonl, sample, scratch } from "./world.ts";
import { transcript } from "./edits-world.ts";

describe("a terminal of 60 columns", () => {
  const long = `-srv-${"a-project-with-a-long-name-".repeat(3)}x`;
  const call = (at: number) => ({
    type: at === 0 ? "user" : "assistant",
    uuid: `u${at}`,
    parentUuid: at === 0 ? null : `u${at - 1}`,
    sessionId: "s1",
    cwd: `/srv/${"a-project-with-a-long-name-".repeat(3)}x`,
    timestamp: `2026-03-14T12:0${at}:00.000Z`,
    message:
      at === 0
        ? { role: "user", content: "What is the longest title that anybody has given a session of a garden?" }
        : {
            role: "assistant",
            id: `m${at}`,
            model: `claude-with-a-very-long-name-of-a-model-${at}`,
            usage: { input_tokens: 123_456_789, output_tokens: 1_234_567, cache_read_input_tokens: 987_654_321 },
            content: [{ type: "text", text: "This." }],
          },
  });
  const world = () => scratch({ [`${long}/s1.jsonl`]: jsonl(call(0), call(1), call(2)) });

  it.each([
    ["ls"],
    ["ls", "--projects"],
    ["ls", "--by", "client"],
    ["usage", "s1"],
    ["usage", "s1", "--turns"],
    ["usage", "642fe51e", "--turns"],
    ["usage", "--by", "project"],
    ["usage", "--by", "session"],
    ["usage", "--by", "day"],
    ["usage", "--by", "model"],
    ["usage", "--by", "month,project"],
  ])("%s %s %s fits", async (...words) => {
    const io = { env: { HOME: "/nowhere" }, cwd: "/", isStdoutTerminal: true, columns: 60 };
    const { code, stdout } = await ccdag([...words, "--root", sample, "--root", world(), "--no-cache"], io);
    expect(code).toBe(0);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  });
});

describe("ccdag edits without an input", () => {
  const edit = (path: string) => ({
    name: "Write",
    input: { file_path: path, content: "a\n" },
    result: { type: "create", filePath: path, content: "a\n" },
  });
  const world = () =>
    scratch({
      ".claude/projects/-home-me-app/s1.jsonl": transcript("s1", [edit("/home/me/app/a.ts")]),
      ".claude/projects/-home-me-web/s2.jsonl": transcript("s2", [edit("/home/me/web/b.ts")], "/home/me/web"),
    });
  const run = (...words: string[]) =>
    ccdag(["edits", ...words, "--no-cache"], { env: { HOME: world() }, cwd: "/home/me/app" });

  it("says that it means the newest session of the project", async () => {
    const { stdout, stderr } = await run();
    expect(stdout).toMatch(/^FILE +EDITS[^]*a\.ts/);
    expect(stderr).toBe(
      "Edits of s1, the newest session of this project; `ccdag edits .` lists those of all its sessions\n",
    );
    expect((await run("-q")).stderr).toBe("");
  });

  it("means all projects for a file, as search does, and names the session beside each row", async () => {
    for (const each of [[], ["--each"]]) {
      const { code, stdout, stderr } = await run("--file", "b.ts", ...each);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^SESSION +\w+[^]*\ns2 +.*b\.ts/);
    }
  });
});
