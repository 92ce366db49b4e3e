import type { Entry } from "@ccdag/core";
import { exit, type Io } from "../io.ts";
import type { Verbosity } from "../messages.ts";
import { writeText } from "../output.ts";
import { drawShape } from "../shape/draw-shape.ts";
import { keyOf, readRecorded } from "../shape/recorded.ts";

/** Options of `ccdag shape`. */
export interface ShapeOptions extends Verbosity {
  /** The uuid of an entry: only what is near it (default: all). */
  around?: string | undefined;
  output?: string | undefined;
}

/** `ccdag shape`: the recorded graph as a drawing, without a word of what was said. */
export async function runShape(input: string | undefined, options: ShapeOptions, io: Io): Promise<number> {
  const { dag, entries } = await readRecorded(input, options.around, io);
  const { text, names } = drawShape(dag, entries, { isFolded: options.around === undefined });
  await writeText(text, options.output, io);
  if (options.around !== undefined && !options.quiet) io.stderr(legend(entries, names));
  return exit.done;
}

/** Which entry is which: for the person who draws, not for whom the drawing is sent to. */
function legend(drawn: readonly Entry[], names: ReadonlyMap<Entry, string>): string {
  return drawn.map((entry) => `${names.get(entry)}  ${entry.uuid ?? ""}  ${keyOf(entry)}\n`).join("");
}
