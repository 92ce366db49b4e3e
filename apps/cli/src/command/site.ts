import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Detail } from "@ccdag/processor";
import { pageScriptHash, pageStyleHash } from "@ccdag/render-html/hashes";
import { visibleLine } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import { exit, type CommandIo } from "../io.ts";
import { exitCode, printMessages, printWarnings, type Verbosity } from "../print-messages.ts";
import { showProgress, showsProgress } from "../progress.ts";
import {
  allProjects,
  type InputSource,
  locateAll,
  noTranscript,
  type PriceOptions,
  readPrices,
  readRedaction,
  type RedactionOptions,
  redactMessages,
} from "@ccdag/library";
import { findSources, hashOf, sitePartsOf, sizeOf, writeSite, type Written } from "@ccdag/site";
import { fromExport } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { version } from "../own-files.ts";
import { WarningCount } from "../warnings.ts";

/** Options of `ccdag site`. */
export interface SiteCommandOptions extends Verbosity, Omit<RedactionOptions, "audit">, Pick<PriceOptions, "prices"> {
  output: string;
  /** How much is shown (default: `tools`). */
  detail?: Detail | undefined;
  /** Whether thinking is shown (default: `true`). */
  thinking?: boolean | undefined;
  /** Whether a full-text search index is written (default: `true`). */
  search?: boolean | undefined;
  /** Whether pages are removed when their transcripts no longer exist (default: `false`). */
  prune?: boolean | undefined;
  /** Whether `--prune` removes the pages of projects that were not named without asking (default: `false`). */
  yes?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "site",
  rank: 80,
  purpose: "share",
  description: "write pages of whole projects with an index and a search; unchanged pages are kept",
  arguments: [["[input...]", "path, project by name, session by id or title, `latest` (default: all projects)"]],
  options: [
    ...fromExport("detail", "thinking", "prices", "redact", "redactExtra", "keepImages"),
    {
      name: "output",
      flags: "-o, --output <folder>",
      description: "folder of the site",
      isRequired: true,
    },
    {
      name: "search",
      isSetting: true,
      flags: "--search",
      description: "make a search index of all pages",
      off: "make no search index",
      default: "on",
    },
    {
      name: "prune",
      flags: "--prune",
      description: "delete pages whose transcripts are gone, or, after a question, were not named this time",
    },
    {
      name: "yes",
      flags: "--yes",
      description: "let --prune remove projects without asking",
      conflict: (_, { prune }) =>
        prune === undefined ? "Unexpected --yes without --prune: nothing is removed" : undefined,
    },
  ],
  example: "site ~/.claude/projects -o ~/talks",
  run: (inputs, options, io) => runSite(inputs, options, io),
};

/** `ccdag site`: writes pages of projects, and an index of them. */
async function runSite(inputs: readonly string[], options: SiteCommandOptions, io: CommandIo): Promise<number> {
  const { config } = io;
  const { output, detail, search = true, prune = false, quiet } = options;
  const redaction = await readRedaction(options, false, io);
  const prices = await readPrices({ ...options, cost: true }, io);
  const sources = await findSources(await located(inputs, io), io);
  const bar = showProgress(io, quiet);
  const warnings = new WarningCount();
  let code: number = exit.done;
  const given = { detail, thinking: options.thinking };
  const { redactExtra, keepImages } = options;
  const lists = [...(config?.redact?.extra ?? []), ...(redactExtra === undefined ? [] : [redactExtra])];
  const extra = await Promise.all(lists.map((path) => readFile(resolve(io.cwd, path), "utf8")));
  const policy = hashOf([
    JSON.stringify([redaction !== undefined, keepImages ?? config?.redact?.keepImages, ...extra]),
  ]);
  try {
    const done = await writeSite(sources, resolve(io.cwd, output), {
      ...given,
      index: "../index.html",
      sharedFiles: true,
      search,
      prune,
      redaction,
      aliases: io.aliases,
      prices,
      config,
      signature: JSON.stringify([version, pageScriptHash, pageStyleHash, given, prices, policy, config?.signature]),
      policy,
      writer: io.writer,
      async divide(source) {
        const parts = await sitePartsOf(source, io, redaction !== undefined);
        const read = parts.flatMap(({ sources: files }) => files);
        io.writer.protectFiles(source.folder, read, source.path === undefined);
        return parts;
      },
      async confirm(projects, pages) {
        bar.pause();
        const isConfirmed = options.yes === true || (await ask(projects, pages, io));
        if (!isConfirmed) code = exit.wrongCall;
        return isConfirmed;
      },
      // The transcripts are listed once more for it.
      sizeOf: showsProgress(io, quiet) ? (source) => sizeOf(source, io) : undefined,
      progress: bar.at,
      async report(file) {
        if (redaction) await redactMessages(file, redaction);
        code = Math.max(code, exitCode(file));
        bar.pause();
        await printMessages(file, options, io, warnings);
      },
    });
    bar.end();
    printWarnings(warnings, io);
    if (!quiet) io.stderr(`${summarise(done)} in ${output}\n`);
    return code;
  } finally {
    bar.end();
  }
}

async function located(inputs: readonly string[], io: CommandIo): Promise<readonly InputSource[]> {
  const all = allProjects(io);
  if (inputs.length === 0 && all !== undefined) return [all];
  if (inputs.length === 0) throw noTranscript(io.roots[0]!);
  return locateAll(inputs, io, { hasStdin: false });
}

/** Ask before projects are removed that this run did not read; a script has to pass `--yes`. */
async function ask(projects: readonly string[], pages: number, io: CommandIo): Promise<boolean> {
  const what = `${count(pages, "page")} of projects that were not read this time: ${projects.map(visibleLine).join(", ")}`;
  if (io.ask !== undefined) return io.ask(`Remove ${what}? [y/N] `);
  io.stderr(`ccdag: Expected --yes with --prune, because it removes ${what}; they are kept\n`);
  return false;
}

function summarise({ projects, pages, written, removed, kept }: Written): string {
  const what = [count(projects, "project"), count(pages, "page"), `${written} written`, `${removed} removed`];
  return [...what, ...(kept > 0 ? [`${kept} kept without transcripts (--prune removes them)`] : [])].join(", ");
}
