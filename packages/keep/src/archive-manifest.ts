import { readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** The folder in an archive that holds what belongs to ccdag: the manifest, the lock and drafts. */
export const ownFolder = ".ccdag-keep";

/** A file of an archive, as it was when it was kept. */
export interface KeptFile {
  /** The size of the content in bytes; of a compressed file before compression. */
  readonly size: number;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
  /** Size and SHA-256 of the bytes of a compressed file; absent if it is not compressed. */
  readonly stored?: { readonly size: number; readonly sha256: string } | undefined;
  /** What the file system said of the file: size and times. While it says the same, the file is not read again. */
  readonly state: string;
}

/** A file that was read, as it was when it was kept last. */
interface KeptSource {
  /** Size, times and inode. */
  readonly state: string;
  /** The file of the archive that holds its content. */
  readonly path: string;
}

/** What an archive holds, and where it came from. */
export interface KeepManifest {
  /** The files of the archive, by their paths in it, with `/`. */
  readonly files: Map<string, KeptFile>;
  /** The files that were read, by their absolute paths. */
  readonly sources: Map<string, KeptSource>;
}

/** The path of the manifest of an archive. */
export function manifestPath(folder: string): string {
  return join(folder, ownFolder, "manifest.json");
}

/**
 * Read the manifest of an archive.
 *
 * @param folder the archive.
 * @returns the manifest; `undefined` if there is none, `"damaged"` if it cannot be read as one.
 */
export function readManifest(folder: string): KeepManifest | "damaged" | undefined {
  let text: string;
  try {
    text = readFileSync(manifestPath(folder), "utf8");
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : "damaged";
  }
  try {
    const { version, files, sources } = JSON.parse(text) as Record<string, unknown>;
    if (version !== 1) return "damaged";
    const found = { files: entriesOf(files, isKeptFile), sources: entriesOf(sources, isKeptSource) };
    const paths = [...found.files.keys(), ...[...found.sources.values()].map(({ path }) => path)];
    return paths.every(isKeptPath) ? found : "damaged";
  } catch {
    return "damaged";
  }
}

/** The text of a manifest, one line for each file. */
export function manifestText({ files, sources }: KeepManifest): string {
  return `{"version":1,"files":${entriesText(files)},"sources":${entriesText(sources)}}\n`;
}

function entriesText(entries: ReadonlyMap<string, object>): string {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{\n${sorted.map(([path, value]) => `${JSON.stringify(path)}:${JSON.stringify(value)}`).join(",\n")}\n}`;
}

/** Whether a path is one of the files that an archive keeps: a manifest must not lead out of it. */
export function isKeptPath(path: string): boolean {
  if (!path.startsWith("projects/")) return /^history(?:~[1-9]\d*)?\.jsonl(?:\.gz|\.zst)?$/.test(path);
  // On Windows a backslash divides names, too.
  const names = path.split(sep === "/" ? "/" : /[\\/]/);
  return names.every((name) => name !== "" && name !== "." && name !== "..");
}

function entriesOf<T>(value: unknown, isFitting: (one: unknown) => one is T): Map<string, T> {
  const entries = Object.entries(value as object) as Array<[string, unknown]>;
  return new Map(
    entries.map(([path, one]) => {
      if (!isFitting(one)) throw new TypeError(`Unexpected entry \`${path}\``);
      return [path, one];
    }),
  );
}

function isKeptFile(value: unknown): value is KeptFile {
  const { size, sha256, state, stored } = (value ?? {}) as Partial<KeptFile>;
  const isPacked = stored !== undefined;
  return (
    typeof size === "number" &&
    typeof sha256 === "string" &&
    typeof state === "string" &&
    (!isPacked || (typeof stored.size === "number" && typeof stored.sha256 === "string"))
  );
}

function isKeptSource(value: unknown): value is KeptSource {
  const { state, path } = (value ?? {}) as Partial<KeptSource>;
  return typeof state === "string" && typeof path === "string";
}
