import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { isDraft, readRegular, type Writer } from "@ccdag/keep/write";
import { isObject } from "@ccdag/core";
import type { RootKey } from "@ccdag/processor";
import type { IndexSession } from "@ccdag/render-html";
import { RequestError, toJson } from "@ccdag/pipeline/tables";

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
  /** Its parts, which are rendered again only if their own files change; absent in a site of an older version. */
  readonly units?: readonly ManifestUnit[] | undefined;
  /** Pages of an earlier run whose transcripts were not read again. */
  readonly kept?: ManifestPart | undefined;
}

/** A part of a project that was rendered by itself: a session tree. It names rows and files that the project lists. */
export interface ManifestUnit {
  /** A hash of the input of its pages. */
  readonly key: string;
  readonly title?: string | undefined;
  /** The sessions at the top, and the addresses of the rows of each. */
  readonly roots: ReadonlyArray<{ readonly place: RootKey; readonly pages: readonly string[] }>;
  /** The ids of sessions without a title, by the addresses of their rows. */
  readonly untitled: Readonly<Record<string, string>>;
  /** The paths of its files. */
  readonly files: readonly string[];
}

/** The search index. */
export interface ManifestSearch {
  /** A hash of the pages that it was made of. */
  readonly key: string;
  readonly files: Readonly<Record<string, string>>;
  /** The version of its files; absent in a site of an older version, as are the following. */
  readonly version?: string | undefined;
  /** The mark of each page whose words it holds. */
  readonly pages?: Readonly<Record<string, string>> | undefined;
  readonly segments?: readonly ManifestSegment[] | undefined;
}

/** A part of the search index, with the words of some pages. */
export interface ManifestSegment {
  /**
   * The pages in the order of their numbers, each as often as it has parts with text; empty for one that is gone, or that a later
   * segment has.
   */
  readonly pages: readonly string[];
  /** The first word and the name of each of its files. */
  readonly blocks: ReadonlyArray<readonly [first: string, name: string]>;
}

/** The content of a site. It contains no time, so that equal runs write equal files. */
export interface Manifest {
  readonly version: 1;
  readonly projects: Readonly<Record<string, ManifestProject>>;
  readonly search?: ManifestSearch | undefined;
  /** The index page and the page of work: a hash of their input, and their marks; older sites have only the first one. */
  readonly index?: { readonly key: string; readonly mark: string; readonly work?: string | undefined } | undefined;
}

/** The folder of the search index in a site. */
export const searchFolder = "search/";

/** The name of the page of work. */
export const workPage = "work.html";

/** The name of the manifest in the folder of a site. */
export const manifestName = "ccdag-site.json";

/** Lists what a run writes, so that the next one can remove it if this one is interrupted. */
export const journalName = ".ccdag-site.journal";

/** Names that an interrupted run leaves; a folder with nothing else counts as empty. */
function isLeftover(name: string): boolean {
  return name === journalName || name.startsWith(".ccdag-site.lock") || isDraft(name);
}

/** Read the manifest of a site; absent if there is none or it is invalid. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const text = (await readRegular(join(folder, manifestName))) ?? "";
  try {
    const found: unknown = JSON.parse(text);
    return isManifest(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Refuse a folder that is no site and does not become one. Nothing is written: that needs the lock.
 *
 * @param folder the folder of the site, absolute; it need not exist.
 * @throws RequestError if it is a file, or contains other files.
 */
export async function assertSite(folder: string): Promise<void> {
  if (await readManifest(folder)) return;
  const stats = await stat(folder).catch(() => undefined);
  if (stats && !stats.isDirectory())
    throw new RequestError(`Unexpected --output \`${folder}\`, which is a file; expected a folder`);
  if (stats && !(await readdir(folder)).every(isLeftover))
    throw new RequestError(
      `Unexpected --output \`${folder}\`, which contains other files; expected an empty folder or a site of ccdag`,
    );
}

/**
 * Read the manifest of a site, or begin a new site in an empty folder. The caller has the lock.
 *
 * @param folder the folder of the site, absolute.
 * @param writer writes the first manifest.
 * @throws RequestError as {@link assertSite}.
 */
export async function readOrCreateManifest(folder: string, writer: Writer): Promise<Manifest> {
  const found = await readManifest(folder);
  if (found) return found;
  await assertSite(folder);
  const empty: Manifest = { version: 1, projects: {} };
  await writeManifest(folder, empty, writer);
  return empty;
}

