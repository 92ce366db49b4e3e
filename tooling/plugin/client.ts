import { type ExecFileException, execFile } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { top } from "../setup/install.mjs";
import type { Model } from "./model.ts";

const execute = promisify(execFile);

/** The client of npm that the plugin is tried with. */
const wanted = "@anthropic-ai/claude-code@2.1.332";

/** The output and the exit code of a program. */
export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Run a program without stdin, whatever its exit code. */
export async function run(command: string, args: readonly string[], cwd: string, env = process.env): Promise<Ran> {
  const running = execute(command, args, { cwd, env, maxBuffer: 1 << 26 });
  running.child.stdin?.end();
  try {
    return { code: 0, ...(await running) };
  } catch (error) {
    const { code, stdout = "", stderr = "" } = error as ExecFileException;
    if (typeof code !== "number") throw error;
    return { code, stdout, stderr };
  }
}

/**
 * Install the client of Claude Code from the registry of npm.
 *
 * @param folder an empty one.
 * @returns the words that start it; nothing if the registry does not answer.
 */
export async function installClient(folder: string): Promise<readonly string[] | undefined> {
  const { code, stderr } = await run("npm", ["view", wanted, "version", "--fetch-retries=0"], folder);
  if (code !== 0) {
    console.warn(`The registry of npm does not give ${wanted}: the plugin is not tried. ${stderr.split("\n", 1)[0]}`);
    return undefined;
  }
  const installed = await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", wanted], folder);
  if (installed.code !== 0) throw new Error(installed.stderr);
  // It starts the program of this system also where npm runs no scripts.
  return [process.execPath, join(folder, "node_modules/@anthropic-ai/claude-code/cli-wrapper.cjs")];
}

/** An event of a run, as the client prints it. */
interface ClientEvent {
  readonly type: string;
  readonly [name: string]: unknown;
}

/** A home in which the client is used. */
export interface Home {
  readonly folder: string;
  /** The folder in which the client is started. */
  readonly work: string;
  /** Run the client. */
  readonly claude: (...args: string[]) => Promise<Ran>;
  /** Give the client a prompt: what it printed. */
  readonly ask: (prompt: string, ...args: string[]) => Promise<readonly ClientEvent[]>;
}

/**
 * A home with nothing in it, and `ccdag` on PATH.
 *
 * @param folder where it is made.
 * @param client the words that start the client.
 * @param model which answers.
 */
export function makeHome(folder: string, client: readonly string[], model: Model): Home {
  const [work, bin, temporary] = ["work", "bin", "tmp"].map((name) => join(folder, name)) as [string, string, string];
  for (const one of [work, bin, temporary]) mkdirSync(one, { recursive: true });
  symlinkSync(join(top, "apps/cli/bin.js"), join(bin, "ccdag"));
  const env = {
    PATH: `${bin}${delimiter}${process.env["PATH"]}`,
    HOME: folder,
    TMPDIR: temporary,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: "none",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    // It says what there is once the server has answered, however busy the machine is.
    MCP_CONNECTION_NONBLOCKING: "0",
    MCP_CONNECT_TIMEOUT_MS: "120000",
    MCP_TIMEOUT: "120000",
  };
  const [program = "", ...first] = client;
  const claude = (...args: string[]) => run(program, [...first, ...args], work, env);
  return {
    folder,
    work,
    claude,
    async ask(prompt, ...args) {
      const { code, stdout, stderr } = await claude(
        "-p",
        prompt,
        "--output-format",
        "stream-json",
        "--verbose",
        ...args,
      );
      if (code !== 0) throw new Error(`${stdout}${stderr}`);
      return stdout
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as ClientEvent);
    },
  };
}
