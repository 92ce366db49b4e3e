import { VFile } from "vfile";
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
    const shown = firstOfEach(messages, verbose ? 1000 : 20);
    for (const message of shown) message.message = message.reason = printable(message.reason);
    const path = one.path === undefined ? undefined : printable(one.path);
    return { ...one, path, history: [path], stored: one.stored, messages: shown } as unknown as VFile;
  });
  if (files.length === 0) return;
  const { reporter } = await import("vfile-reporter");
  const isColoured = color ?? (io.isTerminal && !io.env["NO_COLOR"]);
  io.stderr(`${reporter(files, { color: isColoured, verbose: verbose ?? false })}\n`);
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

/** The messages about files that are read in parts: the files themselves are not kept. */
export class MessageList {
  readonly #companions: VFile[] = [];
  readonly #project = new VFile();

  /** Keep the messages about a project, or about a part of one. */
  add({ path, messages, data }: VFile): void {
    this.#project.path = path;
    for (const message of messages) this.#project.messages.push(message);
    if (data.redaction !== undefined) this.#project.data.redaction = data.redaction;
    for (const one of data.companions ?? [])
      if (one.messages.length > 0) {
        const kept = new VFile({ path: one.path, cwd: one.cwd });
        kept.messages = one.messages;
        this.#companions.push(kept);
      }
  }

  /** A file with all messages, as reading the project at once gives it. */
  toFile(): VFile {
    this.#project.data.companions = this.#companions.sort((a, b) => (a.path < b.path ? -1 : 1));
    return this.#project;
  }
}

/** The exit code of a finished command: 3 if a file could not be read, else 0. */
export function exitCode(file: VFile): number {
  const files = [file, ...(file.data.companions ?? [])];
  return files.some(({ messages }) => messages.some(({ fatal }) => fatal)) ? exit.unreadable : exit.done;
}
