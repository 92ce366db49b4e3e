import { copyFile, link, mkdir, readdir, readFile, rename, rm, rmdir, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sha256 } from "../cache.ts";
import { reasonOf } from "../errors.ts";
import { listFiles } from "../list-files.ts";
import { projectName } from "../find.ts";
import { statOf } from "../stat-of.ts";
import { variantOf } from "../variant-name.ts";
import type { ClientFiles, TranscriptPlace, PlacedFacts } from "./client-files.ts";

/** The files of a client, arranged as those of Claude Code. */
export interface Arranged {
  /** A folder of projects, as `projectsRoot` is one. */
  readonly root: string;
  /** Whether there is no session. */
  readonly isEmpty: boolean;
  /** The files that could not be read or placed, with the reason. */
  readonly failed: ReadonlyArray<{ readonly path: string; readonly reason: string }>;
}

/** What is remembered of a data folder. */
interface Manifest {
  /** The facts of each file, and the state that it had. */
  files: Record<string, { state: string; facts: unknown }>;
  /** What was written, by its path in the root, and what it was made of. */
  written: Record<string, string>;
}

/**
 * Arrange the files of a client as those of Claude Code: in a folder of the cache, each transcript is a second name (hard
 * link) of the file that holds it, or a file of lines that were taken from a database. Only what has changed is looked at again; what is gone is
 * removed. Nothing is written into the data folder.
 *
 * @param client how the client keeps its sessions.
 * @param home its data folder.
 * @param folder a folder of its own for this data folder, in the cache.
 */
export async function arrangeClient(client: ClientFiles, home: string, folder: string): Promise<Arranged> {
  const place = join(folder, "manifest.json");
  const known = await readManifest(place, client.version);
  const failed: Array<{ path: string; reason: string }> = [];
  const files: Manifest["files"] = {};
  const found: Array<PlacedFacts<unknown>> = [];
  const listed = await listFiles(home, { isFolder: (path) => client.isFolder?.(path) ?? true }).catch(() => []);
  const reals = new Map<string, string>();
  for (const { path, real, reason } of listed) {
    if (reason !== undefined || !client.isFile(path)) continue;
    reals.set(path, String(real));
    const file = { path, real: String(real) };
    const state = [file.real, ...(client.beside?.(file) ?? [])].map(stateOf).join(" + ");
    const before = known.files[path];
    try {
      const facts = before?.state === state ? before.facts : await client.facts(file, before?.facts);
      files[path] = { state, facts };
    } catch (error) {
      failed.push({ path: file.real, reason: reasonOf(error) });
      if (before) files[path] = before;
    }
    if (files[path]) found.push({ path, facts: files[path].facts });
  }
  const root = join(folder, "projects");
  const written: Manifest["written"] = {};
  for (const [name, one] of namesOf(client.place(found))) {
    const state = `${client.version} ${one.state ?? JSON.stringify(one.of.map((path) => [path, files[path]?.state]))}`;
    const at = join(root, name);
    if (one.session === "undefined") {
      failed.push({ path: reals.get(one.of[0]!) ?? one.of[0]!, reason: "its place has no id of a session" });
      continue;
    }
    // What cannot be read now stays as it was.
    if (known.written[name] !== undefined) written[name] = known.written[name];
    try {
      if (known.written[name] !== state || statOf(at) === undefined)
        await write(
          at,
          one,
          one.of.map((path) => reals.get(path)!),
        );
      written[name] = state;
      if (one.about === undefined) continue;
      const about = JSON.stringify(one.about);
      const sidecar = `${name.replace(/\.jsonl$/, "")}.meta.json`;
      if (known.written[sidecar] !== about) await put(join(root, sidecar), about);
      written[sidecar] = about;
    } catch (error) {
      failed.push({ path: reals.get(one.of[0]!) ?? one.of[0]!, reason: reasonOf(error) });
    }
  }
  for (const name of Object.keys(known.written)) if (!(name in written)) await remove(root, name);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const manifest = JSON.stringify({ version: [form, client.version], files, written });
  if (manifest !== known.text) await put(place, manifest);
  return { root, isEmpty: Object.keys(written).length === 0, failed };
}

