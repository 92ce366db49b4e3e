import { basename, dirname, join } from "node:path";
import { headOf } from "@ccdag/core";
import { VFile } from "vfile";
import { continuedBy } from "./continued.ts";
import { reasonOf } from "./errors.ts";
import { plainName } from "./is-transcript.ts";
import { isWanted } from "./is-wanted.ts";
import { readContent } from "./read-bytes.ts";
import { listTranscripts } from "./together.ts";
import type { ListedFile, ListOptions, SourceFor } from "./list-files.ts";

/** How many compressed files are unpacked at once. The order of the result does not depend on it. */
const concurrency = 8;

/**
 * Read a folder: every transcript and agent file below it, and their sidecars. Compressed transcripts (`.jsonl.gz`,
 * `.jsonl.zst`) are unpacked.
 *
 * @param folder a project, a folder of projects, or any folder.
 * @param options `followLinks`: whether links that lead out of the folder are read (default: `false`); `also`: other folders
 *   that are read as one with it, such as the same project in an archive (default: none).
 * @returns one file without a value whose `path` is the folder; the files are in `data.companions`, sorted, with paths
 *   relative to the folder. A file that cannot be read, or a link that is not followed, is included with a fatal message
 *   and no value.
 * @throws the error of the file system if the folder itself cannot be listed.
 */
export async function readProject(folder: string, options: ListOptions = {}): Promise<VFile> {
  return readFiles(folder, await listTranscripts(folder, options), options.sourceFor);
}

/**
 * Read one transcript with what belongs to it: the folder of its name, the agent files beside it, and the transcripts
 * beside it that it continues. Other folders are not read.
 *
 * @param path a transcript.
 * @param options as for {@link readProject}.
 * @returns as for {@link readProject}, with paths relative to the folder of the file. `data.named` names the
 *   transcript: it owns its records, and copies of them in other files are references.
 * @throws the error of the file system if the file or its folder cannot be read.
 */
export async function readTranscript(path: string, options: ListOptions = {}): Promise<VFile> {
  const folder = dirname(path);
  const name = basename(path);
  const files = await continuedBy(folder, name, options);
  const project = await readFiles(folder, files.filter(isWanted), options.sourceFor);
  project.data.named = { path: plainName(name), isWhole: true };
  return project;
}

/** Read files of a folder. */
export async function readFiles(
  folder: string,
  files: readonly ListedFile[],
  sourceFor: SourceFor | undefined,
): Promise<VFile> {
  const names = namesOf(files.map(({ path }) => path));
  const companions: VFile[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < files.length; index = next++) {
      const file = files[index]!;
      const one = await read(folder, { ...file, name: file.name ?? names.get(file.path) });
      if (sourceFor && one.value instanceof Uint8Array) one.data.format = await sourceFor(headOf(one.value));
      companions[index] = one;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return new VFile({ path: folder, data: { companions } });
}

async function read(folder: string, { path, real, reason, name = path }: ListedFile): Promise<VFile> {
  const file = new VFile({ path: name, cwd: folder, data: { source: String(real) } });
  const fail = (text: string) => void (file.message(text).fatal = true);
  if (reason !== undefined) {
    fail(reason);
    return file;
  }
  try {
    const { bytes, damage } = await readContent(real);
    file.value = bytes;
    if (damage !== undefined) fail(damage);
  } catch (error) {
    fail(`Cannot read file: ${reasonOf(error)}`);
  }
  return file;
}

/**
 * The names under which files are read, by their paths: a compressed transcript has the name that it had before, unless
 * another file has it.
 */
export function namesOf(paths: readonly string[]): Map<string, string> {
  const taken = new Set(paths);
  const names = new Map<string, string>();
  for (const path of paths) {
    const name = taken.has(plainName(path)) ? path : plainName(path);
    taken.add(name);
    names.set(path, name);
  }
  return names;
}

/** The path of a file that was read, for the file system. */
export function pathOnDisk({ cwd, path, data }: VFile): string {
  return data.source ?? join(cwd, path);
}
