import type { VFile } from "vfile";
import { printable } from "./printable.ts";
import { exit, type Io } from "./io.ts";

/** How much a run prints on stderr. */
export interface Verbosity {
  /** Only failures (default: `false`). */
  quiet?: boolean | undefined;
  /** Infos, too (default: `false`). */
  verbose?: boolean | undefined;
  /** Whether messages are coloured (default: if stderr is a terminal and `NO_COLOR` is not set). */
  color?: boolean | undefined;
}

/** Print the messages about the files on stderr: warnings; with `-v` infos, too; with `-q` only failures. */
export async function printMessages(file: VFile, { quiet, verbose, color }: Verbosity, io: Io): Promise<void> {
  const files = [file, ...(file.data.companions ?? [])].flatMap((one) => {
    const messages = one.messages.filter(({ fatal }) => fatal || (!quiet && (verbose || fatal !== undefined)));
    if (messages.length === 0) return [];
    for (const message of messages) message.message = message.reason = printable(message.reason);
    return { ...one, path: one.path, history: one.history, stored: one.stored, messages } as unknown as VFile;
  });
  if (files.length === 0) return;
  const { reporter } = await import("vfile-reporter");
  const isColoured = color ?? (io.isTerminal && !io.env["NO_COLOR"]);
  io.stderr(`${reporter(files, { color: isColoured, verbose: verbose ?? false })}\n`);
}

/** The exit code of a finished command: 3 if a file could not be read, else 0. */
export function exitCode(file: VFile): number {
  const files = [file, ...(file.data.companions ?? [])];
  return files.some(({ messages }) => messages.some(({ fatal }) => fatal)) ? exit.unreadable : exit.done;
}
