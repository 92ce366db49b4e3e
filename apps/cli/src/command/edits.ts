import { resolve } from "node:path";
import type { Root } from "@ccdag/ccast";
import { editsOf, type EditReport, pathFromBeginning, type SessionPath, sessionPaths } from "@ccdag/edits";
import { selectTree } from "@ccdag/pipeline";
import type { VFile } from "vfile";
import { CallError, type CommandIo } from "../io.ts";
import { locateAll } from "../input/locate.ts";
import { type InputSource, isWhole } from "../input/source.ts";
import { load } from "../load.ts";
import { exitCode, MessageList, printMessages, type Verbosity } from "../messages.ts";
import { eachTreePart, inReadingOrder, parse, placeRoots, type RootResult, type TreePart } from "../tree.ts";
import { printPatch } from "./edit-patch.ts";
import { baseOf, type EditRow, editRows, type FileRow, fileRows, formatEdits } from "./edit-rows.ts";

/** Options of `ccdag edits`. */
export interface EditsOptions extends Verbosity {
  json?: boolean | undefined;
  csv?: boolean | undefined;
  /** Whether a patch is printed (default: `false`, a table). */
  patch?: boolean | undefined;
  /** Whether each edit is by itself (default: `false`, file by file). */
  each?: boolean | undefined;
  /** Paths of files, or the ends of paths. */
  file?: readonly string[] | undefined;
  /** Names of tools, separated by commas. */
  tools?: string | undefined;
  leaf?: string | undefined;
  base?: string | undefined;
}

/** The edits of a session, or of a path. */
interface Listed {
  readonly report: EditReport;
  /** The number of edits on branches that were not continued. */
  readonly abandoned: number;
  /** Whether the session continues another one, whose edits are not listed. */
  readonly isContinued: boolean;
}

/** What is kept of the edits of a session for a list. */
export interface SessionEdits extends Omit<Listed, "report"> {
  readonly rows: ReadonlyArray<FileRow | EditRow>;
  readonly failed: number;
}

/** `ccdag edits`: lists the files that a session changed, or prints a patch of them. */
export async function runEdits(inputs: readonly string[], options: EditsOptions, io: CommandIo): Promise<number> {
  const sources = await locateAll(inputs, io);
  const file = await (options.patch ? runPatch(sources, options, io) : runList(sources, options, io));
  await printMessages(file, options, io);
  return exitCode(file);
}

async function runPatch(sources: readonly InputSource[], options: EditsOptions, io: CommandIo): Promise<VFile> {
  if (options.leaf === undefined && (sources.length > 1 || isWhole(sources[0]!)))
    throw new CallError("Unexpected --patch of several sessions, expected one session, such as `latest`");
  const { made, file } = await readEdits(sources, options, io, (listed) => listed);
  const found = made.filter(({ report }) => report.files.length > 0);
  if (found.length > 1)
    throw new CallError(
      `Unexpected --patch of ${found.length} sessions, expected one of them: ${found.map(({ report }) => report.sessionId).join(", ")}`,
    );
  assertFound(found.length, options);
  await printPatch(found[0]?.report, options, io);
  return file;
}

async function runList(sources: readonly InputSource[], options: EditsOptions, io: CommandIo): Promise<VFile> {
  const { made, file } = await readEdits(sources, options, io, toRows);
  const found = made.filter(({ rows, failed, abandoned }) => rows.length + failed + abandoned > 0);
  assertFound(
    found.reduce((sum, { rows }) => sum + rows.length, 0),
    options,
  );
  await io.stdout(await formatEdits(found, options, io));
  return file;

  function toRows({ report, ...rest }: Listed): SessionEdits {
    // Names on the screen are those of a patch, as far as the session alone says what they are.
    const base = baseOf(report, options, io);
    return { ...rest, rows: options.each ? editRows(report, base) : fileRows(report, base), failed: report.failed };
  }
}

function assertFound(number: number, { file }: EditsOptions): void {
  if (number === 0 && file !== undefined) throw new CallError(`No edit of \`${file.join("`, `")}\``);
}

/** Read the edits of each session of the input, or of the path to a leaf. */
async function readEdits<T>(
  sources: readonly InputSource[],
  options: EditsOptions,
  io: CommandIo,
  make: (listed: Listed) => T,
): Promise<{ made: T[]; file: VFile }> {
  const { leaf, file, base, each } = options;
  const tools = options.tools?.split(",").map((name) => name.trim());
  if (leaf !== undefined) {
    const { file: read } = await load(sources, io, [leaf]);
    const tree = await selectTree(parse(read, io), read, { options: { leaf } });
    return { made: [make({ report: chosen(tree), abandoned: 0, isContinued: false })], file: read };
  }
  const ids = new Set(sources.flatMap(({ session }) => session ?? []));
  const isFolder = sources.every(isWhole);
  const key = ["edits", tools, file, base === undefined ? undefined : resolve(io.cwd, base), each];
  const messages = new MessageList();
  const parts: Array<Array<RootResult<T[]>>> = [];
  for await (const { result, file: read } of eachTreePart(sources, io, key, makePart)) {
    parts.push(result);
    messages.add(read);
  }
  return { made: inReadingOrder(parts).flat(), file: messages.toFile() };

  function makePart(part: TreePart): Array<RootResult<T[]>> {
    return placeRoots(part, (tree) =>
      sessionPaths(tree)
        .filter(({ session }) => ids.size === 0 || session === tree.children[0] || ids.has(session.sessionId))
        .map((path) => make(listOf(path, part.whole))),
    );
  }

  function listOf(path: SessionPath, whole: Root): Listed {
    const { session, tree, abandoned } = path;
    const isContinued = session.from !== undefined;
    // What the sessions before it say of the files is looked up for sessions that were named: of a folder, paths may be many.
    const longer = isContinued && !isFolder ? pathFromBeginning(whole, path) : tree;
    return { report: chosen(longer, session.sessionId), abandoned, isContinued };
  }

  function chosen(tree: Root, sessionId?: string): EditReport {
    const report = editsOf(tree, { tools, sessionId });
    return file === undefined ? report : { ...report, files: report.files.filter(({ path }) => isOneOf(path, file)) };
  }
}

/** Whether a path is one of those that were typed, or ends with it. */
function isOneOf(path: string, typed: readonly string[]): boolean {
  const whole = `/${path.replaceAll("\\", "/")}`;
  return typed.some((one) => {
    const end = one.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
    return end !== "" && whole.endsWith(`/${end}`);
  });
}
