import { existsSync } from "node:fs";
import type { WorkersLeft } from "@ccdag/server";
import { resolve, sep } from "node:path";
import { RequestError, visibleLine } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import { existing, sourceFor } from "@ccdag/library";
import { dataOption, workersOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { type CommandIo, exit } from "../io.ts";
import {
  addressOfStore,
  isAddress,
  loadServer,
  placeOfStore,
  shownPlace,
  withStoreErrors,
} from "../store/load-server.ts";

/** Options of `ccdag store import`. */
export interface StoreImportOptions {
  data?: string | undefined;
  again?: boolean | undefined;
  workers?: boolean | undefined;
  quiet?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "store import",
  rank: 180,
  purpose: "keep",
  description: "put transcripts into a store: what is there already is not read again",
  arguments: [["[path...]", "folder of projects, project, any folder, or transcript (default: all projects)"]],
  options: [
    dataOption,
    {
      name: "again",
      flags: "--again",
      description: "make the sessions anew also from files that did not change",
    },
    workersOption,
  ],
  example: "store import ~/.claude/projects --data ~/conversations",
  run: (paths, options, io) => runStoreImport(paths, options, io),
};

/** `ccdag store import`: puts transcripts into a store; what is there already is not read again. */
async function runStoreImport(inputs: readonly string[], options: StoreImportOptions, io: CommandIo): Promise<number> {
  const { importFolder, importWithWorkers, openStore } = await loadServer();
  const paths = inputs.length === 0 ? existing(io.roots) : inputs.map((input) => resolve(io.cwd, input));
  for (const [at, path] of paths.entries())
    if (!existsSync(path)) throw new RequestError(`No such file or folder: \`${inputs[at]}\``);
  if (paths.length === 0) throw new RequestError(`No transcripts in \`${io.roots.join("`, `")}\``);
  const where = options.workers ? addressOfStore(options.data, io) : placeOfStore(options.data, io);
  const above = paths.find((path) => !isAddress(where) && `${where}${sep}`.startsWith(`${path}${sep}`));
  if (above !== undefined)
    throw new RequestError(`Unexpected --data \`${where}\`, expected a folder outside of \`${above}\`, which is read`);
  let problems = 0;
  const report = ({ path, reason }: { path: string; reason: string }) => {
    problems++;
    io.stderr(`${visibleLine(`ccdag: ${path}: ${reason}`)}\n`);
  };
  await withStoreErrors(async () => {
    const store = await openStore(where);
    try {
      for (const path of paths) {
        const terms = { cache: io.cache, isAgain: options.again, sourceFor, report };
        const said = options.workers
          ? leftSentence(
              await importWithWorkers(store, where, path, { ...terms, waiting: waitingFor(where, options, io) }),
            )
          : sentence(await importFolder(store, path, terms));
        if (options.quiet !== true) io.stderr(`${visibleLine(`${path}: ${said}`)}\n`);
      }
    } finally {
      await store.close();
    }
  });
  if (options.quiet !== true) io.stderr(`${visibleLine(`The store is in ${shownPlace(where)}`)}\n`);
  return problems === 0 ? exit.done : exit.unreadable;
}

/** How often it is said how many files are left, in milliseconds. */
const sayMs = 2000;

/** Say how many files workers have left, and once that no worker has begun: also when quiet, because it may wait forever. */
function waitingFor(where: string, { quiet }: StoreImportOptions, io: CommandIo): (left: WorkersLeft) => void {
  let [said, at, hasWarned] = [-1, performance.now(), false];
  return ({ files, isUntouched }) => {
    if (isUntouched && !hasWarned) {
      hasWarned = true;
      io.stderr(`${visibleLine(`No worker has begun; start one: ccdag worker --data ${shownPlace(where)}`)}\n`);
    }
    if (quiet === true || files === said || files === 0 || performance.now() - at < sayMs) return;
    [said, at] = [files, performance.now()];
    io.stderr(`${count(files, "file")} left to workers\n`);
  };
}

interface Done {
  readonly files: number;
  readonly skipped: number;
  readonly inserted: number;
  readonly updated: number;
  readonly sessions: ReadonlySet<string>;
}

function leftSentence({ files, skipped, jobs }: Pick<Done, "files" | "skipped"> & { readonly jobs: number }): string {
  const rest = skipped === 0 ? "" : `; ${count(skipped, "file")} unchanged`;
  return `${count(files, "file")} kept, ${count(jobs, "part")} done by workers${rest}`;
}

function sentence({ files, skipped, inserted, updated, sessions }: Done): string {
  const changed = updated === 0 ? "" : `, ${updated} changed`;
  const rest = skipped === 0 ? "" : `; ${count(skipped, "file")} unchanged`;
  return `${count(files, "file")} read, ${count(sessions.size, "session")}, ${count(inserted, "new message")}${changed}${rest}`;
}
