import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sha256 } from "@ccdag/files";
import { visibleLine } from "@ccdag/pipeline/tables";
import type { Io } from "../io.ts";
import { loadServer, placeOfStore, withStoreErrors } from "./load-server.ts";

/**
 * Write the transcripts of a store into a folder of the cache, so that every command reads them like all others. Only what
 * changed since the last time is written. Without a cache the folder is a temporary one, and removed at the end.
 *
 * @param place the value of `--store` or `--data`.
 * @param io the variables and the current folder of the run.
 * @param cache the cache folder; absent for none.
 * @returns the folder of projects.
 */
export async function checkedOut(
  place: string | undefined,
  io: Pick<Io, "env" | "cwd" | "stderr">,
  cache: string | undefined,
): Promise<string> {
  const { checkOut, openStore } = await loadServer();
  const where = placeOfStore(place, io);
  return withStoreErrors(async () => {
    const store = await openStore(where);
    try {
      const { folder, refused } = await checkOut(store, folderFor(where, cache));
      for (const path of refused)
        io.stderr(`${visibleLine(`Ignored \`${path}\` of the store, which cannot be a file in its folder`)}\n`);
      return folder;
    } finally {
      await store.close();
    }
  });
}

function folderFor(place: string, cache: string | undefined): string {
  if (cache !== undefined) return join(cache, "stores", sha256(place));
  const folder = mkdtempSync(join(tmpdir(), "ccdag-store-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
