import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { isOfHome, parentsIn, type Scenario, unpack } from "./data.ts";
import { judge } from "./output.ts";
import type { Score } from "./types.ts";

const exec = promisify(execFile);

/** How a tool is run. */
export interface RunOptions {
  /**
   * A command of the shell. `{home}` is replaced by the home of a person, `{projects}` by the folder that stands for `~/.claude/projects`, `{project}` by the
   * folder of the project in it, `{file}` by a transcript and `{session}` by its name without an ending: the command then
   * runs once for each transcript that is not of an agent. `{out}` is an empty folder; if the command names it, the files
   * in it are read, else what it prints. Scenarios of other agents need `{home}`.
   */
  readonly command: string;
  /** After how many milliseconds a command is ended (default: 60,000). */
  readonly timeout?: number | undefined;
  /** On how many scenarios it runs at once (default: two for each processor); 1 for a tool that needs a port for itself. */
  readonly atOnce?: number | undefined;
}

/** The score of a scenario, or why there is none. */
export interface Result {
  readonly name: string;
  readonly score: Score;
  /** Why the tool failed; every dimension then counts as failed. */
  readonly failure?: string | undefined;
}

/**
 * Run a tool on a scenario, in a temporary folder with a home of its own, and judge what it writes.
 *
 * @param scenario the scenario.
 * @param options the command.
 */
export async function runTool(scenario: Scenario, { command, timeout = 60_000 }: RunOptions): Promise<Result> {
  const { name, expected } = scenario;
  const home = await mkdtemp(join(tmpdir(), "conformance-"));
  try {
    const person = isOfHome(scenario) ? await unpack(scenario, home) : home;
    const projects = isOfHome(scenario) ? "" : await unpack(scenario, join(home, ".claude"));
    const output = await outputOf(command, { home: person, projects, timeout });
    return { name, score: judge(output, expected, parentsIn(scenario)) };
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).split("\n").slice(0, 3).join(" ");
    return { name, score: { conservation: [reason] }, failure: reason };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

/**
 * Run a tool on several scenarios; those of other agents only if the command names the home. Tools wait for files and for their own start, so twice as many run at once as there are
 * processors.
 *
 * @param all the scenarios.
 * @param options the command.
 * @returns one result for each scenario that was run, in their order.
 */
export async function runAll(all: readonly Scenario[], options: RunOptions): Promise<Result[]> {
  const scenarios = options.command.includes("{home}") ? all : all.filter((one) => !isOfHome(one));
  const results: Result[] = [];
  let next = 0;
  const work = async () => {
    for (let at = next++; at < scenarios.length; at = next++) results[at] = await runTool(scenarios[at]!, options);
  };
  await Promise.all(Array.from({ length: options.atOnce ?? 2 * availableParallelism() }, work));
  return results;
}

interface Folders {
  readonly home: string;
  readonly projects: string;
  readonly timeout: number;
}

async function outputOf(command: string, { home, projects, timeout }: Folders): Promise<string> {
  const [project = ""] = projects === "" ? [] : await readdir(projects);
  const out = await mkdtemp(join(home, "out-"));
  const files =
    command.includes("{file}") || command.includes("{session}") ? await transcriptsIn(join(projects, project)) : [""];
  const printed: string[] = [];
  for (const file of files) {
    const places = { home, projects, project: join(projects, project), file, session: basename(file, ".jsonl"), out };
    const line = command.replace(/\{(home|projects|project|file|session|out)\}/g, (_, key: keyof typeof places) =>
      quote(places[key]),
    );
    const { stdout } = await exec(line, {
      shell: true,
      cwd: home,
      timeout,
      maxBuffer: 1 << 28,
      env: { ...process.env, HOME: home, USERPROFILE: home, CLAUDE_CONFIG_DIR: join(home, ".claude") },
    } as Parameters<typeof exec>[2] & { shell: true });
    printed.push(String(stdout));
  }
  return command.includes("{out}") ? (await textsIn(out)).join("\n") : printed.join("\n");
}

/** Transcripts of people, in the order of their first line's time. */
async function transcriptsIn(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl") && !name.startsWith("agent-"));
  const timed = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), "utf8");
      return { path: join(folder, name), time: /"timestamp":"([^"]+)"/.exec(text)?.[1] ?? "" };
    }),
  );
  return timed.sort((a, b) => (a.time < b.time ? -1 : 1)).map(({ path }) => path);
}

/** What a tool has written, file by file. Only the files of the kind that comes first are read. */
async function textsIn(folder: string): Promise<string[]> {
  const all = (await readdir(folder, { recursive: true })).sort();
  const ending = [".json", ".md", ".html", ".txt", ""].find((one) => all.some((name) => name.endsWith(one)));
  const texts: string[] = [];
  for (const name of all.filter((one) => one.endsWith(ending ?? ""))) {
    const path = join(folder, name);
    if ((await stat(path)).isFile()) texts.push(await readFile(path, "utf8"));
  }
  return texts;
}

function quote(path: string): string {
  return process.platform === "win32" ? `"${path}"` : `'${path.replaceAll("'", "'\\''")}'`;
}
