import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { isTranscript, plainName } from "./is-transcript.ts";
import { readContent } from "./read-bytes.ts";
import { type ListedFile, listFiles, type ListOptions } from "./list-files.ts";

/** What the lines of a transcript name, found without parsing them. */
interface Names {
  /** The uuids of its records. */
  readonly held: Set<string>;
  /** The parents of its records. */
  readonly parents: Set<string>;
  readonly sessions: Set<string>;
}

/**
 * Find the files that belong to a transcript: itself, the folder of its name, the agent files of its session beside it,
 * and the same of every transcript beside it that it continues. A transcript continues another one if a parent that it
 * names is a record of the other one and not its own.
 *
 * @param folder the folder of the transcript. Only the folders named like one of these transcripts are listed.
 * @param name the name of the transcript.
 * @param options whether links that lead out of the folder are read; the transcript itself may be one.
 * @returns the files, sorted by path.
 * @throws the error of the file system if the folder cannot be listed.
 */
export async function continuedBy(folder: string, name: string, options: ListOptions): Promise<ListedFile[]> {
  const beside = new Map([[name, { path: name, real: join(folder, name) } as ListedFile]]);
  // A link that is not followed may belong to anything.
  for (const file of await listFiles(folder, { ...options, isDeep: false }))
    if (file.reason === undefined && file.path !== name) beside.set(file.path, file);
  const names = [...beside.keys()].filter((one) => isTranscript(one) && plainName(one).endsWith(".jsonl"));
  const known = new Map<string, Names>();
  const namesIn = async (one: string) => {
    const read = known.get(one) ?? (await readNames(beside.get(one)!.real));
    known.set(one, read);
    return read;
  };
  const chosen = await choose(name, names, namesIn);
  const sessions = new Set([...chosen].map(stem));
  for (const one of chosen) for (const id of (await namesIn(one)).sessions) sessions.add(id);
  // A transcript and its compressed copy share a folder and a sidecar.
  const own = new Set<string>();
  for (const one of names)
    if (chosen.has(one) || (isAgent(one) && hasAny((await namesIn(one)).sessions, sessions)))
      own.add(one).add(`${stem(one)}.meta.json`);
  const files = [...beside.values()].filter(({ path }) => own.has(path));
  for (const one of new Set([...chosen].map(stem)))
    for (const file of await listBelow(folder, one, options)) files.push(file);
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The transcript, and those that it continues, in the order in which they are found. */
async function choose(
  name: string,
  names: readonly string[],
  namesIn: (one: string) => Promise<Names>,
): Promise<ReadonlySet<string>> {
  const chosen = new Set([name]);
  const held = new Set<string>();
  let holders: ReadonlyMap<string, readonly string[]> | undefined;
  // The loop reaches what is added to the set meanwhile, too.
  for (const one of chosen) {
    const found = await namesIn(one);
    for (const uuid of found.held) held.add(uuid);
    for (const uuid of found.parents) {
      if (held.has(uuid)) continue;
      // Most transcripts continue nothing: the others are read only for one that does.
      holders ??= await indexOf(
        names.filter((other) => !isAgent(other) && other !== name),
        namesIn,
      );
      for (const other of holders.get(uuid) ?? []) chosen.add(other);
      // It is looked for once: what else holds it is a copy, and its holders are chosen now.
      held.add(uuid);
    }
  }
  return chosen;
}

/** The transcripts that hold a record, by its uuid. */
async function indexOf(names: readonly string[], namesIn: (one: string) => Promise<Names>) {
  const holders = new Map<string, string[]>();
  for (const one of names)
    for (const uuid of (await namesIn(one)).held) {
      const known = holders.get(uuid);
      if (known) known.push(one);
      else holders.set(uuid, [one]);
    }
  return holders;
}

function isAgent(name: string): boolean {
  return name.startsWith("agent-");
}

/** The name of a transcript without its ending, which is the name of its folder. */
function stem(name: string): string {
  return plainName(name).replace(/\.jsonl$/, "");
}

async function listBelow(folder: string, name: string, options: ListOptions): Promise<ListedFile[]> {
  const [at, top] = await Promise.all([realpath(join(folder, name)), realpath(folder)]).catch(() => [""]);
  if (top === undefined || !(options.followLinks === true || `${at}/`.startsWith(`${top}/`))) return [];
  const files = await listFiles(join(folder, name), options).catch(() => []);
  return files.map((file) => ({ ...file, path: `${name}/${file.path}` }));
}

function hasAny(all: ReadonlySet<string>, wanted: ReadonlySet<string>): boolean {
  const [few, many] = all.size < wanted.size ? [all, wanted] : [wanted, all];
  for (const one of few) if (many.has(one)) return true;
  return false;
}

const field = /"(uuid|parentUuid|logicalParentUuid|sessionId)"\s*:\s*"([^"\\]{1,200})"/g;

/**
 * Read the names in a file. A file that cannot be read has none; the reader reports it. Of a file that does not begin
 * like a transcript, such as a large dataset beside one, only the beginning is read.
 */
async function readNames(path: string | Buffer): Promise<Names> {
  const names: Names = { held: new Set(), parents: new Set(), sessions: new Set() };
  const start = await readContent(path, 0x10000).catch(() => undefined);
  if (start === undefined || !/"(?:uuid|sessionId)"/.test(Buffer.from(start.bytes).toString("latin1"))) return names;
  const { bytes } = await readContent(path).catch(() => start);
  for (const line of splitLines(bytes))
    for (const [, key, value] of line.matchAll(field))
      (key === "uuid" ? names.held : key === "sessionId" ? names.sessions : names.parents).add(value!);
  return names;
}

/** The lines of a file, byte by byte as Latin-1: ids are ASCII. Lines longer than a string can be are skipped. */
function* splitLines(bytes: Uint8Array): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let from = 0, to = 0; from < buffer.length; from = to + 1) {
    to = buffer.indexOf(0x0a, from);
    if (to === -1) to = buffer.length;
    if (to - from < 0x1000_0000) yield buffer.toString("latin1", from, to);
  }
}
