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
  /** What may stand after it, where that is a list; else empty. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  /** Every command has it. */
  readonly isCommon: boolean;
}

/** A command, as `--help` tells it. */
export interface CommandHelp {
  readonly name: string;
  readonly description: string;
  /** Such as `ccdag export [options] [path]`. */
  readonly usage: string;
  readonly arguments: readonly ArgumentHelp[];
  readonly options: readonly OptionHelp[];
  /** A line that can be typed. */
  readonly example: string;
}

/** All commands as data: for a page of documentation, or the completion of a shell. */
export function commands(): CommandHelp[] {
  const nothing = (async function* () {})();
  const world = { stdin: nothing, stdout: async () => {}, stderr() {}, cwd: ".", env: {}, isTerminal: false };
  const all = build(world, () => {}).commands;
  const everywhere = (option: Option) =>
    all.every(({ options }) => options.some(({ flags }) => flags === option.flags));
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
      isCommon: everywhere(option),
    })),
    example: exampleOf(command),
  }));
}

/** What stands behind the help of a command is told, but not kept. */
function exampleOf(command: Command): string {
  let help = "";
  command.configureOutput({ writeOut: (text) => void (help += text) });
  command.outputHelp();
  return /^ {2}\$ (.+)$/m.exec(help)?.[1] ?? "";
}
