import type { VFile } from "vfile";
import { printable } from "./printable.ts";
import { exit, type Io } from "./io.ts";

/** How much a run says. */
export interface Verbosity {
  quiet?: boolean | undefined;
  verbose?: boolean | undefined;
  color?: boolean | undefined;
}

/** Print what was noticed about the files: warnings, with `-v` remarks too, with `-q` nothing but what failed. */
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

/** 3 where a file could not be read, although the rest was done. */
export function exitCode(file: VFile): number {
  const files = [file, ...(file.data.companions ?? [])];
  return files.some(({ messages }) => messages.some(({ fatal }) => fatal)) ? exit.unreadable : exit.done;
}
