import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { jsonl, put, read, scratch } from "../world.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0 && spawnSync("sh", ["-c", "command -v less"]).status === 0;
if (!hasTmux) console.warn("No tmux or no less: the tests of the pager are skipped. Install both.");

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;
const id = "aaaa1111-0000-4000-8000-000000000001";

/** A session of many turns. */
function world(): string {
  const home = scratch();
  let parentUuid: string | null = null;
  const records = Array.from({ length: 40 }, (_, at) => {
    const role = at % 2 === 0 ? "user" : "assistant";
    const record = {
      type: role,
      uuid: `${String(10 + at)}000000-0000-4000-8000-000000000000`,
      parentUuid,
      sessionId: id,
      cwd: "/srv/garden",
      timestamp: new Date(Date.UTC(2026, 2, 14, 12, at)).toISOString(),
      message: { id: `m${at}`, role, content: `${role} says ${at}\u001B]2;OWNED\u0007` },
    };
    parentUuid = record.uuid;
    return record;
  });
  put(home, `.claude/projects/-srv-garden/${id}.jsonl`, jsonl(...records));
  return home;
}

/** `ccdag show` in a terminal of 60 columns. */
function terminal(home: string, words: string, variables = "") {
  const tmux = (...args: string[]) =>
    spawnSync("tmux", ["-u", "-S", join(home, "s"), "-f", "/dev/null", ...args], { encoding: "utf8" }).stdout;
  onTestFinished(() => void tmux("kill-server"));
  const env = `env -u CI -u PAGER -u LESS -u CCDAG_PAGER -u CLAUDE_CONFIG_DIR HOME=${home} ${variables}`;
  const command = `sleep 1; ${env} ${process.execPath} ${bin} show ${words}; echo "code $?"; sleep 300`;
  tmux("new-session", "-d", "-x", "60", "-y", "20", "-c", home, command);
  return {
    keys: (...keys: string[]) => void tmux("send-keys", ...keys),
    title: () => tmux("display-message", "-p", "#{pane_title}"),
    coloured: () => tmux("capture-pane", "-p", "-e"),
    shows: async (pattern: RegExp) => expect.poll(() => tmux("capture-pane", "-p")).toMatch(pattern),
  };
}

describe.skipIf(!hasTmux)("`ccdag show` in a terminal", () => {
  it("shows the session in less with colours; / and n search, q leaves", async () => {
    const { shows, keys, title, coloured } = terminal(world(), "aaaa1111");
    await shows(/^user says 0[^]*── Turn 1 [^]*┃ user says 0␛[^]*\n:/);
    // oxlint-disable-next-line no-control-regex -- tmux writes colours in its own way
    expect(coloured()).toMatch(/\u001B\[[\d;]*36m(?:\u001B\[49m)?┃/);
    keys("/", "says 2[02]", "Enter");
    await shows(/^┃ user says 20/);
    keys("n");
    await shows(/^┃ user says 22/);
    keys("C-c");
    keys("q");
    await shows(/^code 0$/m);
    expect(title()).not.toContain("OWNED");
  });

  it("begins with the turn that is named, and lets a person scroll up", async () => {
    const { shows, keys, coloured } = terminal(world(), "aaaa1111#turn-12");
    await shows(/^── Turn 12 [^]*┃ user says 22/);
    expect(coloured()).not.toContain("user says 20");
    keys("g");
    await shows(/^user says 0/);
    keys("q");
    await shows(/^code 0$/m);
  });

  it("asks the pager of the user, and does without one that is not there", async () => {
    const home = world();
    put(home, "mine", '#!/bin/sh\necho "mine $1"; tee got | head -n 1\n');
    chmodSync(join(home, "mine"), 0o755);
    await terminal(home, "aaaa1111#turn-20", `CCDAG_PAGER="${home}/mine -x"`).shows(/^mine -x\n── Turn 20 [^]*code 0/);
    expect(read(home, "got")).toMatch(/^\S*── Turn 20 /);
    const other = world();
    await terminal(other, "aaaa1111#turn-20", "PAGER=no-such-pager").shows(/── Turn 20 [^]*┃ user says 38[^]*code 0/);
    const none = world();
    await terminal(none, "aaaa1111#turn-20", "CCDAG_PAGER=").shows(/^── Turn 20 [^]*┃ user says 38[^]*code 0/);
  });
});
