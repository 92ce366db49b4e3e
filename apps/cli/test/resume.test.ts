import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { resumeWorld } from "./resume-world.ts";
import { ccdag, put } from "./world.ts";

describe("ccdag resume", () => {
  it("prints the command instead, for a shell", async () => {
    const { app, env } = resumeWorld();
    const { code, stdout } = await ccdag(["resume", "aaaa1111", "--print"], { env });
    expect([code, stdout]).toEqual([0, `cd '${app.replace("'", String.raw`'\''`)}' && claude --resume aaaa1111-1\n`]);
  });

  it.each([
    [
      "a folder that is gone",
      ["bbbb2222"],
      /No such folder: `.*gone`, in which session bbbb2222-2 ran; --print prints/,
    ],
    ["a project", ["app"], /Unexpected `app`, expected a session/],
    ["a client that is not installed", ["aaaa1111"], /No program `claude` on the path, expected Claude Code/],
    ["an id that is an option", ["-evil/--version.jsonl"], /Unexpected session id `--version`, expected letters/],
  ])("says of %s what is wrong", async (_, words, message) => {
    const { home, env } = resumeWorld();
    const cwd = join(home, ".claude/projects");
    const { code, stdout, stderr } = await ccdag(["resume", "--", ...words], { cwd, env: { ...env, PATH: "bin:" } });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(message)]);
  });

  it("starts the coding agent that wrote the session", async () => {
    const { home, env } = resumeWorld();
    const record = (type: string, payload: object) =>
      `${JSON.stringify({ timestamp: "2026-03-14T12:00:00.000Z", type, payload })}\n`;
    const id = "019ab0c0-0000-7000-8000-000000000001";
    const words = [{ type: "input_text", text: "Water the roses" }];
    put(
      home,
      `.codex/sessions/2026/03/14/rollout-2026-03-14T12-00-00-${id}.jsonl`,
      record("session_meta", { id, timestamp: "2026-03-14T12:00:00.000Z", cwd: home, cli_version: "0.60.0" }) +
        record("response_item", { type: "message", role: "user", content: words }) +
        record("event_msg", { type: "user_message", message: "Water the roses" }),
    );
    const { stdout, stderr } = await ccdag(["resume", "019ab0c0", "--print"], { cwd: home, env });
    expect([stdout, stderr]).toEqual([`codex resume ${id}\n`, ""]);
  });
});
