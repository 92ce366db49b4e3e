import { longFlagOf, negatedFlagOf, type OptionRow, valueKindOf } from "@ccdag/pipeline/tables";
import type { CommandRow } from "../command.ts";
import { commandTable } from "../command-table.ts";
import { optionsOf, settingRows } from "../options.ts";
import { shells } from "./scripts.ts";

/** A word that can be typed, with a few words about it. */
interface Candidate {
  readonly value: string;
  readonly description?: string | undefined;
}

/** What can be typed next. */
export interface Candidates {
  readonly words: readonly Candidate[];
  /** Whether files can be typed, too, which the shell lists. */
  readonly files?: boolean | undefined;
  /** Whether an input can be typed: a session or a project. */
  readonly inputs?: boolean | undefined;
}

const none: Candidates = { words: [] };

/**
 * List what can be typed as the last word of a command line, by the tables of commands and options alone.
 *
 * @param words the words after `ccdag`; the last one is being typed.
 * @returns candidates that begin with the last word.
 */
export function candidatesOf(words: readonly string[]): Candidates {
  const current = words.at(-1) ?? "";
  const [name, ...before] = words.slice(0, -1);
  if (name === undefined) return beginningWith(current, { words: commandWords(current) });
  const row = commandTable.find((one) => one.name === name && one.isHidden !== true);
  if (row === undefined) return name === "help" ? beginningWith(current, { words: commandWords("") }) : none;
  const options = optionsOf(row);
  const isOnlyArguments = before.includes("--");
  const [, flag, text] = /^(--[\w-]+)=(.*)$/.exec(current) ?? [];
  // bash divides a word at `=`.
  const previous = before.at(-1) === "=" ? before.at(-2) : current === "=" ? undefined : before.at(-1);
  if (!isOnlyArguments && flag !== undefined) return withPrefix(`${flag}=`, text!, valuesOf(flag, options) ?? none);
  const values = isOnlyArguments || previous === undefined ? undefined : valuesOf(previous, options);
  if (values) return beginningWith(current, values);
  if (!isOnlyArguments && current.startsWith("-")) return beginningWith(current, { words: optionWords(options) });
  return beginningWith(current, argumentsOf(row, countArguments(before, options)));
}

function beginningWith(start: string, { words, ...rest }: Candidates): Candidates {
  return { words: words.filter(({ value }) => value.startsWith(start)), ...rest };
}

function withPrefix(prefix: string, start: string, candidates: Candidates): Candidates {
  const { words, ...rest } = beginningWith(start, candidates);
  return { words: words.map((word) => ({ ...word, value: prefix + word.value })), ...rest };
}

function commandWords(current: string): Candidate[] {
  const commands = commandTable.filter(({ isHidden }) => isHidden !== true);
  const words = commands.map(({ name, description }) => ({ value: name, description }));
  if (!current.startsWith("-")) return [...words, { value: "help", description: "show the help of a command" }];
  return [
    { value: "--help", description: "show help" },
    { value: "--version", description: "print the version" },
  ];
}

function optionWords(options: readonly OptionRow[]): Candidate[] {
  const words = options.flatMap((row) => {
    const on = { value: longFlagOf(row), description: row.description };
    return row.off === undefined ? [on] : [on, { value: negatedFlagOf(row), description: row.off }];
  });
  return [...words, { value: "--help", description: "show help" }];
}

/** What can be the value of an option; absent if the word is no option, or one without a value. */
function valuesOf(flag: string, options: readonly OptionRow[]): Candidates | undefined {
  const row = options.find(({ flags }) => flags.split(/[\s,]+/).includes(flag));
  if (row === undefined || valueKindOf(row) === "switch") return undefined;
  const choices = Object.entries(row.choices ?? {}).filter(([value]) => !value.startsWith("<"));
  const words = choices.map(([value, description]) => ({ value, description }));
  return { words, files: valueKindOf(row) === "path" || row.flags.includes("<plugin>") };
}

/** How many arguments stand before the last word. */
function countArguments(before: readonly string[], options: readonly OptionRow[]): number {
  let count = 0;
  for (let at = 0; at < before.length; at++) {
    const word = before[at]!;
    if (!word.startsWith("-")) count++;
    else if (valuesOf(word, options)) at += before[at + 1] === "=" ? 2 : 1;
  }
  return count;
}

function argumentsOf(row: CommandRow, position: number): Candidates {
  const last = row.arguments.at(-1);
  const [name] = row.arguments[position] ?? (last?.[0].endsWith("...]") ? last : [""]);
  if (name.includes("input")) return { words: [], files: true, inputs: true };
  if (name === "<shell>") return { words: shells.map((value) => ({ value })) };
  if (row.name === "config" && name !== "")
    return { words: settingRows().map(({ name: value, description }) => ({ value, description })) };
  return none;
}
