import { createInterface } from "node:readline/promises";
import { RequestError } from "@ccdag/pipeline/tables";
import type { Terminal } from "./io.ts";
import { isPiped } from "./is-piped.ts";
import { run } from "./run.ts";

export { run };
export { type ArgumentHelp, type CommandHelp, commands, type OptionHelp } from "./commands.ts";
export type { Io, Terminal } from "./io.ts";
export type { Config, OptionSettings, Settings } from "@ccdag/config";
export { defineConfig } from "./define-config.ts";

/** Run the command line of this process, and set its exit code. */
export async function main(): Promise<void> {
  // Errors are handled where something is written.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  let isDone = false;
  // Node exits when the event loop is empty, even if a promise of a plugin is still pending.
  process.once("exit", (code) => {
    // 1: an error that nobody caught, which Node has printed.
    if (isDone || code === 1) return;
    process.stderr.write("ccdag: A plugin did not finish: it waits for a promise that never settles\n");
    process.exitCode = 2;
  });
  try {
    process.exitCode = await run(process.argv.slice(2), {
      stdin: process.stdin,
      stdout: writeToStdout,
      stdoutPath: process.platform === "win32" ? undefined : "/dev/stdout",
      stderr: (text) => void process.stderr.write(text),
      cwd: process.cwd(),
      env: process.env,
      isTerminal: process.stderr.isTTY ?? false,
      isStdoutTerminal: process.stdout.isTTY ?? false,
      isStdinPiped: isPiped(0),
      // A terminal that does not know its width says 0.
      columns: process.stdout.columns || undefined,
      ask: process.stdin.isTTY && process.stderr.isTTY ? ask : undefined,
      terminal: ownTerminal(),
    });
  } finally {
    isDone = true;
  }
}

/** The terminal, if a person types in it, and it can draw. */
function ownTerminal(): Terminal | undefined {
  const { stdin: input, stdout: output, env } = process;
  return input.isTTY && output.isTTY && env["TERM"] !== "dumb" ? { input, output } : undefined;
}

/** A reader that has seen enough, as `head` has, is no error. */
async function writeToStdout(text: string): Promise<void> {
  const error = await new Promise<Error | null | undefined>((resolve) => process.stdout.write(text, resolve));
  if (!error || (error as NodeJS.ErrnoException).code === "EPIPE") return;
  const { reasonOf } = await import("@ccdag/files/errors");
  throw new RequestError(`Cannot write to stdout: ${reasonOf(error)}`);
}

async function ask(question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(question)).trim());
  } finally {
    lines.close();
  }
}
