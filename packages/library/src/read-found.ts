import type { Root } from "@ccdag/ccast";
import { type Dag, groupBy } from "@ccdag/core";
import { divideProject, readPart } from "@ccdag/files";
import { titleOf } from "@ccdag/mdast";
import { parseTree } from "@ccdag/pipeline";
import { VFile } from "vfile";
import type { LibraryIo } from "./library-io.ts";
import { type InputSource, readingOf } from "./input-source.ts";
import { type SearchHit, hitsIn } from "./hits.ts";
import type { Group } from "./scan-files.ts";
import type { Query } from "./read-query.ts";
import type { CandidateLine } from "./scanner.ts";
import type { FoundSession } from "./search-folder.ts";

/** What the candidate lines of a session hold. */
export interface MiniResult {
  readonly found: FoundSession[];
  /** The ids of all records and API messages among them. */
  readonly ids: ReadonlySet<string>;
}

/** Search the candidate lines of a session; absent if the whole part has to be read. */
export function searchGroup(
  { files, sidecars }: Group,
  query: Query,
  folder: string,
  io: LibraryIo,
): MiniResult | undefined {
  const transcripts = files.map(({ path, lines }) => ({ path, value: withNumbers(lines) }));
  const companions = [...transcripts, ...sidecars].map((one) => new VFile({ ...one, cwd: folder }));
  const file = new VFile({ path: folder, data: { companions } });
  const tree = parseTree(file, { user: io.config, processor: io.processor });
  const { dag } = file.data.transcript!;
  const hits = hitsIn(tree, dag, query);
  const isUnclear = dag.copies.length > 0 || isQueued(dag.bookkeeping, query) || hasTwins(hits) || isMixed(dag);
  if (hits.length > 0 && isUnclear) return undefined;
  const ids = new Set<string>();
  for (const { id, message } of dag.entries.values()) for (const one of [id, message?.id ?? id]) ids.add(one);
  return { found: group(tree, hits), ids };
}

/** The lines at their places in the file. */
function withNumbers(lines: readonly CandidateLine[]): Uint8Array {
  const chunks: Uint8Array[] = [];
  let next = 1;
  for (const { line, bytes } of lines) {
    chunks.push(Buffer.alloc(line - next, "\n"), bytes, Buffer.from("\n"));
    next = line + 1;
  }
  return Buffer.concat(chunks);
}

/** Whether a queue holds a text that matches: the prompt that became of it may be another record. */
function isQueued(records: ReadonlyArray<{ readonly raw: Readonly<Record<string, unknown>> }>, query: Query): boolean {
  return records.some(({ raw }) => typeof raw["content"] === "string" && query.find(raw["content"]) !== undefined);
}

/** Whether records name another session than their file: they may belong there. */
function isMixed({ entries }: Dag): boolean {
  return [...entries.values()].some(
    ({ sessionId, location }) => sessionId !== "" && !location.path.includes(sessionId),
  );
}

/** Whether two hits may be copies of one text: only the rules know, from what is around them. */
function hasTwins(hits: readonly SearchHit[]): boolean {
  const keys = hits.map(({ block = "", text }) => `${block}\n${text.trim()}`);
  return new Set(keys).size < keys.length;
}

function group(tree: Root, hits: readonly SearchHit[]): FoundSession[] {
  const titles = new Map<string, string>();
  const open: Root["children"] = [...tree.children];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "session") titles.set(node.sessionId, titleOf(node, 120));
    if (node.type === "session" || node.type === "branch" || node.type === "agent")
      for (const child of node.children) open.push(child);
  }
  return [...groupBy(hits, ({ session }) => session)].map(([id, own]) => ({
    id,
    title: titles.get(id) ?? "",
    path: own[0]!.path,
    hits: own,
  }));
}

/** Search whole parts of a folder. */
export async function searchWhole(
  wanted: ReadonlySet<string>,
  query: Query,
  source: InputSource,
  io: LibraryIo,
): Promise<{ found: FoundSession[]; paths: Set<string> }> {
  const found: FoundSession[] = [];
  const paths = new Set<string>();
  const project = await divideProject(source.folder, readingOf(source, io));
  for (const part of project.parts) {
    if (!part.paths.some((path) => wanted.has(path))) continue;
    const file = await readPart(project, part);
    for (const path of part.paths) paths.add(path);
    const tree = parseTree(file, { user: io.config, processor: io.processor });
    for (const one of group(tree, hitsIn(tree, file.data.transcript!.dag, query))) found.push(one);
  }
  return { found, paths };
}
