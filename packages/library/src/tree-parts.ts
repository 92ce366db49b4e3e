import type { Root } from "@ccdag/ccast";
import { parseTree, selectTree } from "@ccdag/pipeline";
import { compareRoots, type RootKey } from "@ccdag/processor";
import { VFile } from "vfile";
import { type DividedProject, type ProjectPart, readPart } from "@ccdag/files";
import { hasUnread, MessageList } from "./message-list.ts";
import type { LibraryIo } from "./library-io.ts";
import { foldersOf, type InputSource, isWhole } from "./input-source.ts";
import { canDivide, divideSource, load, type LoadedInput, NothingToRead } from "./load.ts";
import { type FileMessages, messagesFromData, messagesToData } from "./message-data.ts";
import { PartMemory } from "./part-memory.ts";
import { ProgressCounter, type TaskProgress } from "./progress.ts";
import { rootPlaces } from "./root-places.ts";

/** Parse files with the plugins of the user's config. */
export function parse(file: VFile, { config, processor }: Pick<LibraryIo, "config" | "processor">): Root {
  return parseTree(file, { user: config, processor });
}

/** The error for sources without a conversation, or without the requested session. */
export function noConversation(sources: readonly InputSource[]): NothingToRead {
  const sessions = sources.flatMap(({ session }) => session ?? []);
  const what = sessions.length === 0 ? "conversation" : `entry of session \`${sessions.join("`, `")}\``;
  return new NothingToRead(`No ${what} in \`${sources.map(({ input }) => input).join("`, `")}\``);
}

/**
 * Read the input of a command session by session: all, or one with the threads that leave from it. Memory grows with the largest
 * session tree, and what was made of one that has not changed since the last run is remembered.
 *
 * @param sources what the inputs mean.
 * @param io the environment of the run.
 * @param key what the results depend on besides the transcripts: the command and its options.
 * @param make makes data of a tree with one session at its top.
 * @returns what was made, in reading order, and a file with the messages.
 * @throws RequestError if there is no conversation.
 */
export async function readRoots<T>(
  sources: readonly InputSource[],
  io: LibraryIo,
  key: unknown,
  make: (tree: Root) => T,
): Promise<{ made: T[]; file: VFile }> {
  const messages = new MessageList();
  const parts: Array<Array<RootResult<T>>> = [];
  for await (const { result, file } of eachTreePart(sources, io, key, (part) => placeRoots(part, make))) {
    parts.push(result);
    messages.add(file);
  }
  return { made: inReadingOrder(parts), file: messages.toFile() };
}

/** What was made of a session at the top of a tree, and where it belongs among those of other parts. */
export interface RootResult<T> {
  readonly place: RootKey;
  readonly made: T;
}

/** Make something of each session at the top of a part, as a tree of its own. */
export function placeRoots<T>({ file, whole, tree }: TreePart, make: (tree: Root) => T): Array<RootResult<T>> {
  const placeOf = rootPlaces(whole, file);
  return tree.children.flatMap((root) =>
    root.type === "session" ? [{ place: placeOf(root), made: make({ type: "root", children: [root] }) }] : [],
  );
}

/** Join what was made of the parts of a project in the order that reading it at once gives. */
export function inReadingOrder<T>(parts: ReadonlyArray<ReadonlyArray<RootResult<T>>>): T[] {
  const all = parts.flat();
  // A single part is in its order; a plugin may have chosen it.
  if (parts.length > 1) all.sort((a, b) => compareRoots(a.place, b.place));
  return all.map(({ made }) => made);
}

/** A part of the input of a command. */
export interface TreePart {
  readonly file: VFile;
  /** The tree of its files. */
  readonly whole: Root;
  /** The requested part of it. */
  readonly tree: Root;
}

/** What a command made of a part. */
interface MadeOfPart<T> {
  readonly result: T;
  /** Whether there was nothing to make it of. */
  readonly isEmpty: boolean;
  /** A file with the messages about the part. */
  readonly file: VFile;
}

/** What was made of one part, in turn. */
interface MadeInTurn<T> extends MadeOfPart<T> {
  /** The folder that the paths of its files are relative to. */
  readonly folder: string;
  /** How much of this input is done. */
  readonly progress: Omit<TaskProgress, "name">;
}

