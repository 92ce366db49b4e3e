import { Command, CommanderError, Option } from "commander";
import { createRequire } from "node:module";
import { details } from "@ccdag/processor";
import type { AgentsOptions } from "./command/agents.ts";
import type { BranchesOptions } from "./command/branches.ts";
import type { CheckOptions } from "./command/check.ts";
import type { DiffOptions } from "./command/diff.ts";
import type { ExportOptions } from "./command/export.ts";
import type { ExplainOptions } from "./command/explain.ts";
import type { ServeOptions } from "./command/serve.ts";
import type { ShapeOptions } from "./command/shape.ts";
import type { SiteCommandOptions } from "./command/site.ts";
import type { UsageOptions } from "./command/usage.ts";
import type { TreeOptions } from "./command/tree.ts";
import { CallError, exit, type Io } from "./io.ts";
import { loadUserConfig } from "./plugins/user-config.ts";
import { printable, printableLines } from "./printable.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

/**
 * Run the command line.
 *
 * @param argv the arguments after the program's name.
 * @param io the world.
 * @returns the exit code: 0 done, 1 `check` found something, 2 wrong call or nothing found, 3 a file could not be read.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exit.done;
  const program = build(io, (result) => (code = result));
  try {
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.wrongCall;
    if (!(error instanceof CallError) && !isSystemError(error)) throw error;
    io.stderr(`ccdag: ${printable(error.message)}\n`);
    return exit.wrongCall;
  }
}

/** What the file system refuses is the call's fault, or the place's; either way one line says it. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/**
 * The commands, not yet run.
 *
 * @param io the world.
 * @param done gets the exit code of the one that was called.
 */
