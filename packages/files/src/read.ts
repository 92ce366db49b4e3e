import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { VFile } from "vfile";
import { isTranscript } from "./is-transcript.ts";
import { listFiles } from "./walk.ts";

/** How many files are read at once. The order of the result does not depend on it. */
const concurrency = 8;

/**
 * Read a folder: every transcript and agent file below it, and their sidecars.
 *
 * @param folder a project, a folder of projects, or any folder.
 * @returns one file without a value whose `path` is the folder; the files are in `data.companions`, sorted, with paths
 *   relative to the folder. A file that cannot be read is included with a fatal message and no value.
 * @throws the error of the file system if the folder itself cannot be listed.
 */
export async function readProject(folder: string): Promise<VFile> {
  return readAll(folder, (await listFiles(folder)).filter(isWanted));
}

/**
 * Read one transcript with its companions: the files in the folder of its name and the agent files beside it.
 *
 * @param path a `.jsonl` file.
 * @returns as for {@link readProject}, with paths relative to the folder of the file.
 * @throws the error of the file system if that folder cannot be listed.
 */
export async function readTranscript(path: string): Promise<VFile> {
  const folder = dirname(path);
  const name = basename(path);
  const companions = `${name.replace(/\.jsonl$/, "")}/`;
  const belongs = (file: string) => file === name || file.startsWith(companions) || /^agent-[^/]*$/.test(file);
  return readAll(
    folder,
    (await listFiles(folder)).filter((file) => belongs(file) && isWanted(file)),
  );
}

/** A path that ends in `/` is a folder that could not be listed: reading it gives a fatal message. */
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
