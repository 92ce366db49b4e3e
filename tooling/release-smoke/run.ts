import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** The output and the exit code of a program. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run a program, whatever its exit code. */
export async function tryRun(cwd: string, command: string, ...args: string[]): Promise<Ran> {
  try {
    const env = { ...process.env, ...own(command), NODE_PATH: "", NODE_OPTIONS: "", VITEST: undefined, CI: "true" };
    const { stdout, stderr } = await execute(command, args, { cwd, env, maxBuffer: 1 << 28 });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as Partial<Ran> & { code?: unknown };
    if (typeof code !== "number") throw error;
    return { code, stdout, stderr };
  }
}

/** The variables that a script runner sets for npm: they are unset, so that this workspace is not found. */
function own(command: string): Record<string, undefined> {
  if (command === "pnpm") return {};
  return Object.fromEntries(
    Object.keys(process.env).flatMap((name) => (/^npm_/i.test(name) ? [[name, undefined]] : [])),
  );
}

/** Run a program that must succeed, and return its output. */
export async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await tryRun(cwd, command, ...args);
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${stdout}\n${stderr}`);
  return stdout;
}

/** Write a file below a folder. */
export function put(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
