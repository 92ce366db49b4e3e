import { Command, CommanderError, Option } from "commander";
import { createRequire } from "node:module";
import { helpOf, type OptionRow, RequestError } from "@ccdag/pipeline";
import { type CommandRow, commandRows } from "./command-table.ts";
import { exit, type Io } from "./io.ts";
import { optionsOf } from "./options.ts";
import { loadUserConfig } from "./plugins/user-config.ts";
import { printable, printableLines } from "./printable.ts";

const { version } = createRequire(import.meta.url)("../package.json") as { version: string };

/**
 * Run the command line.
 *
 * @param argv the arguments after the program's name.
 * @param io the environment of the run.
 * @returns the exit code: 0 done, 1 `check` found something, 2 wrong call or no transcript, 3 a file could not be read.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  let code: number = exit.done;
  const program = build(io, (result) => (code = result));
  try {
    await program.parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.wrongCall;
    if (!(error instanceof RequestError) && !isSystemError(error)) throw error;
    io.stderr(`ccdag: ${printable(error.message)}\n`);
    return exit.wrongCall;
  }
}

/** Errors of the file system or the network are printed as one line, without a stack. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/**
 * Build the commander program from the table of commands and the table of options.
 *
 * @param io the environment of the run.
 * @param done called with the exit code of the command that ran.
 */
function build(io: Io, done: (code: number) => void): Command {
  const program = new Command("ccdag")
    .description("Read Claude Code transcripts as what really happened, and prove that nothing was lost.")
    .version(version, "--version")
    .exitOverride()
    // The descriptions in the table already include choices and defaults.
    .configureHelp({ optionDescription: ({ description }) => description })
    .configureOutput({ writeOut: (text) => void io.stdout(text), writeErr: (text) => io.stderr(text) });
  for (const row of commandRows) addCommand(program, row, io, done);
  return program;
}

function addCommand(program: Command, row: CommandRow, io: Io, done: (code: number) => void): void {
  const command = program.command(row.name).description(row.description);
  for (const [name, description] of row.arguments) command.argument(name, description);
  for (const option of optionsOf(row.name)) addOption(command, option);
  command.addHelpText("after", `\nExample:\n  $ ccdag ${row.example}`);
  command.action(async () => {
    const options = command.opts();
    // A missing or broken plugin is reported before transcripts are read.
    const config = await loadUserConfig(options, io);
    const stdout = row.isUntrusted ? (text: string) => io.stdout(printableLines(text)) : io.stdout;
    done(await row.run(command.args, options as never, { ...io, config, stdout }));
  });
}

function addOption(command: Command, row: OptionRow): void {
  const option = new Option(row.flags, helpOf(row));
  if (row.choices && !row.isOpen) option.choices(Object.keys(row.choices));
  if (row.name === "use") option.argParser((one: string, others?: string[]) => [...(others ?? []), one]);
  option.makeOptionMandatory(row.isRequired === true);
  command.addOption(option);
  if (row.off !== undefined) command.option(`--no-${option.long!.slice(2)}`, row.off);
}
