import type { Command, Option } from "commander";
import { build } from "./run.ts";

/** An argument of a command. */
export interface ArgumentHelp {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
}

/** An option of a command. */
export interface OptionHelp {
  /** As typed, such as `-o, --output <file>`. */
  readonly flags: string;
  readonly description: string;
  /** The allowed values, if they are a list; else empty. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  /** Whether every command has this option. */
  readonly isCommon: boolean;
}

/** A command, as `--help` shows it. */
export interface CommandHelp {
  readonly name: string;
  readonly description: string;
  /** Such as `ccdag export [options] [path]`. */
  readonly usage: string;
  readonly arguments: readonly ArgumentHelp[];
  readonly options: readonly OptionHelp[];
  /** A complete command line, such as `ccdag serve --open`. */
  readonly example: string;
}

/** All commands as data, for documentation or shell completion. */
export function commands(): CommandHelp[] {
  const emptyStdin = (async function* () {})();
  const io = { stdin: emptyStdin, stdout: async () => {}, stderr() {}, cwd: ".", env: {}, isTerminal: false };
  const all = build(io, () => {}).commands;
  const isCommon = (option: Option) => all.every(({ options }) => options.some(({ flags }) => flags === option.flags));
  return all.map((command) => ({
    name: command.name(),
    description: command.description(),
    usage: `ccdag ${command.name()} ${command.usage()}`,
    arguments: command.registeredArguments.map((one) => ({
      name: one.name(),
      description: one.description,
      isRequired: one.required,
    })),
    options: command.options.map((option) => ({
      flags: option.flags,
      description: option.description,
      choices: option.argChoices ?? [],
      isRequired: option.mandatory,
      isCommon: isCommon(option),
    })),
    example: exampleOf(command),
  }));
}

/** Commander prints text added after the help, but does not expose it: the example is read from the printed help. */
function exampleOf(command: Command): string {
  let help = "";
  command.configureOutput({ writeOut: (text) => void (help += text) });
  command.outputHelp();
  return /^ {2}\$ (.+)$/m.exec(help)?.[1] ?? "";
}
