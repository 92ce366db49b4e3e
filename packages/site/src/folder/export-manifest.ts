import { join } from "node:path";
import { readRegular, type Writer } from "@ccdag/keep/write";
import { toJson } from "@ccdag/pipeline/tables";
import type { NamedDocument } from "./document-names.ts";
import type { IndexRow } from "./index-rows.ts";
import { isManifest } from "./manifest-checks.ts";

/** A document that was written into a folder. */
export interface ManifestDocument extends NamedDocument {
  /** Size and hash of each of its files, by its path in the folder: its parts, and what they show. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether secrets were redacted in it. */
  readonly isRedacted: boolean;
  /** The sessions that it holds, as the index lists them. */
  readonly rows: readonly IndexRow[];
}

/** What exports in one format have written into a folder. */
interface FolderContent {
  readonly documents: readonly ManifestDocument[];
  /** The index, with its mark; empty before the first one. */
  readonly index: Readonly<Record<string, string>>;
}

/** The list of all that exports have written into a folder. A name with a dot is no note of a vault. */
const manifestName = ".ccdag-export.json";

/** What exports have written into a folder, by the endings of their formats. */
export type FolderManifest = Readonly<Record<string, FolderContent>>;

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
