// PGlite for the fast tests. A database that is made anew takes PostgreSQL's `initdb` three seconds, and there are a hundred of
// them; each is unpacked from one that was made once instead. The slow tests make their own.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PGlite as Real } from "@electric-sql/pglite";
import { top } from "../setup/install.mjs";

export * from "@electric-sql/pglite";

const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
/** The WebAssembly, compiled once for all databases of a process. */
let compiled: Promise<WebAssembly.Module> | undefined;
const { version } = JSON.parse(readFileSync(join(entry, "../../package.json"), "utf8")) as { version: string };
const folder = join(top, "node_modules/.cache/ccdag");
const path = join(folder, `pglite-${version}.tar`);
let template: Promise<Blob> | undefined;

/** The files of an empty database. Several processes may make them at once; each file is whole. */
async function make(): Promise<Blob> {
  if (existsSync(path)) return new Blob([readFileSync(path)]);
  const empty = await Real.create();
  const dump = await empty.dumpDataDir("none");
  await empty.close();
  mkdirSync(folder, { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, new Uint8Array(await dump.arrayBuffer()));
  renameSync(draft, path);
  return dump;
}

/** As the real one; only what is new is unpacked. */
export const PGlite: Pick<typeof Real, "create"> = {
  create: async (dataDir?: unknown, options?: object) => {
    const isNew = typeof dataDir !== "string" || !existsSync(join(dataDir, "PG_VERSION"));
    if (!isNew || (dataDir !== undefined && typeof dataDir !== "string"))
      return Real.create(dataDir as string, options);
    compiled ??= WebAssembly.compile(readFileSync(join(entry, "../pglite.wasm")));
    const [pgliteWasmModule, loadDataDir] = await Promise.all([compiled, (template ??= make())]);
    return Real.create(dataDir as string, { ...options, pgliteWasmModule, loadDataDir });
  },
};
