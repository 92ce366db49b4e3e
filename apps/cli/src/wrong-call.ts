import type { CommanderError } from "commander";
import { count } from "@ccdag/mdast/amounts";
import { longFlagOf, visibleLine } from "@ccdag/pipeline/tables";
import { optionsOf } from "./options.ts";
import { synonyms } from "./synonyms.ts";

/** Says what is wrong with a call; `words` is what the parser quotes, in its order. */
type Sentence = (words: readonly string[], near: string | undefined, argv: readonly string[]) => string;

/** What the parser reports, in the words of all other errors. */
const sentences: Readonly<Record<string, Sentence>> = {
  "commander.unknownCommand": ([name = ""], near, argv) => unknownCommand(name, near, argv),
  "commander.unknownOption": ([flag = ""], near, argv) => unknownOption(flag, near, argv),
  "commander.missingArgument": ([name]) => `Expected <${name}> after the command; --help describes it`,
  "commander.optionMissingArgument": ([flags = ""]) => `Expected ${valueOf(flags)} after ${longOf(flags)}`,
  "commander.missingMandatoryOptionValue": ([flags = ""]) => `Expected ${longOf(flags)} ${valueOf(flags)}`,
  "commander.invalidArgument": ([flags = "", value = "", ...choices]) =>
    `Unexpected ${longOf(flags)} \`${value}\`, expected ${choices.join(", ")}`,
  "commander.excessArguments": ([name = "", expected, got]) => tooMany(name, Number(expected), Number(got)),
};

/**
 * One line about a call that the parser refuses.
 *
 * @param error what it throws.
 * @param argv the arguments as typed.
 * @returns absent for an error that needs no words, such as help.
 */
export function wrongCall({ code, message }: CommanderError, argv: readonly string[]): string | undefined {
  const sentence = sentences[code];
  if (sentence === undefined) return undefined;
  const [said = "", hint = ""] = message.split("\n(Did you mean ");
  const near = hint === "" ? undefined : hint.replace("one of ", "").replace("?)", "");
  return visibleLine(sentence(quotedIn(said), near, argv));
}

/** What the parser quotes: names, values, numbers. What was typed may hold quotes, too. */
function quotedIn(message: string): string[] {
  const choices = between(message, "Allowed choices are ", ".");
  const value = between(message, "' argument '", "' is invalid.");
  if (choices !== undefined && value !== undefined) return [between(message, "'", "' argument '")!, value, choices];
  const name = between(message, "too many arguments for '", "'. Expected ");
  if (name === undefined) return [between(message, "'", "'") ?? ""];
  return [name, ...(message.slice(message.indexOf("'. Expected ")).match(/\d+/g) ?? [])];
}

/** What stands between the first of one mark and the last of another; absent without them. */
function between(text: string, before: string, after: string): string | undefined {
  const from = text.indexOf(before);
  const to = text.lastIndexOf(after);
  return from === -1 || to < from + before.length ? undefined : text.slice(from + before.length, to);
}

function unknownCommand(name: string, near: string | undefined, argv: readonly string[]): string {
  if (Object.hasOwn(synonyms, name)) return `Unexpected command \`${name}\`, expected \`ccdag ${synonyms[name]}\``;
  if (isInput(name)) {
    const command = argv.some((word) => /^(?:-[ot]|--(?:to|output))\b/.test(word)) ? "export" : "show";
    return `Unexpected command \`${name}\`, expected one before an input, as in \`ccdag ${command} ${name}\``;
  }
  const hint = near === undefined ? "" : `; did you mean \`${near}\`?`;
  return `Unexpected command \`${name}\`, expected one that \`ccdag --help\` lists${hint}`;
}

/** Whether a word is the id of a session, also with an entry, or a path. */
function isInput(word: string): boolean {
  return /^[\da-f]{8}[\w-]*(?:#[\w-]+)?$/i.test(word) || /[/\\]|\.jsonl$/i.test(word);
}

function unknownOption(flag: string, near: string | undefined, argv: readonly string[]): string {
  const [name] = flag.split("=");
  const isEarly = argv[0] === flag && optionsOf().some((row) => longFlagOf(row) === name);
  if (isEarly) return `Unexpected ${name} before a command, expected it after: \`ccdag <command> ${name}\``;
  const hint = near === undefined ? "" : `; did you mean ${near}?`;
  return `Unexpected option ${flag}, expected one that --help lists${hint}`;
}

function tooMany(name: string, expected: number, got: number): string {
  return `Unexpected ${count(got, "argument")} after ${name}, expected ${expected === 0 ? "none" : expected}`;
}

/** `--output` of `-o, --output <path>`. */
function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}

/** `<path>` of `-o, --output <path>`. */
function valueOf(flags: string): string {
  return flags.split(" ").find((word) => /^[<[]/.test(word)) ?? "a value";
}
