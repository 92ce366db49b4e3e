import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, put, read, scratch, talk } from "./world.ts";

const bin = new URL("../bin.js", import.meta.url).pathname;

/** A home with a session of Claude Code in a folder, one in a folder that is gone, and a program that stands for the client. */
function world() {
  const home = scratch();
  const app = join(home, "it's app");
  mkdirSync(app);
  const session = (id: string, cwd: string) =>
    talk(id)
      .split("\n")
      .filter(Boolean)
      .map((line) => `${JSON.stringify({ ...(JSON.parse(line) as object), sessionId: id, cwd })}\n`)
      .join("");
  put(home, ".claude/projects/-app/aaaa1111-1.jsonl", session("aaaa1111-1", app));
  put(home, ".claude/projects/-gone/bbbb2222-2.jsonl", session("bbbb2222-2", join(home, "gone")));
  put(home, ".claude/projects/-evil/--version.jsonl", session("--version", app));
  put(
    home,
    "bin/claude",
    `#!/bin/sh\npwd > "${home}/log"; echo "$@" >> "${home}/log"; read line; echo "got $line"; exit 7\n`,
  );
  chmodSync(join(home, "bin/claude"), 0o755);
  return { home, app, env: { HOME: home, PATH: `${join(home, "bin")}:/usr/bin:/bin` } };
}

describe("ccdag resume", () => {
  it("starts the client in the folder of the session, with its streams and its exit code", () => {
    const { home, app, env } = world();
    const options = { cwd: home, env, input: "hello\n", encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [bin, "resume", "aaaa1111"], options);
    expect([status, stdout]).toEqual([7, "got hello\n"]);
    expect(stderr).toBe(`${app}: claude --resume aaaa1111-1\n`);
    expect(read(home, "log")).toBe(`${app}\n--resume aaaa1111-1\n`);
  });

  it("prints the command instead, for a shell", async () => {
    const { app, env } = world();
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
    const { home, env } = world();
    const cwd = join(home, ".claude/projects");
    const { code, stdout, stderr } = await ccdag(["resume", "--", ...words], { cwd, env: { ...env, PATH: "bin:" } });
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(message)]);
  });

  it("starts the coding agent that wrote the session", async () => {
    const { home, env } = world();
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
