import type { Entry } from "@ccdag/core";
import { visibleLine } from "@ccdag/pipeline/tables";
import { aroundOption, fileOutput, inputArguments } from "../shared-options.ts";
import type { Command } from "../command.ts";
import type { CommandIo } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";
import { writeText } from "../output.ts";
import { drawShape } from "@ccdag/report";
import { keyOf, readRecorded } from "../recorded.ts";

/** Options of `ccdag shape`. */
export interface ShapeOptions extends Verbosity {
  /** The uuid of an entry: only the entries near it are drawn (default: all). */
  around?: string | undefined;
  output?: string | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "shape",
  rank: 240,
  purpose: "check",
  description: "draw the recorded graph without any text of the conversation",
  arguments: inputArguments,
  options: [fileOutput, aroundOption],
  example: "shape session.jsonl --around 3b30241f",
  run: (inputs, options, io) => runShape(inputs, options, io),
};

/** `ccdag shape`: draws the recorded graph without any text of the conversation. */
async function runShape(inputs: readonly string[], options: ShapeOptions, io: CommandIo): Promise<number> {
  const { file, dag, entries } = await readRecorded(inputs, options.around, io);
  const { text, names } = drawShape(dag, entries, { isShortened: options.around === undefined });
  await writeText(text, options.output, io);
  if (options.around !== undefined && !options.quiet) io.stderr(legend(entries, names));
  await printMessages(file, options, io);
  return exitCode(file);
}

/** Maps the names in the drawing to entries; printed on stderr, so that it is not part of a shared drawing. */
function legend(drawn: readonly Entry[], names: ReadonlyMap<Entry, string>): string {
  return drawn.map((entry) => `${visibleLine(`${names.get(entry)}  ${entry.uuid ?? ""}  ${keyOf(entry)}`)}\n`).join("");
}
