import { sourceFor } from "@ccdag/library";
import { visibleLine } from "@ccdag/pipeline/tables";
import { dataOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import { exit, type CommandIo } from "../io.ts";
import { untilInterrupted } from "../interrupted.ts";
import { addressOfStore, loadServer, shownPlace, withStoreErrors } from "../store/load-server.ts";
import { renderHandler } from "../store/render-job.ts";

/** Options of `ccdag worker`. */
export interface WorkerCommandOptions {
  data?: string | undefined;
  quiet?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "worker",
  rank: 210,
  purpose: "keep",
  description: "do the work of `store import --workers` and `store export --workers`, on as many machines as wanted",
  arguments: [],
  options: [dataOption],
  example: "worker --data postgres://ccdag@db/ccdag",
  hasNoSessions: true,
  run: (args, options, io) => runWorker(args, options, io),
};

/** `ccdag worker`: does the work of imports and exports that others left in a database, until it is interrupted. */
async function runWorker(_: readonly string[], options: WorkerCommandOptions, io: CommandIo): Promise<number> {
  const { startWorker, storedFiles } = await loadServer();
  const where = addressOfStore(options.data, io);
  const worker = await withStoreErrors(() =>
    startWorker(where, {
      sourceFor,
      render: renderHandler((store) => storedFiles(store)),
      log: ({ kind, milliseconds, error }) => {
        if (options.quiet !== true || error !== undefined)
          io.stderr(`${visibleLine(`${kind} ${milliseconds} ms${error === undefined ? "" : ` failed: ${error}`}`)}\n`);
      },
      onError: (error) =>
        io.stderr(`${visibleLine(`ccdag: ${error instanceof Error ? error.message : String(error)}`)}\n`),
    }),
  );
  if (options.quiet !== true) io.stderr(`${visibleLine(`Working for ${shownPlace(where)}`)}\nPress Ctrl+C to stop.\n`);
  await (io.stop ?? untilInterrupted());
  await worker.close();
  return exit.done;
}