/** Changes with the form of the manifest. */
const form = 1;

/**
 * The folder in the cache for a data folder.
 *
 * @param cache the cache folder of the user.
 * @param client the name of the client.
 * @param home the data folder.
 */
export function arrangedFolder(cache: string, client: string, home: string): string {
  return join(cache, "clients", `${client}-${sha256(home).slice(0, 16)}`);
}

/** Places with their paths below the root. */
function* namesOf(places: Iterable<TranscriptPlace>): Generator<[name: string, place: TranscriptPlace]> {
  const names = new Set<string>();
  for (const place of places) {
    const { session, agent, cwd = "" } = place;
    const project = short(projectName(cwd)) || "-";
    const base =
      agent === undefined
        ? `${project}/${safe(session)}.jsonl`
        : `${project}/${safe(session)}/subagents/agent-${safe(agent)}.jsonl`;
    let name = base;
    for (let number = 2; names.has(name); number++) name = variantOf(base, number);
    names.add(name);
    yield [name, place];
  }
}

/** An id as a name of a file: ids are read from files that anybody may have written. */
function safe(id: string): string {
  return short(id.replace(/[^\w.@-]/g, "-").replace(/^\.+/, "-")) || "-";
}

/** A name that every file system takes. */
function short(name: string): string {
  return name.length <= 200 ? name : `${name.slice(0, 180)}-${sha256(name).slice(0, 16)}`;
}

async function write(at: string, { content, time }: TranscriptPlace, real: readonly string[]): Promise<void> {
  if (content !== undefined) {
    await put(at, await content(real));
    const first = real[0] === undefined ? undefined : statOf(real[0]);
    const written = time ?? (first && Number(first.mtimeNs / 1_000_000n));
    if (written !== undefined) await utimes(at, new Date(), new Date(written));
    return;
  }
  const draft = `${at}.${process.pid}.draft`;
  await mkdir(dirname(at), { recursive: true, mode: 0o700 });
  await rm(draft, { force: true });
  // A second name of the file grows with it. There is none on another disk, nor for files of others.
  await link(real[0]!, draft).catch(() => copyFile(real[0]!, draft));
  await rename(draft, at);
  // Two names of one file both stay.
  await rm(draft, { force: true });
}

async function put(at: string, content: string | Uint8Array): Promise<void> {
  const draft = `${at}.${process.pid}.draft`;
  await mkdir(dirname(at), { recursive: true, mode: 0o700 });
  await writeFile(draft, content, { mode: 0o600 });
  await rename(draft, at);
}

/** Remove what was written, and the folders that are empty then. */
async function remove(root: string, name: string): Promise<void> {
  await rm(join(root, name), { force: true });
  for (let folder = dirname(name); folder !== "."; folder = dirname(folder)) {
    const at = join(root, folder);
    if ((await readdir(at).catch(() => ["?"])).length > 0) return;
    await rmdir(at).catch(() => {});
  }
}

async function readManifest(path: string, version: number): Promise<Manifest & { text: string }> {
  const text = await readFile(path, "utf8").catch(() => "");
  try {
    const { version: written, ...manifest } = JSON.parse(text) as Manifest & { version: unknown };
    // What an older version wrote is removed all the same.
    if (JSON.stringify(written) === JSON.stringify([form, version])) return { ...manifest, text };
    return { files: {}, written: manifest.written, text };
  } catch {
    return { files: {}, written: {}, text };
  }
}

function stateOf(real: string): string {
  const stats = statOf(real);
  return stats === undefined ? "-" : [stats.size, stats.mtimeNs, stats.ino].join(" ");
}
