import { helpOf, negatedFlagOf } from "@ccdag/pipeline/tables";
import { commandTable } from "./command-table.ts";
import { isCommon, optionsOf } from "./options.ts";

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
  /** What it does, its choices and its default. */
  readonly description: string;
  /** Whether the command needs it. */
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
  const shown = commandTable.filter(({ isHidden }) => isHidden !== true);
  return shown.map((row) => ({
    name: row.name,
    description: row.description,
    usage: [
      "ccdag",
      row.name,
      ...(optionsOf(row).length === 0 ? [] : ["[options]"]),
      ...row.arguments.map(([name]) => name),
    ].join(" "),
    arguments: row.arguments.map(([name, description]) => ({
      name: name.slice(1, -1),
      description,
      isRequired: name.startsWith("<"),
    })),
    options: optionsOf(row).flatMap((option) => {
      const common = { isRequired: option.isRequired === true, isCommon: isCommon(option) };
      const on = { flags: option.flags, description: helpOf(option), ...common };
      return option.off === undefined
        ? [on]
        : [on, { ...common, flags: negatedFlagOf(option), description: option.off }];
    }),
    example: `ccdag ${row.example}`,
  }));
}
