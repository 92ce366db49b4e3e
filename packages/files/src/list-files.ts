import type { Source } from "@ccdag/core";
import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { sep } from "node:path";
import { reasonOf } from "./errors.ts";
import { isTranscript, plainName } from "./is-transcript.ts";

/** A file below a folder. */
export interface ListedFile {
  /** Relative to the folder, with `/`. Bytes that are not UTF-8 are written as `%ff`. A folder ends in `/`. */
  readonly path: string;
  /** The path for the file system; as bytes if it is not UTF-8. */
  readonly real: string | Buffer;
  /** The name under which it is read (default: see `namesOf`). */
  readonly name?: string | undefined;
  /** Why it is not read: a folder that cannot be listed, or a link that is not followed. Absent if it can be read. */
  readonly reason?: string | undefined;
}

/** Options of {@link listFiles}. */
export interface ListOptions {
  /** Whether links that lead out of the folder are read (default: `false`, they are named and not read). */
  readonly followLinks?: boolean | undefined;
  /**
   * Whether the folder holds those of projects, one of which may be a link, as for the client: of a link out of the folder,
   * transcripts and the folders of sessions are listed (default: `false`).
   */
  readonly hasLinkedProjects?: boolean | undefined;
  /** Other folders that are read as one with the folder, such as the same project in an archive (default: none). */
  readonly also?: readonly string[] | undefined;
  /** Finds the source of a transcript that is not of Claude Code (default: there are none). */
  readonly sourceFor?: SourceFor | undefined;
  /** Chooses those of the listed transcripts and their files that are read (default: all). */
  readonly choose?: ((files: readonly ListedFile[]) => Promise<ListedFile[]>) | undefined;
}

/**
 * Finds the source that may read a transcript.
 *
 * @param head its first characters.
 */
export type SourceFor = (head: string) => Promise<Source | undefined>;

/** Options of {@link listFiles} that callers of this package do not have. */
interface WalkOptions extends ListOptions {
  /** Whether the folders in the folder are listed, too (default: `true`). */
  readonly isDeep?: boolean | undefined;
  /** Whether a folder is listed, by its path (default: all are). */
  readonly isFolder?: ((path: string) => boolean) | undefined;
}

/** A folder that is still to be listed. */
interface OpenFolder {
  readonly path: string;
  readonly real: string | Buffer;
  /** The folder that links in it must not leave, without links. */
  readonly home: string;
  /** Whether it is the linked folder of a project: only what belongs to sessions is listed, because a link may lead anywhere. */
  readonly isLinkedProject?: boolean | undefined;
}

/**
 * List the files below a folder. A link is listed with a reason if its target is outside the folder, or no regular
 * file. Links to folders are followed only with `followLinks`, and to projects with `hasLinkedProjects`, each folder once.
 *
 * @param folder where to begin.
 * @param options whether links are followed, and whether folders in it are listed.
 * @returns the files, sorted by path, and the folders that cannot be listed.
 * @throws the error of the file system if `folder` itself cannot be listed.
 */