/** Whether a value is a valid manifest. The check is strict, because files that a manifest lists may be removed. */
function isManifest(found: unknown): found is Manifest {
  if (!isObject(found) || found["version"] !== 1 || !isObject(found["projects"])) return false;
  const projects = Object.values(found["projects"]);
  if (!projects.every(isPart)) return false;
  const kept = projects.flatMap(({ kept: part }: Partial<ManifestProject>) => (part === undefined ? [] : [part]));
  if (!kept.every(isPart)) return false;
  const { search, index } = found;
  if (index !== undefined && (!isObject(index) || typeof index["mark"] !== "string")) return false;
  if (search !== undefined && (!isObject(search) || typeof search["key"] !== "string" || !isObject(search["files"])))
    return false;
  const files = [...projects, ...kept].map((part) => part.files as Record<string, unknown>);
  if (search !== undefined) files.push(search["files"] as Record<string, unknown>);
  const hrefs = [...projects, ...kept].flatMap(({ sessions }) => sessions.map(({ href }) => href as unknown));
  return (
    files.every((all) => Object.values(all).every((mark) => typeof mark === "string")) &&
    [...files.flatMap(Object.keys), ...hrefs].every((path) => typeof path === "string" && isSitePath(path))
  );
}

function isPart(part: unknown): part is ManifestPart {
  return (
    isObject(part) && isObject(part["files"]) && Array.isArray(part["sessions"]) && part["sessions"].every(isObject)
  );
}

/** The parts of a project in a manifest; none if one of them is not as this version writes it. */
export function unitsOf(project: ManifestProject | undefined): readonly ManifestUnit[] {
  const units: unknown = project?.units;
  return Array.isArray(units) && units.every(isUnit) ? units : [];
}

/** The segments of a search index; none if one of them is not as this version writes it. */
export function segmentsOf({ pages, segments }: ManifestSearch): readonly ManifestSegment[] {
  const all: unknown = segments;
  return isObject(pages) && Array.isArray(all) && all.every(isSegment) ? all : [];
}

function isSegment(segment: unknown): segment is ManifestSegment {
  if (!isObject(segment) || !isTexts(segment["pages"]) || !Array.isArray(segment["blocks"])) return false;
  return segment["blocks"].every((block) => isTexts(block) && block.length === 2);
}

function isUnit(unit: unknown): unit is ManifestUnit {
  if (!isObject(unit) || typeof unit["key"] !== "string" || !isTexts(unit["files"]) || !isObject(unit["untitled"]))
    return false;
  const { title, roots, untitled } = unit;
  if ((title !== undefined && typeof title !== "string") || !isTexts(Object.values(untitled))) return false;
  return (
    Array.isArray(roots) && roots.every((root) => isObject(root) && isTexts(root["pages"]) && isPlace(root["place"]))
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === "string");
}

function isPlace(place: unknown): boolean {
  if (!isObject(place) || typeof place["isMade"] !== "boolean" || typeof place["id"] !== "string") return false;
  const { location, time } = place;
  if (location === undefined) return true;
  return (
    isObject(location) &&
    typeof location["path"] === "string" &&
    typeof location["line"] === "number" &&
    typeof time === "number"
  );
}

/** A page or an attachment in the folder of a project, or a file of the search index: of this one, or of that of older versions. */
const sitePath =
  /^(?!\.)[\w.-]+\/(?:session-[\w.-]+\.html|attachments\/[\da-f]{20}\.\w+)$|^search\/(?:index|words\/[\w-]+|text\/(?!\.)[\w.-]+\/session-[\w.-]+\.html(?:\.\d+)?)\.js$|^pagefind\/(?:\w+\/){0,2}(?!\.)[\w.-]+$/;

/** Whether a path has the form of the names that ccdag chooses in a site; only such files are removed. */
export function isSitePath(path: string): boolean {
  return sitePath.test(path);
}

/** Whether a name has the form of a folder in a site: that of a project, its attachments, or a part of the search index. */
export function isSiteFolder(name: string): boolean {
  return /^(?!\.)[\w.-]+$/.test(name);
}

/** All files that a manifest lists, with their marks. */
export function filesOf({ projects, search, index }: Omit<Manifest, "version">): Map<string, string> {
  const parts = Object.values(projects).flatMap(({ files, kept }) => [files, kept?.files ?? {}]);
  const pages = index === undefined ? {} : { "index.html": index.mark, ...(index.work && { [workPage]: index.work }) };
  return new Map([...parts, search?.files ?? {}, pages].flatMap((files) => Object.entries(files)));
}

/** Write the manifest, with its projects sorted by name. */
export async function writeManifest(folder: string, manifest: Manifest, writer: Writer): Promise<void> {
  const projects = Object.fromEntries(Object.entries(manifest.projects).sort(([a], [b]) => (a < b ? -1 : 1)));
  const text = toJson({ ...manifest, projects }, 0);
  if ((await readRegular(join(folder, manifestName))) !== text) await writer.writeBelow(folder, manifestName, text);
}

/** A hash of texts and bytes, including their boundaries. */
export function hashOf(parts: ReadonlyArray<string | Uint8Array>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest("base64url");
}

/** Size and hash of a file, as a mark such as `123-Zm9v`. */
export function markOf(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  return `${bytes.length}-${hashOf([bytes])}`;
}

/** The size in a mark of {@link markOf}. */
export function sizeIn(mark: string): number {
  return Number.parseInt(mark, 10);
}