/** What makes data of a part from its lines, without its tree. */
export interface PartScan<T> {
  /** What the results depend on besides the transcripts. */
  readonly key: unknown;
  /** The data of a part; `undefined` if only its tree says it. */
  readonly make: (project: DividedProject, part: ProjectPart) => Promise<T | undefined>;
  /** Whether the data answers what is asked now; else the tree does. */
  readonly suits: (made: T, part: ProjectPart) => boolean;
}

/** How data is made of parts. */
interface Making<T> {
  readonly key: unknown;
  readonly make: (part: TreePart) => T;
  readonly scan?: PartScan<T> | undefined;
}

/**
 * Read the inputs of a command part by part, as trees. What was made of a part of a folder that has not changed since the last
 * run is remembered.
 *
 * @param sources what the inputs mean.
 * @param io the environment of the run.
 * @param key what the results depend on besides the transcripts: the command and its options.
 * @param make makes data of a part.
 * @param scan makes the same of a part without its tree, where that is possible (default: of none).
 * @throws RequestError if there is no conversation; it is thrown at the end.
 */
export async function* eachTreePart<T>(
  sources: readonly InputSource[],
  io: LibraryIo,
  key: unknown,
  make: (part: TreePart) => T,
  scan?: PartScan<T>,
): AsyncGenerator<MadeInTurn<T>> {
  // Sessions may be below one another: together each is read once.
  const turns = sources.every(isWhole) ? sources.map((source) => [source]) : [sources];
  let isEmpty = true;
  for (const turn of turns) {
    const [only] = turn;
    const isDivided = only !== undefined && canDivide(io) && isWhole(only) && turn.length === 1;
    for await (const made of isDivided ? eachPartOf(only, io, { key, make, scan }) : onlyPartOf(turn, io, make)) {
      isEmpty &&= made.isEmpty;
      yield made;
    }
  }
  if (isEmpty) throw noConversation(sources);
}

async function* onlyPartOf<T>(
  sources: readonly InputSource[],
  io: LibraryIo,
  make: (part: TreePart) => T,
): AsyncGenerator<MadeInTurn<T>> {
  const { file, session } = await load(sources, io);
  yield { ...(await makeOf(file, session, io, make)), folder: file.path, progress: { done: 1, of: 1 } };
}

async function* eachPartOf<T>(
  source: InputSource,
  io: LibraryIo,
  { key, make, scan }: Making<T>,
): AsyncGenerator<MadeInTurn<T>> {
  const project = await divideSource(source, io);
  const open = <K>(what: unknown) => PartMemory.open<K>(io.cache, foldersOf([source]), [io.program, what]);
  const memory = await open<KeptOfPart<T>>(key);
  const scanned = scan && (await open<T>(scan.key));
  const counter = ProgressCounter.ofParts(project.parts);
  for (const part of project.parts) {
    const place = { folder: project.folder, progress: counter.add(1, part.bytes) };
    const known = memory.get(part.state);
    if (known !== undefined) {
      yield { ...known, file: messagesFromData(known.messages), ...place };
      continue;
    }
    const before = scanned?.get(part.state);
    const result = before ?? (await scan?.make(project, part));
    if (result !== undefined && before === undefined) scanned!.set(part.state, result);
    if (result !== undefined && scan!.suits(result, part)) {
      yield { result, isEmpty: false, file: new VFile(), ...place };
      continue;
    }
    const made = await makeOf(await readPart(project, part), undefined, io, make);
    // What is damaged is read and reported again.
    if (!hasUnread(made.file))
      memory.set(part.state, { result: made.result, isEmpty: made.isEmpty, messages: messagesToData(made.file) });
    yield { ...made, ...place };
  }
  await memory.save();
  await scanned?.save();
}

/** What is remembered of a part. */
type KeptOfPart<T> = Omit<MadeOfPart<T>, "file"> & { readonly messages: readonly FileMessages[] };

async function makeOf<T>(
  file: VFile,
  session: LoadedInput["session"],
  io: LibraryIo,
  make: (part: TreePart) => T,
): Promise<MadeOfPart<T>> {
  const whole = parse(file, io);
  const part = { file, whole, tree: await selectTree(whole, file, { session }) };
  return { result: make(part), isEmpty: part.tree.children.length === 0, file };
}
