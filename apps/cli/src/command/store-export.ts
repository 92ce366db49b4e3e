import type { CommandIo } from "../io.ts";
import { checkedOut } from "../store/checked-out.ts";
import { type ExportCommandOptions, runExport } from "./export.ts";

/** Options of `ccdag store export`: those of `ccdag export`, and where the store is. */
export interface StoreExportOptions extends ExportCommandOptions {
  data?: string | undefined;
}

/** `ccdag store export`: writes sessions of a store as documents, as `ccdag export` writes transcripts. */
export async function runStoreExport(
  inputs: readonly string[],
  { data, ...options }: StoreExportOptions,
  io: CommandIo,
): Promise<number> {
  const root = await checkedOut(data, io, io.cache);
  return runExport(inputs.length === 0 ? [root] : inputs, options, { ...io, roots: [root] });
}
