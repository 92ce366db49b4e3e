import { formatBytes } from "@ccdag/mdast";
import { accessSync, constants } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { attempt } from "@ccdag/keep/write";
import {
  assertArchive,
  checkKept,
  hasZstd,
  keepAll,
  keepWatching,
  lockArchive,
  type Kept,
  ownFolder,
  type Packing,
  rootsToKeep,
} from "@ccdag/keep";
import { RequestError, toJson, visibleLine } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import { noProjects } from "@ccdag/library";
import { jsonOption, without } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { type CommandIo, exit } from "../io.ts";
import { callOf, hookText } from "../hook/keep-hook.ts";
import { installHook } from "../hook/install-hook.ts";
import { untilInterrupted } from "../interrupted.ts";
import { showProgress } from "../progress.ts";

/** Options of `ccdag keep`. */
export interface KeepCommandOptions {
  quiet?: boolean | undefined;
  verbose?: boolean | undefined;
  /** The folders that were named with `--root`. */
  root?: readonly string[] | string | undefined;
  /** Whether every byte of the archive is verified, and nothing is kept (default: `false`). */
  check?: boolean | undefined;
  /** Whether to keep what sessions write until it is interrupted (default: `false`). */
  watch?: boolean | undefined;
  /** How transcripts are stored (default: as they are). */
  compress?: "gzip" | "zstd" | undefined;
  /** Whether the settings that run this command are printed (default: `false`). */
  hook?: boolean | undefined;
  /** Whether the hook is added to the settings of the client (default: `false`). */
  install?: boolean | undefined;
  /** Whether what was done is printed as JSON (default: `false`). */
  json?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "keep",
  rank: 160,
  purpose: "keep",
  description: "copy transcripts into an archive before the client deletes them; nothing kept is ever lost",
  arguments: [["<folder>", "the archive; it is created if it does not exist"]],
  options: [
    jsonOption,
    {
      name: "check",
      flags: "--check",
      description: "compare every byte of the archive with what was kept; exit with 1 if one differs",
      conflict: without("check", ["watch", "compress", "hook"]),
    },
    {
      name: "watch",
      flags: "--watch",
      description: "keep what sessions write, until it is interrupted",
      conflict: without("watch", ["hook", "json"]),
    },
    {
      name: "compress",
      flags: "--compress <format>",
      description: "compress transcripts, also those that were kept before",
      choices: { gzip: "", zstd: "with Node 22.15 or later" },
    },
    {
      name: "hook",
      flags: "--hook",
      description: "print the setting that keeps each session when it ends, and lines for cron and systemd",
      conflict: without("hook", ["json"]),
    },
    {
      name: "install",
      flags: "--install",
      description: "add the hook to the settings of the client; everything else in them stays",
      conflict: (_, { hook }) =>
        hook === undefined ? "Unexpected --install without --hook, expected both" : undefined,
    },
  ],
  example: "keep ~/claude-archive",
  isLong: true,
  run: ([folder], options, io) => runKeep(folder!, options, io),
};

/** `ccdag keep`: copies transcripts into an archive before the client deletes them. */
async function runKeep(typed: string, options: KeepCommandOptions, io: CommandIo): Promise<number> {
  const folder = resolve(io.cwd, typed);
  if (options.check) return check(folder, options, io);
  const packing = packingOf(options.compress);
  if (options.hook) return giveHook(folder, options, io);
  const roots = await rootsToKeep(folder, io.roots);
  if (roots.length === 0) throw noProjects(io);
  await assertArchive(folder);
  if (options.watch) {
    let last: number = exit.done;
    const failed = (root: string) => io.stderr(`${visibleLine(`Cannot watch \`${root}\``)}\n`);
    await keepWatching(roots, io.stop ?? untilInterrupted(), failed, async (isStopped) => {
      ({ code: last } = await keepOnce(folder, roots, packing, options, io, isStopped));
    });
    return last;
  }
  const { kept, code } = await keepOnce(folder, roots, packing, options, io, () => false);
  if (options.json) await io.stdout(toJson({ folder, ...kept }, 2));
  return code;
}

/** How transcripts are stored; absent if nothing was typed. */
function packingOf(typed: KeepCommandOptions["compress"]): Packing | undefined {
  if (typed === "zstd" && !hasZstd)
    throw new RequestError("Unexpected --compress `zstd`, which needs Node 22.15 or later; expected gzip");
  return typed && (typed === "zstd" ? ".zst" : ".gz");
}

/** One run, with the lock of the archive. */
async function keepOnce(
  folder: string,
  roots: readonly string[],
  packing: Packing | undefined,
  options: KeepCommandOptions,
  io: CommandIo,
  isStopped: () => boolean,
): Promise<{ readonly kept: Kept; readonly code: number }> {
  const bar = showProgress(io, options.quiet);
  const print = (text: string) => {
    bar.pause();
    io.stderr(`${visibleLine(text)}\n`);
  };
  const unlock = await locked(folder, (text) => {
    if (!options.quiet) print(text);
  });
  let links = 0;
  try {
    const kept = await keepAll(folder, {
      roots,
      packing,
      isStopped,
      followLinks: io.followLinks,
      progress: (done, of, name) => bar.at({ done, of, name }),
      warn: print,
      skipped(path) {
        links++;
        if (io.isVerbose) print(`Not kept, because it leads out of the folder (--follow-links keeps it): \`${path}\``);
      },
    });
    bar.end();
    const isQuiet = options.quiet === true || (options.watch === true && isNothing(kept));
    if (!isQuiet) print(`${summarise(kept)} to ${folder}`);
    if (links > 0 && !isQuiet && !io.isVerbose)
      print(`${count(links, "link")} out of the folder not kept; -v lists them, --follow-links keeps them`);
    return { kept, code: kept.failed > 0 ? exit.unreadable : exit.done };
  } finally {
    bar.end();
    await unlock();
  }
}

