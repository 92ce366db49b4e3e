import { run } from "./run.ts";

export { run };
export { type ArgumentHelp, type CommandHelp, commands, type OptionHelp } from "./commands.ts";
export type { Io } from "./io.ts";
export type { Config } from "./plugins/config.ts";

/** Run the command line of this process, and set its exit code. */
export async function main(): Promise<void> {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  let isDone = false;
  // Node exits when the event loop is empty, even if a promise of a plugin is still pending.
  process.once("exit", () => {
    if (isDone) return;
    process.stderr.write("ccdag: A plugin did not finish: it waits for a promise that never settles\n");
    process.exitCode = 2;
  });
  try {
    process.exitCode = await run(process.argv.slice(2), {
      stdin: process.stdin,
      stdout: (text) => new Promise((resolve) => void process.stdout.write(text, () => resolve())),
      stderr: (text) => void process.stderr.write(text),
      cwd: process.cwd(),
      env: process.env,
      isTerminal: process.stderr.isTTY ?? false,
    });
  } finally {
    isDone = true;
  }
}
