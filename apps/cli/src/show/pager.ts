import { spawn } from "node:child_process";
import { leavingInterrupts } from "../interrupted.ts";
import type { Io } from "../io.ts";

/**
 * Show a text in the pager of the user: `$CCDAG_PAGER`, `$PAGER`, else `less`, with the options that git gives it.
 *
 * @param text the whole text.
 * @param line the line that it begins with on the screen, from 0; pagers that cannot begin there show the text from it on.
 * @param env the variables of the run.
 * @returns whether it was shown; not where no pager can be started.
 */
export async function showInPager(text: string, line: number, env: Io["env"]): Promise<boolean> {
  const named = env["CCDAG_PAGER"] ?? env["PAGER"];
  const words = named?.trim() ?? "less";
  if (words === "" || words === "cat") return false;
  const isLess = /^(?:\S*[\\/])?less(?:\.exe)?(?:\s|$)/.test(words);
  const command = isLess && line > 0 ? `${words} +${line + 1}` : words;
  const rest = isLess || line === 0 ? text : text.split("\n").slice(line).join("\n");
  // A pager of the user is a line of a shell, as for git and man; the text is no part of it.
  const child = spawn(command, {
    shell: true,
    stdio: ["pipe", "inherit", "inherit"],
    env: { ...env, LESS: env["LESS"] ?? "FRX", LV: env["LV"] ?? "-c" },
  });
  return leavingInterrupts(
    new Promise((done) => {
      child.on("error", () => done(false));
      // 127: the shell found no such program.
      child.on("close", (code) => done(code !== 127));
      // Who has read enough leaves before the end.
      child.stdin.on("error", () => {});
      child.stdin.end(rest);
    }),
  );
}
