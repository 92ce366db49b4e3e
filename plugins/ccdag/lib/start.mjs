import { spawn } from "node:child_process";
import { accessSync, constants, existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { constants as system } from "node:os";
import { delimiter, dirname, isAbsolute, join } from "node:path";

/**
 * Run ccdag in place of this process, with its streams, signals and exit code: the one on PATH, else that of npm.
 *
 * @param {readonly string[]} args its arguments.
 */
export function start(args) {
  const program = installed() ?? published();
  if (program === undefined)
    return fail("ccdag is not on PATH, and not on npm before its first release: see docs/guides/ask.md");
  const [command, ...first] = program;
  const child = spawn(command, [...first, ...args], { stdio: "inherit" });
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  child.on("error", ({ message }) => fail(`Cannot start ccdag: ${message}`));
  child.on("exit", (code, signal) => {
    for (const one of signals) process.removeAllListeners(one);
    process.exitCode = code ?? 128 + system.signals[signal];
  });
}

/** The exit code of shells for a command that is not found. */
function fail(message) {
  console.error(message);
  process.exitCode = 127;
}

/** The program in an absolute folder of PATH that is no plugin. Windows could start it only in a shell; there npx finds it. */
function installed() {
  if (process.platform === "win32") return undefined;
  const folders = (process.env.PATH ?? "").split(delimiter).filter((folder) => isAbsolute(folder));
  const found = folders.map((folder) => join(folder, "ccdag")).find((path) => isProgram(path));
  return found && [found];
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    const isPlugin = existsSync(join(dirname(realpathSync(path)), "../.claude-plugin"));
    return statSync(path).isFile() && !isPlugin;
  } catch {
    return false;
  }
}

/** Before the first release npm would install whatever has the name. */
function published() {
  const { version } = JSON.parse(readFileSync(new URL("../.claude-plugin/plugin.json", import.meta.url), "utf8"));
  if (version === "0.0.0") return undefined;
  // npx is a script, which Windows starts only in a shell; what it runs stands beside Node.
  const script = join(dirname(process.execPath), "node_modules/npm/bin/npx-cli.js");
  return [...(process.platform === "win32" ? [process.execPath, script] : ["npx"]), "-y", "ccdag"];
}
