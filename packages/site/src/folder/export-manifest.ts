import { join } from "node:path";
import { readRegular, type Writer } from "@ccdag/keep/write";
import { toJson } from "@ccdag/pipeline/tables";
import { type FolderManifest, isManifest } from "./manifest-checks.ts";

/** The list of all that exports have written into a folder. A name with a dot is no note of a vault. */
const manifestName = ".ccdag-export.json";

/**
 * Read what exports have written into a folder.
 *
 * @param folder the folder, absolute.
 * @returns its content; empty if there is no list, or none that this version understands.
 */
export async function readFolderManifest(folder: string): Promise<FolderManifest> {
  const text = (await readRegular(join(folder, manifestName))) ?? "";
  try {
    const found = JSON.parse(text) as { version?: unknown; formats?: unknown };
    const { formats } = found;
    return found.version === 1 && isManifest(formats) ? formats : {};
  } catch {
    return {};
  }
}

/** All files that exports have written into a folder, with their marks. */
export function filesOf(manifest: FolderManifest): Map<string, string> {
  const contents = Object.values(manifest);
  const all = contents.flatMap(({ documents, index }) => [index, ...documents.map(({ files }) => files)]);
  return new Map(all.flatMap((files) => Object.entries(files)));
}

/** Write what exports have written into a folder. */
export async function writeFolderManifest(folder: string, formats: FolderManifest, writer: Writer): Promise<void> {
  const text = toJson({ version: 1, formats }, 1);
  if ((await readRegular(join(folder, manifestName))) !== text) await writer.writeBelow(folder, manifestName, text);
}
