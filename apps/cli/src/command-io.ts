import { projectsRoot } from "@ccdag/files";
import { cacheFolder } from "./cache-folder.ts";
import type { CommandRow } from "./command-table.ts";
import type { CommandIo, Io } from "./io.ts";
import { loadUserConfig } from "./plugins/user-config.ts";
import { printableLines } from "./printable.ts";
import { Writer } from "./write/writer.ts";

/**
 * Prepare what a command needs besides its own options. A missing or broken plugin is reported here, before transcripts are
 * read.
 *
 * @param row the command.
 * @param options as typed.
 * @param io the environment of the run.
 */
export async function commandIo(row: CommandRow, options: Record<string, unknown>, io: Io): Promise<CommandIo> {
  const config = await loadUserConfig(options, io);
  return {
    ...io,
    config,
    processor: io.processor,
    stdout: row.isUntrusted || io.isStdoutTerminal ? (text) => io.stdout(printableLines(text)) : io.stdout,
    styled: io.stdout,
    writer: new Writer(projectsRoot(io.env)),
    followLinks: options["followLinks"] === true,
    cache: cacheFolder(options["cache"], io),
  };
}
