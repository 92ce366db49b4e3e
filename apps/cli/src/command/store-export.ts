import { exportOptions, RequestError } from "@ccdag/pipeline/tables";
import { dataOption, documentOutput, jobsOption, workersOption } from "../shared-options.ts";
import type { Command } from "../command.ts";
import type { CommandIo } from "../io.ts";
import { checkedOut } from "../store/checked-out.ts";
import { addressOfStore, loadServer, placeOfStore, withStoreErrors } from "../store/load-server.ts";
import { RemotePool } from "../store/remote-pool.ts";
import { type ExportCommandOptions, runExport } from "./export.ts";

/** Options of `ccdag store export`: those of `ccdag export`, and where the store is. */
export interface StoreExportOptions extends ExportCommandOptions {
  data?: string | undefined;
  workers?: boolean | undefined;
}

/** What is typed for it. */
export const command: Command = {
  name: "store export",
  rank: 190,
  purpose: "keep",
  description: "write sessions of a store as documents; every command reads them with --store",
  arguments: [["[input...]", "project by name, session by id or title, `latest` (default: all sessions)"]],
  options: [...exportOptions, dataOption, workersOption, documentOutput, jobsOption],
  example: "store export latest --data ~/conversations -o talk.html",
  run: (inputs, options, io) => runStoreExport(inputs, options, io),
};

/** `ccdag store export`: writes sessions of a store as documents, as `ccdag export` writes transcripts. */
async function runStoreExport(
  inputs: readonly string[],
  { data, workers, ...options }: StoreExportOptions,
  io: CommandIo,
): Promise<number> {
  const where = workers === true ? addressOfStore(data, io) : placeOfStore(data, io);
  if (workers === true && !/[/\\]$/.test(options.output ?? ""))
    throw new RequestError("Expected a folder/ after --output with --workers, which render many documents");
  const root = await checkedOut(where, io, io.cache);
  const named = inputs.length === 0 ? [root] : inputs;
  const storeIo = { ...io, roots: [root] };
  if (workers !== true) return runExport(named, options, storeIo);
  const { openQueue, openStore } = await loadServer();
  return withStoreErrors(async () => {
    const store = await openStore(where);
    const queue = await openQueue(where);
    try {
      return await runExport(named, options, storeIo, (job) => new RemotePool(job, queue, store, root));
    } finally {
      await queue.close();
      await store.close();
    }
  });
}
