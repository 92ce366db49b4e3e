import { Command, CommanderError, Option } from "commander";
import {
  helpOf,
  isForUser,
  longFlagOf,
  negatedFlagOf,
  type OptionRow,
  RequestError,
  valueKindOf,
  visibleLine,
  visibleLines,
} from "@ccdag/pipeline/tables";
import type { CommandRow } from "./command.ts";
import { commandTable } from "./command-table.ts";
import { groups, purposes } from "./groups.ts";
import { type CommandIo, exit, type Io } from "./io.ts";
import { assertFitting, optionsOf } from "./options.ts";
import { version } from "./own-files.ts";

/**
 * Run the command line.
 *
 * @param argv the arguments after the program's name.
 * @param io the environment of the run.
 * @returns the exit code: 0 done, 1 `check` found something or `usage` is over its budget, 2 wrong call or no transcript, 3 a file could not be read, 4 a fault of ccdag, 130 Ctrl+C in a list.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exit.done;
  let help = "";
  const program = build(
    io,
    (result) => (code = result),
    (text) => void (help += text),
  );
  try {
    const words = await readable(wordsOf(argv, io), io);
    await program.parseAsync(words, { from: "user" }).catch(async (error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
      code = error.exitCode === 0 ? exit.done : exit.wrongCall;
      if (code === exit.done) return;
      const { wrongCall } = await import("./wrong-call.ts");
      const sentence = wrongCall(error, words);
      if (sentence !== undefined) io.stderr(`ccdag: ${sentence}\n`);
    });
    if (help !== "") await io.stdout(help);
    return code;
  } catch (error) {
    if (isForUser(error) || isSystemError(error)) {
      const details = error instanceof RequestError ? visibleLines(error.details) : "";
      io.stderr(`ccdag: ${visibleLine(isSystemError(error) ? await inWords(error) : error.message)}\n${details}`);
      return exit.wrongCall;
    }
    if (isNotInstalled(error)) {
      io.stderr(
        `ccdag: Cannot load a part of ccdag: ${visibleLine(error.message)}; install it again, or raise \`ulimit -n\`\n`,
      );
      return exit.wrongCall;
    }
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const where = /\n {4}at .*/.exec(stack ?? "")?.[0].trim() ?? "";
    io.stderr(
      `ccdag: Cannot continue: this is a fault of ccdag or of a plugin: ${visibleLine(message)} ${visibleLine(where)}\n`,
    );
    return exit.fault;
  }
}

/** The arguments, with names of project folders that commander would take for options replaced by their paths. */
async function readable(argv: readonly string[], io: Io): Promise<readonly string[]> {
  if (!argv.some((word) => /^-[a-z\d]+-/i.test(word))) return argv;
  const { withProjectPaths } = await import("./project-words.ts");
  return withProjectPaths(argv, io);
}

/** Without a word a person chooses from a list; a script gets the help. */
function wordsOf(argv: readonly string[], { terminal, env }: Io): readonly string[] {
  if (argv.length > 0) return argv;
  // A runner may have a terminal that nobody types in.
  return terminal === undefined || (env["CI"] ?? "false") !== "false" ? ["--help"] : ["pick"];
}

/** Errors of the file system or the network are printed as one line, without a stack. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** Help and version do without the table; every command has loaded it before a file can be missing. */
async function inWords(error: NodeJS.ErrnoException): Promise<string> {
  const table = await import("@ccdag/files/errors").catch(() => undefined);
  return table?.sentenceOf(error) ?? error.message;
}

/** A package that is not found: the installation is incomplete, or too many files are open to look for it. */
function isNotInstalled(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
}

/**
 * Build the commander program from the table of commands and the table of options.
 *
 * @param io the environment of the run.
 * @param done called with the exit code of the command that ran.
 * @param showHelp takes help and version, which commander prints without waiting.
 */
function build(io: Io, done: (code: number) => void, showHelp: (text: string) => void): Command {
  const program = new Command("ccdag")
    .description(
      "Read, search and share the sessions of your coding agents: Claude Code, Codex, Gemini CLI and others.",
    )
    .version(version, "-V, --version")
    .exitOverride()
    .addHelpCommand(
      new Command("help")
        .argument("[command]")
        .helpOption(false)
        .description("the same as --help")
        .helpGroup(purposes.setup),
    )
    // The descriptions in the table already include choices and defaults.
    .configureHelp({ optionDescription: ({ description }) => description })
    .configureOutput({
      writeOut: showHelp,
      writeErr: (text) => io.stderr(visibleLines(text)),
      // The words of the parser are not those of the other errors.
      outputError: () => {},
    });
  for (const row of commandTable) addCommand(program, row, io, done);
  return program;
}

function addCommand(program: Command, row: CommandRow, io: Io, done: (code: number) => void): void {
  const command = commandFor(program, row).description(row.description);
  for (const [name, description] of row.arguments) command.argument(name, description);
  const options = optionsOf(row);
  if (options.length === 0) command.usage(row.arguments.map(([name]) => name).join(" "));
  for (const option of options) addOption(command, option);
  command.addHelpText("after", `\nExample:\n  $ ccdag ${row.example}`);
  command.action(async () => {
    // Help and version do without it.
    const { command: called } = await row.load();
    const given = command.opts();
    assertFitting(called, given);
    if (called.isPlain) return done(await called.run(command.args, given as never, io as CommandIo));
    const { runCommand } = await import("./command-io.ts");
    done(await runCommand(called, command.args, given, io));
  });
}

/** The command of a row; `store serve` is a command of `store`. */
function commandFor(program: Command, { name, purpose, isHidden = false }: CommandRow): Command {
  const [above, own] = name.split(" ");
  if (own === undefined) return program.command(name, { hidden: isHidden }).helpGroup(purposes[purpose]);
  const known = program.commands.find((one) => one.name() === above);
  const group = known ?? program.command(above!).description(groups[above!]!).helpGroup(purposes[purpose]);
  return group.command(own, { hidden: isHidden });
}

function addOption(command: Command, row: OptionRow): void {
  const option = new Option(row.flags, helpOf(row));
  if (row.choices && !row.isOpen) option.choices(Object.keys(row.choices));
  if (row.isRepeated) option.argParser((one: string, others?: string[]) => [...(others ?? []), one]);
  option.makeOptionMandatory(row.isRequired === true);
  command.addOption(option);
  if (row.off !== undefined) command.option(negatedFlagOf(row), row.off);
  // What a setting switches on, the command line can switch off.
  else if (row.isSetting && valueKindOf(row) === "switch")
    command.addOption(new Option(negatedFlagOf(row), `no ${longFlagOf(row)}`).hideHelp());
}