export async function listFiles(
  folder: string,
  { followLinks = false, hasLinkedProjects = false, isDeep = true, isFolder }: WalkOptions = {},
): Promise<ListedFile[]> {
  const found: ListedFile[] = [];
  const root = await realpath(folder);
  const seen = new Set([root]);
  const open: OpenFolder[] = [{ path: "", real: folder, home: root }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path: above, real: at, home, isLinkedProject } = next;
    const items = list(at, (error) => {
      if (above === "") throw error;
      found.push({ path: `${above}/`, real: at, reason: `Cannot read folder: ${reasonOf(error)}` });
    });
    const ofSessions = isLinkedProject === true ? belongsToSessions(items) : undefined;
    for (const item of items) {
      const path = above === "" ? item.name : `${above}/${item.name}`;
      const real = joined(at, item.bytes ?? item.name);
      if ((item.isFolder && !isDeep) || ofSessions?.(item) === false) continue;
      if (item.isFolder && isFolder?.(path) === false) continue;
      if (item.isFolder) open.push({ path, real, home });
      else if (item.isFile) found.push({ path, real });
      else if (item.isLink) {
        const isProject = hasLinkedProjects && above === "";
        const target = await follow({ path, real }, { home, isProject, followLinks });
        if (target === "folder") {
          if (!isDeep) continue;
          const place = await realpath(real);
          const isLinked = isProject && !followLinks;
          if (!seen.has(place)) open.push({ path, real, home: isLinked ? place : home, isLinkedProject: isLinked });
          seen.add(place);
        } else if (target) found.push(target);
      }
    }
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/**
 * List the folders of projects in a root that are links out of it, as `listFiles` follows them with `hasLinkedProjects`.
 *
 * @param root a folder of projects; it need not exist.
 */
export async function linkedProjects(root: string): Promise<string[]> {
  const found: string[] = [];
  const home = await realpath(root).catch(() => undefined);
  for (const { name, bytes, isLink } of home === undefined ? [] : list(root, () => {})) {
    const link = { path: name, real: joined(root, bytes ?? name) };
    const isFollowed =
      isLink && (await follow(link, { home: home!, isProject: true, followLinks: false })) === "folder";
    if (isFollowed) found.push(String(link.real));
  }
  return found;
}

interface Item {
  readonly name: string;
  /** The name as it is on disk, if it is not UTF-8. */
  readonly bytes?: Buffer;
  readonly isFolder: boolean;
  readonly isFile: boolean;
  readonly isLink: boolean;
}

/** The items of a folder; none if it cannot be listed. Asynchronous calls take eight times as long for a thousand folders. */
function list(folder: string | Buffer, fail: (error: Error) => void): Item[] {
  return namesIn(folder, fail).flatMap((item) => {
    // Bun returns names alone (oven-sh/bun#27914).
    const bytes = Buffer.isBuffer(item) ? item : item.name;
    const is = Buffer.isBuffer(item) ? lstatSync(joined(folder, item), { throwIfNoEntry: false }) : item;
    if (is === undefined) return [];
    const text = String(bytes);
    const name = text.includes("\uFFFD") ? readable(bytes) : text;
    const kind = { isFolder: is.isDirectory(), isFile: is.isFile(), isLink: is.isSymbolicLink() };
    return [name === text ? { name, ...kind } : { name, bytes, ...kind }];
  });
}

function namesIn(folder: string | Buffer, fail: (error: Error) => void): Array<Dirent<Buffer> | Buffer> {
  try {
    return readdirSync(folder, { withFileTypes: true, encoding: "buffer" });
  } catch (error) {
    fail(error as Error);
    return [];
  }
}

/** A name in which each byte that is not ASCII is written as `%ff`, unless the whole name is UTF-8. */
function readable(name: Buffer): string {
  const text = String(name);
  if (Buffer.from(text).equals(name)) return text;
  return name.toString("latin1").replace(/[\x80-\xFF]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}

function joined(folder: string | Buffer, name: string | Buffer): string | Buffer {
  // `join` looks at every character of both.
  if (typeof folder === "string" && typeof name === "string")
    return `${folder}${/[/\\]$/.test(folder) ? "" : sep}${name}`;
  return Buffer.concat([Buffer.from(folder), Buffer.from("/"), Buffer.from(name)]);
}

/** Where a link is, and whether it is followed. */
interface LinkContext extends Pick<OpenFolder, "home"> {
  /** Whether it is where the folder of a project may be. */
  readonly isProject: boolean;
  readonly followLinks: boolean;
}

/** What a link leads to: a file with or without a reason not to read it, a folder to list, or nothing of interest. */
async function follow(
  link: ListedFile,
  { home, isProject, followLinks }: LinkContext,
): Promise<ListedFile | "folder" | undefined> {
  const stats = await stat(link.real).catch(() => undefined);
  // The reader reports a link without a target.
  if (stats === undefined) return link;
  // What a link in /dev leads to may have no path, such as the pipe behind /dev/stdin.
  const place = await realpath(link.real).catch(() => "");
  const isInside = `${place}/`.startsWith(`${home}/`);
  if (stats.isDirectory()) {
    // A folder above would lead back here.
    const isProjectElsewhere = isProject && !isInside && !`${home}/`.startsWith(`${place}/`);
    if (followLinks || (isProjectElsewhere && holdsTranscripts(link))) return "folder";
    const isMissed = !isInside && holdsTranscripts(link);
    return isMissed ? { ...link, path: `${link.path}/`, reason: outside } : undefined;
  }
  if (!stats.isFile()) return { ...link, reason: "Unexpected link to a pipe or a device, expected a file" };
  return isInside || followLinks ? link : { ...link, reason: outside };
}

const outside = "Unexpected link that leads out of the folder; it is not read without --follow-links";

/** Whether an item of a folder is a transcript, a sidecar, or the folder of a session: named like a transcript beside it, or by an id. */
function belongsToSessions(items: readonly Item[]): (item: Item) => boolean {
  const names = new Set(items.map(({ name }) => plainName(name)));
  return ({ name, isFolder, isLink }) =>
    isFolder ? names.has(`${name}.jsonl`) || sessionId.test(name) : isLink || isTranscript(name);
}

const sessionId = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function holdsTranscripts({ path, real }: ListedFile): boolean {
  const items = list(real, () => {});
  return items.some(({ name, isFolder }) => (isFolder ? name === "subagents" : isTranscript(`${path}/${name}`)));
}
