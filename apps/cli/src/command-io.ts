import { rootsOf } from "./archive/roots.ts";
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
  const roots = rootsOf(options["root"] ?? io.env["CCDAG_ROOT"], io);
  const config = await loadUserConfig(options, io);
  return {
    ...io,
    config,
    processor: io.processor,
    stdout: row.isUntrusted || io.isStdoutTerminal ? (text) => io.stdout(printableLines(text)) : io.stdout,
    writer: new Writer(roots),
    roots,
    followLinks: options["followLinks"] === true,
    cache: cacheFolder(options["cache"], io),
    isVerbose: options["verbose"] === true,
    isQuiet: options["quiet"] === true,
    zone: options["utc"] === true ? "utc" : "local",
    memo: {},
  };
}
