import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { put, scratch, talk } from "./world.ts";

/** A home with a session of Claude Code in a folder, one in a folder that is gone, and a program that stands for the client. */
export function resumeWorld() {
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
