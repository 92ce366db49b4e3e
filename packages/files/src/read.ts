import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { VFile } from "vfile";
import { isTranscript } from "./is-transcript.ts";
import { listFiles } from "./walk.ts";

/** How many files are read at once. The order of the result never depends on it. */
const concurrency = 8;

/**
 * Read a folder: every transcript and agent file below it, and the sidecars that say where agents were born.
 *
 * @param folder a project, a folder of projects, or any folder.
 * @returns one file without text whose `path` is the folder; what was found is in `data.companions`, with paths
 *   relative to the folder. A file that cannot be read is there too, with a fatal message and no value.
 * @throws what the file system says when the folder itself cannot be listed.
 */
export async function readProject(folder: string): Promise<VFile> {
  return readAll(folder, (await listFiles(folder)).filter(isWanted));
}

/**
 * Read one transcript with what belongs to it: the folder of its name and the agent files beside it.
 *
 * @param path a `.jsonl` file.
 * @returns as for {@link readProject}, with paths relative to the folder of the file.
 * @throws what the file system says when that folder cannot be listed.
 */
export async function readTranscript(path: string): Promise<VFile> {
  const folder = dirname(path);
  const name = basename(path);
  const own = `${name.replace(/\.jsonl$/, "")}/`;
  const isOwn = (file: string) => file === name || file.startsWith(own) || /^agent-[^/]*$/.test(file);
  return readAll(
    folder,
    (await listFiles(folder)).filter((file) => isOwn(file) && isWanted(file)),
  );
}

/** Folders that could not be listed are said to be so. */
function isWanted(path: string): boolean {
  return path.endsWith("/") || isTranscript(path);
}

async function readAll(folder: string, paths: readonly string[]): Promise<VFile> {
  const companions: VFile[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < paths.length; index = next++)
      companions[index] = await read(folder, paths[index]!);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return new VFile({ path: folder, data: { companions } });
}

async function read(folder: string, path: string): Promise<VFile> {
  const file = new VFile({ path, cwd: folder });
  try {
    file.value = await readFile(join(folder, path));
  } catch (error) {
    file.message(`Cannot read file: ${error instanceof Error ? error.message : String(error)}`).fatal = true;
  }
  return file;
}