function locked(folder: string, print: (text: string) => void): Promise<() => Promise<void>> {
  return lockArchive(folder, () => print("Waiting for another run of ccdag keep, which is writing to this folder"));
}

function isNothing(kept: Kept): boolean {
  return kept.new + kept.grown + kept.variants + kept.compressed + kept.failed === 0;
}

function summarise({ new: added, grown, unchanged, variants, compressed, bytes, failed }: Kept): string {
  const what = [count(added, "new file"), `${grown} grown`, `${unchanged} unchanged`];
  if (variants > 0) what.push(`${variants} rewritten, kept beside the older content`);
  if (compressed > 0) what.push(`${compressed} compressed`);
  if (failed > 0) what.push(`${failed} failed`);
  return `${what.join(", ")}, ${formatBytes(bytes)} copied`;
}

async function check(folder: string, { quiet, json }: KeepCommandOptions, io: CommandIo): Promise<number> {
  // Nobody writes to an archive that cannot be written.
  const isWritable = attempt(() => (accessSync(join(folder, ownFolder), constants.W_OK), true)) ?? false;
  const print = (text: string) => io.stderr(`${visibleLine(text)}\n`);
  const unlock = isWritable ? await locked(folder, print) : undefined;
  try {
    const found = await checkKept(folder);
    if (found === undefined)
      throw new RequestError(`No archive in \`${folder}\`, or its manifest is damaged; \`ccdag keep\` makes it again`);
    const { sound, bytes, missing, changed, unknown } = found;
    const isSound = missing.length + changed.length + unknown.length === 0;
    if (json) await io.stdout(toJson({ folder, ...found }, 2));
    else {
      const lines = [
        ...missing.map((path) => `missing: ${path}`),
        ...changed.map(({ path, reason }) => `changed: ${path} (${reason})`),
        ...unknown.map((path) => `unknown: ${path}`),
      ];
      if (!quiet) lines.push(`${count(sound, "file")} (${formatBytes(bytes)}) as kept, to the byte`);
      await io.stdout(lines.map((line) => `${visibleLine(line)}\n`).join(""));
    }
    return isSound ? exit.done : exit.found;
  } finally {
    await unlock?.();
  }
}

async function giveHook(folder: string, options: KeepCommandOptions, io: CommandIo): Promise<number> {
  const roots = typeof options.root === "string" ? [options.root] : (options.root ?? []);
  const words = ["keep", ...(options.compress === undefined ? [] : ["--compress", options.compress])];
  for (const root of roots) words.push("--root", resolve(io.cwd, root));
  const call = callOf([...words, folder], io.env);
  const settings = join(dirname(io.roots[0]!), "settings.json");
  if (!options.install) {
    await io.stdout(hookText(call, settings));
    return exit.done;
  }
  const isAdded = await installHook(settings, call);
  const what = isAdded ? "Added the hook to" : "The hook is already in";
  if (!options.quiet)
    io.stderr(`${visibleLine(`${what} ${settings}: each session is kept in ${folder} when it ends`)}\n`);
  return exit.done;
}
