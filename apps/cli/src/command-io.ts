import { defaultClient } from "@ccdag/ccast";
import { statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { linkedProjects } from "@ccdag/files";
import { Writer } from "@ccdag/keep/write";
import { isForUser, longFlagOf, RequestError, visibleLine, visibleLines } from "@ccdag/pipeline/tables";
import type { CommandIo, Io } from "./io.ts";
import { arrangedRoots, buildOf, cacheFolder, followClients, readAliases, readClients, rootsOf } from "@ccdag/library";
import type { Command } from "./command.ts";
import { optionsOf, settingRows } from "./options.ts";
import { type AppliedOptions, applySettings, loadUserConfig, misspeltVariables } from "@ccdag/config";
import { readStdin } from "./read-stdin.ts";
import { packageFolder } from "./own-files.ts";

/**
 * Run a command with the options that were typed, and settings for the others. A missing or broken plugin is reported here,
 * before transcripts are read.
 *
 * @param command the command.
 * @param args the arguments, as typed.
 * @param typed the options, as typed.
 * @param io the environment of the run.
 * @returns the exit code.
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  typed: Record<string, unknown>,
  io: Io,
): Promise<number> {
  const settings = settingRows();
  const config = await loadUserConfig({ ...typed, isUserOnly: command.hasUserConfigOnly }, { ...io, settings });
  const given = await applySettings({ name: command.name, rows: optionsOf(command) }, typed, config, io);
  const { options } = given;
  const store = options["store"] as string | undefined;
  const clients = await readClients(options["client"] as readonly string[] | undefined, config);
  const folders = rootsOf(options["root"], io, clients?.includes(defaultClient));
  const cache = outside(cacheFolder(options["cache"], io), folders);
  const others = { env: io.env, cache, clients, config, stderr: io.stderr };
  const roots =
    store !== undefined
      ? [await readStore(store, io, cache)]
      : hasFilesOnly(command, args, io)
        ? folders
        : [...folders, ...(await arrangedRoots(others))];
  if (roots.length === 0) throw new RequestError(`No sessions of ${clients!.join(", ")} on this machine`);
  if (options["quiet"] !== true)
    for (const [name, meant] of misspeltVariables({ env: io.env, settings }))
      io.stderr(`${visibleLine(`Ignored the unknown variable \`${name}\`, expected \`${meant}\``)}\n`);
  const writer = new Writer(roots);
  for (const root of roots) for (const link of await linkedProjects(root)) writer.protectFiles(link, [], false);
  const commandIo: CommandIo = {
    ...io,
    config,
    processor: io.processor,
    stdout: command.isUntrusted || io.isStdoutTerminal ? (text) => io.stdout(visibleLines(text)) : io.stdout,
    styled: io.stdout,
    writer,
    roots,
    clients,
    aliases: readAliases((options["alias"] as readonly string[] | undefined) ?? [], io),
    followLinks: options["followLinks"] === true,
    cache,
    isVerbose: options["verbose"] === true,
    isQuiet: options["quiet"] === true,
    zone: options["utc"] === true ? "utc" : "local",
    program: `ccdag ${await buildOf(packageFolder)}`,
    readStdin: (isNamed) => readStdin(io, isNamed),
    showProgress: async () => (await import("./progress.ts")).showProgress(io, options["quiet"] === true),
    memo: new Map(),
  };
  const stop = command.isLong === true && store === undefined ? followClients(others) : undefined;
  try {
    return await command.run(args, options as never, commandIo);
  } catch (error) {
    throw isForUser(error) ? withOrigin(error, command, given) : error;
  } finally {
    stop?.();
  }
}

/** Whether a command reads nothing but files that are named, so that nobody waits for those of other coding agents. */
function hasFilesOnly(command: Command, args: readonly string[], { cwd }: Io): boolean {
  if (command.hasNoSessions === true) return true;
  const isOfInputs = command.arguments.some(([name]) => name === "[input...]");
  const isFile = (arg: string) => statSync(resolve(cwd, arg), { throwIfNoEntry: false })?.isFile() === true;
  return isOfInputs && args.length > 0 && args.every((arg) => arg === "-" || isFile(arg));
}

/** The transcripts of a store, as a folder of projects. */
async function readStore(place: string, io: Io, cache: string | undefined): Promise<string> {
  const { checkedOut } = await import("./store/checked-out.ts");
  return checkedOut(place, io, cache);
}

/** The cache folder, unless it is in a folder of projects: nothing is written beside what is read. */
function outside(cache: string | undefined, roots: readonly string[]): string | undefined {
  if (cache === undefined) return undefined;
  return roots.some((root) => `${cache}${sep}`.startsWith(`${root}${sep}`)) ? undefined : cache;
}

/** An error about an option that was not typed also says where it was set. */
function withOrigin(error: Error, command: Command, { applied }: AppliedOptions): Error {
  const flags = new Map(optionsOf(command).map((row) => [row.name, longFlagOf(row)]));
  const words = error.message.split(/[\s,:;`]+/);
  const settings = applied.filter(({ name }) => words.includes(flags.get(name)!));
  const where = settings.map(({ name, origin }) =>
    origin.kind === "environment" ? `\`${origin.where}\`` : `\`${name}\` in \`${origin.where}\``,
  );
  return where.length === 0 ? error : new RequestError(`${error.message} (set by ${where.join(" and ")})`);
}
