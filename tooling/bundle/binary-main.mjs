// The program of the single binary: it writes the files of `ccdag` that are in it into the user's cache, once for each version,
// and starts them there. Threads and the library that reads databases load files of their own, which a binary cannot give them.
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getAsset } from "node:sea";
import { gunzipSync } from "node:zlib";
import { cacheFolder } from "../../packages/library/src/cache-folder.ts";

/** What a folder has when all of its files are there. */
const start = "start.cjs";

function unpackInto(folder) {
  const files = JSON.parse(gunzipSync(new Uint8Array(getAsset("files"))).toString());
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, path), content, "base64");
  }
}

/** Unpack for this run alone. */
function unpackOnce() {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  // What Node would keep of it serves no other run.
  process.env.NODE_DISABLE_COMPILE_CACHE = "1";
  unpackInto(folder);
  return folder;
}

/** Make a folder of the user's cache that nobody knows yet; absent where nothing can be kept. */
function newFolder(parent) {
  try {
    mkdirSync(parent, { recursive: true, mode: 0o700 });
    return mkdtempSync(join(parent, "new-"));
  } catch {
    return undefined;
  }
}

/** Where the files are. */
function unpack() {
  const cache = cacheFolder(undefined, { env: process.env, cwd: process.cwd() });
  if (cache === undefined) return unpackOnce();
  const folder = join(cache, "program", getAsset("name", "utf8"));
  if (existsSync(join(folder, start))) return folder;
  const made = newFolder(dirname(folder));
  if (made === undefined) return unpackOnce();
  unpackInto(made);
  try {
    renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    // Another run may have been faster.
    if (!existsSync(join(folder, start))) throw error;
  }
  return folder;
}

// What starts this program again needs no script.
process.argv[1] = process.execPath;
const program = join(unpack(), start);
createRequire(program)(program);
