import type { VFile } from "vfile";
import { hasUnread } from "@ccdag/library";
import { visibleLine } from "@ccdag/pipeline/tables";
import { exit, type Io } from "./io.ts";
import { WarningCount } from "./warnings.ts";
import { hasColors } from "./has-colors.ts";

/** How much a run prints on stderr. */
export interface Verbosity {
  /** Only failures (default: `false`). */
  quiet?: boolean | undefined;
  /** Each warning, and infos (default: `false`, the number of warnings). */
  verbose?: boolean | undefined;
  /** Whether messages are coloured (default: if stderr is a terminal and `NO_COLOR` is not set). */
  color?: boolean | undefined;
}

/**
 * Print the messages about the files on stderr: failures, and the number of warnings; with `-v` each warning and info, too; with
 * `-q` only failures.
 *
 * @param file a folder that was read, with its files.
 * @param verbosity as typed.
 * @param io the environment of the run.
 * @param warnings `"all"` prints each warning; a counter takes them, and its owner prints their number (default: their number
 *   is printed).
 */
export async function printMessages(
  file: VFile,
  { quiet, verbose, color }: Verbosity,
  io: Io,
  warnings?: WarningCount | "all",
): Promise<void> {
  const hasWarnings = !quiet && (verbose || warnings === "all");
  const files = [file, ...(file.data.companions ?? [])].flatMap((one) => {
    const messages = one.messages.filter(
      ({ fatal }) => fatal || (hasWarnings && fatal === false) || (verbose && !quiet),
    );
    if (messages.length === 0) return [];
    const shown = firstOfEach(messages, verbose ? 1000 : 20);
    for (const message of shown) message.message = message.reason = visibleLine(message.reason);
    const path = one.path === undefined ? undefined : visibleLine(one.path);
    return { ...one, path, history: [path], stored: one.stored, messages: shown } as unknown as VFile;
  });
  if (files.length > 0) {
    const { reporter } = await import("vfile-reporter");
    io.stderr(`${reporter(files, { color: hasColors(color, io.isTerminal, io), verbose: verbose ?? false })}\n`);
  }
  if (hasWarnings || quiet) return;
  const counted = warnings instanceof WarningCount ? warnings : new WarningCount();
  counted.add(file);
  if (counted !== warnings) printWarnings(counted, io);
}

/** Print the number of warnings of a run, if there are any. */
export function printWarnings(warnings: WarningCount, io: Io): void {
  const summary = warnings.summary();
  if (summary !== undefined) io.stderr(`${summary}\n`);
}

/** The first messages of each rule, the last of them with the number of those that follow: a damaged file has thousands. */
function firstOfEach(messages: VFile["messages"], limit: number): VFile["messages"] {
  const numbers = new Map<string | undefined, number>();
  const shown = messages.filter(({ ruleId }) => {
    const number = (numbers.get(ruleId) ?? 0) + 1;
    numbers.set(ruleId, number);
    return number <= limit;
  });
  for (const [rule, number] of numbers) {
    const last = shown.findLast(({ ruleId }) => ruleId === rule)!;
    if (number > limit) last.reason = `${last.reason} (and ${number - limit} more)`;
  }
  return shown;
}

/** The exit code of a finished command: 3 if a file could not be read, else 0. */
export function exitCode(file: VFile): number {
  return hasUnread(file) ? exit.unreadable : exit.done;
}
