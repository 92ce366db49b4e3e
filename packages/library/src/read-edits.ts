import { resolve } from "node:path";
import type { Root } from "@ccdag/ccast";
import { editsOf, type EditReport, pathFromBeginning, type SessionPath, sessionPaths } from "@ccdag/edits";
import { selectTree } from "@ccdag/pipeline";
import { RequestError } from "@ccdag/pipeline/tables";
import { editRows, fileRows, type SessionEdits } from "@ccdag/report";
import picomatch from "picomatch";
import type { VFile } from "vfile";
import { type InputSource, isWhole } from "./input-source.ts";
import type { LibraryIo } from "./library-io.ts";
import { load } from "./load.ts";
import { MessageList } from "./message-list.ts";
import { eachTreePart, inReadingOrder, parse, placeRoots, type RootResult, type TreePart } from "./tree-parts.ts";

/** Which edits are meant, and how they are named. */
export interface EditQuery {
  /** Paths of files, the ends of paths, or patterns such as `src/*.ts` (default: all files). */
  readonly file?: readonly string[] | undefined;
  /** Names of tools, separated by commas (default: all). */
  readonly tools?: string | undefined;
  /** The uuid of an entry: the path from the beginning to it is meant (default: what was continued). */
  readonly leaf?: string | undefined;
  /** The folder that names are relative to (default: that of the session). */
  readonly base?: string | undefined;
  /** Whether each edit is by itself (default: `false`, file by file). */
  readonly each?: boolean | undefined;
}

/** The edits of a session, or of a path. */
interface EditsOfPath extends Omit<SessionEdits, "rows" | "failed"> {
  readonly report: EditReport;
}

/**
 * List the edits of sessions.
 *
 * @param sources what the inputs mean.
 * @param query which edits are meant.
 * @param io the environment of the run.
 * @returns the edits of each session that has some, and a file with the messages about what was read.
 * @throws RequestError if a file is named that no session changed.
 */
export async function listEdits(
  sources: readonly InputSource[],
  query: EditQuery,
  io: LibraryIo,
): Promise<{ found: SessionEdits[]; file: VFile }> {
  const { made, file } = await readEdits(sources, query, io, ["rows", 1], toRows);
  const found = made.filter(({ rows, failed, abandoned }) => rows.length + failed + abandoned > 0);
  assertFound(
    found.reduce((sum, { rows }) => sum + rows.length, 0),
    query,
  );
  return { found, file };

  function toRows({ report, ...rest }: EditsOfPath): SessionEdits {
    // Names on the screen are those of a patch, as far as the session alone says what they are.
    const base = query.base === undefined ? report.cwd : resolve(io.cwd, query.base);
    return { ...rest, rows: query.each ? editRows(report, base) : fileRows(report, base), failed: report.failed };
  }
}

/** Report a file that no session changed. */
export function assertFound(number: number, { file }: EditQuery): void {
  if (number === 0 && file !== undefined) throw new RequestError(`No edit of \`${file.join("`, `")}\``);
}

/**
 * Read the edits of each session of the input, or of the path to a leaf.
 *
 * @param sources what the inputs mean.
 * @param query which edits are meant.
 * @param io the environment of the run.
 * @param kind what is made of them: it is remembered under this key.
 * @param make makes data of the edits of a session.
 */
export async function readEdits<T>(
  sources: readonly InputSource[],
  { leaf, file, base, each, tools: names }: EditQuery,
  io: LibraryIo,
  kind: readonly unknown[],
  make: (edits: EditsOfPath) => T,
): Promise<{ made: T[]; file: VFile }> {
  const tools = names?.split(",").map((name) => name.trim());
  const isMeant = file && matcherOf(file);
  if (leaf !== undefined) {
    const { file: read } = await load(sources, io, [leaf]);
    const tree = await selectTree(parse(read, io), read, { options: { leaf } });
    return { made: [make({ report: chosen(tree), abandoned: 0, isContinued: false })], file: read };
  }
  const ids = new Set(sources.flatMap(({ session }) => session ?? []));
  const isFolder = sources.every(isWhole);
  const key = ["edits", ...kind, tools, file, base === undefined ? undefined : resolve(io.cwd, base), each];
  const messages = new MessageList();
  const parts: Array<Array<RootResult<T[]>>> = [];
  for await (const { result, file: read } of eachTreePart(sources, io, key, makePart)) {
    parts.push(result);
    messages.add(read);
  }
  return { made: inReadingOrder(parts).flat(), file: messages.toFile() };

  function makePart(part: TreePart): Array<RootResult<T[]>> {
    return placeRoots(part, (tree) =>
      sessionPaths(tree, isMeant)
        .filter(({ session }) => ids.size === 0 || session === tree.children[0] || ids.has(session.sessionId))
        .map((path) => make(listOf(path, part.whole))),
    );
  }

  function listOf(path: SessionPath, whole: Root): EditsOfPath {
    const { session, tree, abandoned } = path;
    const isContinued = session.from !== undefined;
    // What the sessions before it say of the files is looked up for sessions that were named: of a folder, paths may be many.
    const longer = isContinued && !isFolder ? pathFromBeginning(whole, path) : tree;
    return { report: chosen(longer, session.sessionId), abandoned, isContinued };
  }

  function chosen(tree: Root, sessionId?: string): EditReport {
    return editsOf(tree, { tools, sessionId, isMeant });
  }
}

/** Whether a path is one of those that were typed, ends with it, or matches it as a pattern. */
function matcherOf(typed: readonly string[]): (path: string) => boolean {
  const ends = typed.flatMap((one) => one.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "") || []);
  // `[id].tsx` is a name, too: a pattern is tried beside the name.
  const patterns = ends.map((end) => picomatch(`**/${end}`, { dot: true }));
  return (path) => {
    const whole = `/${path.replaceAll("\\", "/").replace(/^\//, "")}`;
    return ends.some((end, at) => whole.endsWith(`/${end}`) || patterns[at]!(whole.slice(1)));
  };
}