export function build(io: Io, done: (code: number) => void): Command {
  let world = io;
  // What these print may hold words of strangers, and goes to a terminal.
  const safe = (): Io => ({ ...world, stdout: (text) => io.stdout(printableLines(text)) });
  const program = new Command("ccdag")
    .description("Claude Code transcripts as what really happened, with the proof that nothing was lost.")
    .version(version, "--version")
    .exitOverride()
    .configureOutput({ writeOut: (text) => void io.stdout(text), writeErr: (text) => io.stderr(text) })
    // Whatever is missing or broken is said before anything is read.
    .hook(
      "preAction",
      async (_, command) => void (world = { ...io, config: await loadUserConfig(command.opts(), io) }),
    );

  common(program.command("export"))
    .argument("[path]", "folder, transcript, session id or the beginning of one, - for stdin")
    .description("write a transcript as Markdown, HTML or JSON")
    .option(
      "--to <format>",
      "markdown, github (for a pull request), llm (for a model), obsidian (for a vault), plain (without HTML), html, json, jsonl, messages, mermaid, dot or the name of a renderer plugin",
    )
    .option("--branch <which>", "all, active (where the person went on), or the uuid of a branch")
    .option("--leaf <uuid>", "only the path from the beginning to this entry")
    .addOption(
      new Option(
        "--order <how>",
        "session-tree: depth first (the default); one stream for each document: kahn, by time with parents first; timestamp, by time alone; file, by path and line",
      ).choices(["session-tree", "kahn", "timestamp", "file"]),
    )
    .addOption(
      new Option(
        "--compaction <what>",
        "continue: a compacted session goes on (the default); root: it begins anew; strip: it goes on without boundary and summary",
      ).choices(["continue", "root", "strip"]),
    )
    .option(
      "--since <when>",
      "only what was said from then on: 2026-03-14, 2026-03-14T13:30, yesterday, 2 hours ago (UTC)",
    )
    .option("--until <when>", "only what was said up to then; a day is meant to its end")
    .option("--turns <range>", "only these turns, counted along each branch: 3, 2-5, 2-, -5")
    .addOption(
      new Option(
        "--detail <level>",
        "prompts; talk: answers too; steps: calls and agents too; tools: results, thinking and context too (the default); full: the client's records too (for JSON the default)",
      ).choices(details),
    )
    .option("--thinking", "tell thinking (the default, but for llm)")
    .option("--no-thinking", "leave thinking out")
    .option("--tools <names>", "only calls of these tools, with commas between them")
    .option(
      "--limit <characters>",
      "how much of one output is told, or none (default: 10000, for html 100000; none with --detail full)",
    )
    .addOption(
      new Option(
        "--images <how>",
        "link: say what they are (the default); embed: put them into the text (for html the default); files: write them beside it; none",
      ).choices(["link", "embed", "files", "none"]),
    )
    .option("--budget <characters>", "how long a document may be before it becomes several, or none (github: 65000)")
    .addOption(
      new Option(
        "--agents <where>",
        "tell agents in the fold of their call (the default), after the turn, in documents of their own, or not at all",
      ).choices(["inline", "after", "separate", "none"]),
    )
    .option("--graph", "draw sessions, branches, agents and compactions above Markdown, with Mermaid")
    .option("--tokens", "tell what answers, turns, agents, branches and sessions took of tokens")
    .option("--cost", "tell what that costs, too, by list prices")
    .option("--prices <file>", "prices that come before those, as JSON")
    .option("--redact", "take out keys, mail addresses, login names, and images (default for github)")
    .option("--no-redact", "take nothing out")
    .option("--redact-extra <file>", "redact, and take out these words too: a word or /pattern/ on each line")
    .option("--keep-images", "redact, but leave images, which nobody can look into")
    .option("--audit <file>", "redact, and write which rule took out how much where, never what")
    .addOption(
      new Option(
        "--branches <where>",
        "in a folder, tell branches where they leave (the default), or in documents of their own",
      ).choices(["inline", "separate"]),
    )
    .option("-o, --output <file>", "file, folder/ or - (default: stdout); the ending chooses the format")
    .addHelpText("after", "\nExample:\n  $ ccdag export ~/.claude/projects/-home-me-app -o app.md")
    .action(async (path: string | undefined, options: ExportOptions) =>
      done(await (await import("./command/export.ts")).runExport(path, options, world)),
    );

  common(program.command("site"))
    .argument("[path...]", "folders of transcripts or of projects, or transcripts (default: all projects)")
    .description("write pages of projects, and an index of them; what has not changed stays as it is")
    .requiredOption("-o, --output <folder>", "where the pages go")
    .addOption(new Option("--detail <level>", "how much is told, as for export (default: tools)").choices(details))
    .option("--no-thinking", "leave thinking out")
    .option("--no-search", "make no index of words")
    .option("--prune", "remove pages whose transcripts are not there any more, or were not named this time")
    .option("--redact", "take out keys, mail addresses, login names, and images")
    .option("--no-redact", "take nothing out, whatever a config says")
    .option("--redact-extra <file>", "redact, and take out these words too: a word or /pattern/ on each line")
    .option("--keep-images", "redact, but leave images, which nobody can look into")
    .addHelpText("after", "\nExample:\n  $ ccdag site ~/.claude/projects -o ~/talks")
    .action(async (paths: string[], options: SiteCommandOptions) =>
      done(await (await import("./command/site.ts")).runSite(paths, options, world)),
    );

  common(program.command("serve"))
    .argument("[path]", "folder, transcript, session id or the beginning of one (default: the project of this folder)")
    .description("show pages in a browser of this machine, which change while a session goes on")
    .option("--watch", "let open pages change with the transcripts (the default)")
    .option("--no-watch", "do not")
    .option("--open", "open the browser")
    .option("--port <number>", "where it listens (default: 4173, or any other where that is taken)")
    .addOption(new Option("--detail <level>", "how much is told, as for export (default: tools)").choices(details))
    .option("--no-thinking", "leave thinking out")
    .addHelpText("after", "\nExample:\n  $ ccdag serve --open")
    .action(async (path: string | undefined, options: ServeOptions) =>
      done(await (await import("./command/serve.ts")).runServe(path, options, world)),
    );

  common(program.command("check"))
    .argument("[path]", "as for export")
    .description("prove that nothing was lost: diagnostics, the account, the order")
    .option("--drift", "list types, blocks and fields that this version does not know")
    .option("--frail", "let warnings count as findings")
    .addHelpText("after", "\nExample:\n  $ ccdag check ~/.claude/projects --drift")
    .action(async (path: string | undefined, options: CheckOptions) =>
      done(await (await import("./command/check.ts")).runCheck(path, options, safe())),
    );

  common(program.command("branches"))
    .argument("[path]", "as for export")
    .description("list the ends of all lines of talk; a star marks where the person went on")
    .option("--json", "for programs")
    .addHelpText("after", "\nExample:\n  $ ccdag branches session.jsonl")
    .action(async (path: string | undefined, options: BranchesOptions) =>
      done(await (await import("./command/branches.ts")).runBranches(path, options, world)),
    );

  common(program.command("tree"))
    .argument("[path]", "as for export")
    .description("draw sessions, branches, agents and compactions")
    .option("--json", "for programs")
    .addHelpText("after", "\nExample:\n  $ ccdag tree ~/.claude/projects/-home-me-app")
    .action(async (path: string | undefined, options: TreeOptions) =>
      done(await (await import("./command/tree.ts")).runTree(path, options, world)),
    );

  common(program.command("agents"))
    .argument("[path]", "as for export")
    .description("who was delegated to, how deep, how long, and what came of it")
    .option("--json", "for programs")
    .addHelpText("after", "\nExample:\n  $ ccdag agents session.jsonl")
    .action(async (path: string | undefined, options: AgentsOptions) =>
      done(await (await import("./command/agents.ts")).runAgents(path, options, safe())),
    );

  common(program.command("usage"))
    .argument("[path]", "as for export")
    .description("tokens and cost of sessions, branches and agents, each call of the API once")
    .option("--turns", "of each turn, too")
    .option("--no-cost", "tokens alone")
    .option("--prices <file>", "prices that come before the list prices, as JSON")
    .option("--json", "for programs")
    .addHelpText("after", "\nExample:\n  $ ccdag usage ~/.claude/projects/-home-me-app --turns")
    .action(async (path: string | undefined, options: UsageOptions) =>
      done(await (await import("./command/usage.ts")).runUsage(path, options, safe())),
    );

  common(program.command("diff"))
    .argument("<leaf>", "an entry or a branch, as `branches` lists them")
    .argument("<other>", "another one")
    .argument("[path]", "as for export")
    .description("what two attempts share, where they part, and what each did")
    .option("--json", "for programs")
    .addHelpText("after", "\nExample:\n  $ ccdag diff 3b30241f 91ab23cd session.jsonl")
    .action(async (leaf: string, other: string, path: string | undefined, options: DiffOptions) =>
      done(await (await import("./command/diff.ts")).runDiff([leaf, other], path, options, world)),
    );

  common(program.command("shape"))
    .argument("[path]", "as for export")
    .description("draw the recorded graph, or copy it, without a word of what was said")
    .option("--around <uuid>", "only what is near this entry")
    .option("--jsonl", "files instead of a drawing: texts replaced by their lengths, ids renamed")
    .option("-o, --output <file>", "file or folder/ (default: stdout)")
    .addHelpText("after", "\nExample:\n  $ ccdag shape session.jsonl --around 3b30241f")
    .action(async (path: string | undefined, options: ShapeOptions) =>
      done(await (await import("./command/shape.ts")).runShape(path, options, world)),
    );

  common(program.command("explain"))
    .argument("<uuid>", "an entry, or <path>:<line> of a record without a uuid")
    .argument("[path]", "as for export (default: every project that holds the uuid)")
    .description("say where an entry went, by which rules, and on which evidence")
    .option("--json", "for programs")
    .addHelpText(
      "after",
      "\nExample:\n  $ ccdag explain 3eb875fe-0b1c-4d6e-9a53-2f1f0c7d9e10 ~/.claude/projects/-home-me-app",
    )
    .action(async (uuid: string, path: string | undefined, options: ExplainOptions) =>
      done(await (await import("./command/explain.ts")).runExplain(uuid, path, options, world)),
    );
  return program;
}

function common(command: Command): Command {
  return command
    .option(
      "--use <plugin>",
      "use a plugin: name, or name=key:value; may be given several times",
      (one: string, others?: string[]) => [...(others ?? []), one],
    )
    .option("--config <file>", "use this config, not the nearest ccdag.config.js, .mjs or .json")
    .option("--no-config", "use none")
    .option("-q, --quiet", "say nothing but what failed")
    .option("-v, --verbose", "say what was done, too")
    .option("--color", "colour messages")
    .option("--no-color", "do not");
}
