import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { IndexSession } from "@ccdag/render-html";
import type { VFile } from "vfile";
import { writeAtomically } from "../output.ts";

/** Sessions that are told, and the files that tell them. */
export interface ManifestPart {
  /** What was taken out of them: a hash of how. */
  readonly policy: string;
  readonly sessions: readonly IndexSession[];
  /** Size and hash of each file, by its name in the folder of the site. */
  readonly files: Readonly<Record<string, string>>;
}

/** What was written of a project, and what of. */
export interface ManifestProject extends ManifestPart {
  /** A hash of all that its pages are made of: transcripts, options, the version that told them. */
  readonly key: string;
  readonly title: string;
  /** What an earlier run told, of transcripts that were not read any more. */
  readonly kept?: ManifestPart | undefined;
}

/** What a site is made of. No time of a run is in it. */
export interface Manifest {
  readonly version: 1;
  readonly projects: Readonly<Record<string, ManifestProject>>;
  /** Files that an earlier run wrote and that this one will remove, should it come to its end. */
  readonly leftovers: readonly string[];
  /** A project that is being told: there may be files in its folder that are in no list yet. */
  readonly unfinished?: string | undefined;
  /** A hash of the pages that the index of words was made of. */
  readonly words?: string | undefined;
  /** The size of the index, and a hash of what it is made of. */
  readonly index?: string | undefined;
}

const name = "ccdag-site.json";

/** Read the manifest of a site; nothing where there is none, or where it is not ours. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = await readFile(join(folder, name), "utf8").catch(() => "");
  try {
    const found: unknown = JSON.parse(text);
    return isManifest(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Whether it is what we write: files are removed by what stands in it. */
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
    (path) => typeof path === "string" && ownPath.test(path),
  );
}

function isPart(part: unknown): part is ManifestPart {
  return isTable(part) && isTable(part["files"]) && Array.isArray(part["sessions"]) && part["sessions"].every(isTable);
}

/** A page, or a file of one, in the folder of a project. */
const ownPath = /^(?!\.+\/)[\w.-]+\/(?:attachments\/)?(?!\.+$)[\w.-]+$/;

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Write the manifest, with its projects in the order of their names. */
export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const projects = Object.fromEntries(Object.entries(manifest.projects).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = `${JSON.stringify({ ...manifest, projects, leftovers: [...manifest.leftovers].sort() }, undefined, 1)}\n`;
  if ((await readFile(join(folder, name), "utf8").catch(() => "")) !== text)
    await writeAtomically(join(folder, name), text);
}

/** A hash of texts and bytes; where one ends and the next begins is part of it. */
export function hashOf(...parts: ReadonlyArray<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("base64url");
}

/** Size and hash of a file, as one word. */
export function markOf(content: string | Uint8Array): string {
  const size = typeof content === "string" ? Buffer.byteLength(content) : content.length;
  return `${size}-${hashOf(content)}`;
}

/** The size in such a word. */
export function sizeIn(mark: string): number {
  return Number.parseInt(mark, 10);
}

/** A hash of all files of a project, by name and content. */
export function hashOfProject({ data }: VFile, ...others: readonly string[]): string {
  const files = (data.companions ?? []).flatMap(({ path, value }) => [path ?? "", value ?? ""]);
  return hashOf(...others, ...files);
}
