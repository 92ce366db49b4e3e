import type { JsonObject, NeutralChange, NeutralRecords, TranscriptRecord } from "@ccdag/core";
import { joined, partsOf, wordsOf } from "../message-parts.ts";
import { isContext } from "./is-context.ts";
import { contentBlock, resultsIn } from "./results.ts";
import { shellIn } from "./shell.ts";
import { toTyped } from "./typed.ts";

/** How texts begin that the client sends by itself. */
const ofClient = [
  "System: ",
  "[System: ",
  "Background execution update:\n",
  "You have stopped calling tools without finishing.",
];

/** Whether a text is what a person typed meanwhile, in the words of the client. */
export function isSteering(words: string): boolean {
  return words.startsWith("User steering update:\n") || words.startsWith("User hints:\n");
}

/** Make a record of a message of the user: results, a command, a prompt, or what the client put in. */
export function userRecord(
  message: JsonObject,
  make: NeutralRecords,
  changes: ReadonlyMap<string, readonly NeutralChange[]>,
): TranscriptRecord {
  const parts = partsOf(message["content"]);
  const { results, others } = resultsIn(parts);
  const known = results.map((result) => ({ ...result, changes: changes.get(result.call) }));
  if (known.length > 0) return make.results(known, others.map(besideBlock));
  const words = joined(parts);
  const shell = shellIn(words);
  if (shell) return make.shell(shell.command, shell.output);
  const isPutIn = parts.every(isContext) || ofClient.some((beginning) => words.startsWith(beginning));
  if (parts.length > 0 && isPutIn) return make.meta(parts.map(besideBlock));
  const { blocks, beside } = toTyped(message, parts);
  return make.prompt(blocks, beside);
}

/** Words beside a result: those that a person typed meanwhile are between tags, with an instruction behind them. */
function besideBlock(part: JsonObject) {
  const words = wordsOf(part);
  if (words === undefined) return contentBlock(part);
  const from = words.indexOf("<user_input>\n");
  const to = words.lastIndexOf("\n</user_input>");
  return { type: "text", text: isSteering(words) && from !== -1 && to > from ? words.slice(from + 13, to) : words };
}
