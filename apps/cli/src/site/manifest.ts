import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { IndexSession } from "@ccdag/render-html";
import type { VFile } from "vfile";
import { writeAtomically } from "../output.ts";

/** Sessions and the files of their pages. */
export interface ManifestPart {
  /** A hash of the redaction of these pages. */
  readonly policy: string;
  /** The rows of the index. */
  readonly sessions: readonly IndexSession[];
  /** Size and hash of each file, by its path in the folder of the site. */
  readonly files: Readonly<Record<string, string>>;
}

/** The pages of a project. */
export interface ManifestProject extends ManifestPart {
  /** A hash of the input of its pages: transcripts, options, version. */
  readonly key: string;
  readonly title: string;
  /** Pages of an earlier run whose transcripts were not read again. */
  readonly kept?: ManifestPart | undefined;
}

/** The content of a site. It contains no time, so that equal runs write equal files. */
export interface Manifest {
  readonly version: 1;
  readonly projects: Readonly<Record<string, ManifestProject>>;
  /** Files of an earlier run, which this run removes when it completes. */
  readonly leftovers: readonly string[];
  /** The project that is being written: its folder may contain files that are not listed yet. */
  readonly unfinished?: string | undefined;
  /** A hash of the pages that the search index was made of. */
  readonly words?: string | undefined;
  /** The size of the index page, and a hash of its input. */
  readonly index?: string | undefined;
}

const name = "ccdag-site.json";

/** Read the manifest of a site; absent if there is none or it is invalid. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, name), "utf8").catch(() => "");
  try {
    const found: unknown = JSON.parse(text);
    return isManifest(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is a valid manifest. The check is strict, because files that a manifest lists may be removed. */
function isManifest(found: unknown): found is Manifest {
  if (!isTable(found) || found["version"] !== 1 || !isTable(found["projects"]) || !Array.isArray(found["leftovers"]))
    return false;
  const projects = Object.values(found["projects"]);
  if (!projects.every(isPart)) return false;
  const kept = projects.flatMap(({ kept: part }: Partial<ManifestProject>) => (part === undefined ? [] : [part]));
  if (!kept.every(isPart)) return false;
  const parts: ManifestPart[] = [...projects, ...kept];
  const paths: unknown[] = parts.flatMap((part) => [
    ...Object.keys(part.files),
    ...part.sessions.map(({ href }) => href),
  ]);
  const { unfinished } = found;
  if (unfinished !== undefined) paths.push(typeof unfinished === "string" ? `${unfinished}/index.html` : unfinished);
  return [...paths, ...(found["leftovers"] as unknown[])].every(
    (path) => typeof path === "string" && sitePath.test(path),
  );
}

function isPart(part: unknown): part is ManifestPart {
  return isTable(part) && isTable(part["files"]) && Array.isArray(part["sessions"]) && part["sessions"].every(isTable);
}

/** The path of a page, or of a file of one, in the folder of a project. */
const sitePath = /^(?!\.+\/)[\w.-]+\/(?:attachments\/)?(?!\.+$)[\w.-]+$/;

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Write the manifest, with its projects sorted by name. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const projects = Object.fromEntries(Object.entries(manifest.projects).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ ...manifest, projects, leftovers: [...manifest.leftovers].sort() }, undefined, 1)}\n`;
  if ((await readFile(join(folder, name), "utf8").catch(() => "")) !== text)
    await writeAtomically(join(folder, name), text);
}

/** A hash of texts and bytes, including their boundaries. */
export function hashOf(...parts: ReadonlyArray<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("base64url");
}

/** Size and hash of a file, as a mark such as `123-Zm9v`. */
export function markOf(content: string | Uint8Array): string {
  const size = typeof content === "string" ? Buffer.byteLength(content) : content.length;
  return `${size}-${hashOf(content)}`;
}

/** The size in a mark of {@link markOf}. */
export function sizeIn(mark: string): number {
  return Number.parseInt(mark, 10);
}

/** A hash of the names and contents of all files of a project, and of other texts. */
export function hashOfProject({ data }: VFile, ...others: readonly string[]): string {
  const files = (data.companions ?? []).flatMap(({ path, value }) => [path ?? "", value ?? ""]);
  return hashOf(...others, ...files);
}
