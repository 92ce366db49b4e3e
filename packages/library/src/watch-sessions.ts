import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { basename, dirname, relative, sep } from "node:path";
import { type Message, type Nodes, pathOf, sessionStemOf, walk } from "@ccdag/ccast";
import { sessionIdOf } from "@ccdag/core";
import { isTranscript, listTranscripts, pathOnDisk, plainName, readPartOf } from "@ccdag/files";
import { whyOf } from "@ccdag/files/errors";
import { Watcher } from "@ccdag/files/watch";
import { visibleLine } from "@ccdag/pipeline/tables";
import { listingOf, readingOf } from "./input-source.ts";
import { existing } from "./projects.ts";
import type { LibraryIo } from "./library-io.ts";
import { parse } from "./tree-parts.ts";

/** What a client has added to a session. */
export interface SessionChange {
  /** The id of the session, by the name of its transcript. */
  readonly session: string;
  /** Its transcript, relative to the root. */
  readonly path: string;
  /**
   * Its new messages, those of its agents included, in the order in which they are read. An answer to which something was added
   * comes again, whole.
   */
  readonly messages: readonly Message[];
}

/** How long a session must be quiet before it is read, in milliseconds: clients write in bursts. */
const quietMs = 60;

/**
 * Watch the sessions of all roots.
 *
 * @param io what reading depends on; its signal ends it.
 * @returns what is added from now on.
 */
export async function* watchSessions(io: LibraryIo): AsyncGenerator<SessionChange> {
  const roots = existing(io.roots);
  const seen = await sizesOf(roots, io);
  /** The files that changed. */
  const changed = new Set<string>();
  let wake: (() => void) | undefined;
  const watcher = new Watcher({
    changed(_, path) {
      if (!isTranscript(basename(path))) return;
      changed.add(path);
      wake?.();
    },
    appeared() {},
    failed: (folder) => io.stderr(`Cannot watch \`${folder}\`\n`),
  });
  io.signal?.addEventListener("abort", () => wake?.(), { once: true });
  await Promise.all(roots.map((root) => watcher.add(root)));
  try {
    while (io.signal?.aborted !== true) {
      if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
      await new Promise((resolve) => setTimeout(resolve, quietMs));
      const paths = [...changed];
      changed.clear();
      for (const transcript of new Set(paths.map(transcriptOf))) {
        const change = await readChange(transcript, roots, seen, io);
        if (change !== undefined) yield change;
      }
    }
  } finally {
    await watcher.close();
  }
}

/** How many bytes of each file are known. */
async function sizesOf(roots: readonly string[], io: LibraryIo): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const root of roots)
    for (const { real } of await listTranscripts(root, { ...listingOf(root, io), cache: io.cache })) {
      const path = String(real);
      sizes.set(path, (await stat(path).catch(() => undefined))?.size ?? 0);
    }
  return sizes;
}

/** The transcript of the session that a file belongs to; the file itself where only an agent is left of it. */
function transcriptOf(path: string): string {
  const transcript = `${sessionStemOf(path.split(sep).join("/"))}.jsonl`;
  return existsSync(transcript) ? transcript : path;
}

/** Read a session that changed; absent if it has no new message. */
async function readChange(
  transcript: string,
  roots: readonly string[],
  seen: Map<string, number>,
  io: LibraryIo,
): Promise<SessionChange | undefined> {
  const root = roots.find((one) => transcript.startsWith(`${one}${sep}`));
  if (root === undefined) return undefined;
  const path = relative(root, transcript);
  // Of a session only agents may be left: their folder is two below that of the project.
  const folder = dirname(sessionStemOf(transcript));
  const reading = readingOf({ input: folder, folder }, io);
  const file = await readPartOf(folder, relative(folder, transcript), reading).catch((error: unknown) => {
    // A transcript that was removed has nothing new.
    if (existsSync(transcript)) io.stderr(`${visibleLine(`Cannot read \`${transcript}\`: ${whyOf(error)}`)}\n`);
  });
  if (file === undefined) return undefined;
  // What was there is counted before the tree is made, which takes the contents.
  const known = new Map<string, number>();
  for (const one of file.data.companions ?? []) {
    const real = pathOnDisk(one);
    const bytes = typeof one.value === "string" ? Buffer.from(one.value) : one.value;
    // What is compressed does not grow.
    known.set(one.path, isGrowing(real) ? lineCount(bytes.subarray(0, seen.get(real) ?? 0)) : Infinity);
    seen.set(real, bytes.length);
  }
  const messages: Message[] = [];
  walk(parse(file, io), (node) => {
    if (node.type !== "message") return;
    const isNew = (one: Nodes) => (one.position?.start.line ?? 0) > (known.get(pathOf(one) ?? pathOf(node) ?? "") ?? 0);
    if (isNew(node) || node.children.some(isNew)) messages.push(node);
  });
  const session = sessionIdOf(plainName(basename(transcript)));
  return messages.length === 0 ? undefined : { session, path: path.split(sep).join("/"), messages };
}

function isGrowing(path: string): boolean {
  return path.endsWith(".jsonl");
}

const lineFeed = 0x0a;

function lineCount(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines++;
  return lines;
}
