import { join, resolve } from "node:path";
import { byLocation, type Dag, type Entry } from "@ccdag/core";
import type { VFile } from "vfile";
import { CallError, exit, type Io } from "../io.ts";
import { load } from "../load.ts";
import { parse } from "../plugins/work.ts";
import type { Verbosity } from "../messages.ts";
import { isFolder, writeAtomically } from "../output.ts";
import { around } from "../shape/around.ts";
import { drawShape } from "../shape/draw-shape.ts";
import { nothing } from "../tree.ts";
import { mask, type MaskFile } from "../shape/mask.ts";

/** Options of `ccdag shape`. */
export interface ShapeOptions extends Verbosity {
  around?: string | undefined;
  jsonl?: boolean | undefined;
  output?: string | undefined;
}

/** `ccdag shape`: the recorded graph without a word of what was said, as a drawing or as files. */
export async function runShape(input: string | undefined, options: ShapeOptions, io: Io): Promise<number> {
  const { file, session } = await load(input, io);
  parse(file, io);
  const { dag } = file.data.transcript!;
  const all = recorded(dag, session);
  if (all.length === 0) throw nothing(input, session);
  const drawn = options.around === undefined ? all : around(dag, all, options.around);
  if (drawn.length === 0)
    throw new CallError(`Unexpected uuid \`${options.around ?? ""}\`, no entry of \`${input ?? "."}\` has it`);
  if (options.jsonl) {
    const keep = options.around === undefined ? undefined : new Set(drawn.map(keyOf));
    await writeFiles(mask(excerpt(file, drawn, keep)), options, io);
    return exit.done;
  }
  const { text, names } = drawShape(dag, drawn, { isFolded: options.around === undefined });
  await put(text, options.output, io);
  if (options.around !== undefined && !options.quiet) io.stderr(legend(drawn, names));
  return exit.done;
}

/** Which entry is which: for the person who draws, not for whom the drawing is sent to. */
function legend(drawn: readonly Entry[], names: ReadonlyMap<Entry, string>): string {
  return drawn.map((entry) => `${names.get(entry)}  ${entry.uuid ?? ""}  ${keyOf(entry)}\n`).join("");
}

/**
 * Every entry as recorded, copies too. Of one session those of its file and its agents, and of the files that share
 * entries with it: without them it would be judged otherwise.
 */
function recorded(dag: Dag, session: string | undefined): Entry[] {
  const copies = dag.copies.flatMap(({ entry, isShared }) => (isShared ? [] : entry));
  const all = [...dag.entries.values(), ...copies];
  const own = session === undefined ? all : ofSession(dag, all, session);
  return own.sort((a, b) => byLocation(a.location, b.location));
}

function isOf(path: string, name: string): boolean {
  return path.split("/").some((part) => part === name || part === `${name}.jsonl`);
}

function ofSession(dag: Dag, all: readonly Entry[], session: string): Entry[] {
  const homes = new Map(
    all.map(({ location }) => [location.path, location.path.replace(/\/subagents\/.*$/, "").replace(/\.jsonl$/, "")]),
  );
  const joined = new Map<string, Set<string>>();
  const unite = (a: string, b: string) => {
    if (a !== b) joined.set(a, (joined.get(a) ?? new Set()).add(b));
  };
  const link = (a: Entry, b: Entry | undefined) => {
    if (b === undefined) return;
    const [from, to] = [homes.get(a.location.path)!, homes.get(b.location.path) ?? ""];
    unite(from, to);
    unite(to, from);
  };
  for (const { entry, of } of dag.copies) link(entry, of);
  for (const entry of dag.entries.values()) {
    link(entry, dag.entries.get(dag.edge(entry.id)?.to ?? ""));
    if (entry.logicalParentUuid !== undefined) link(entry, dag.resolve(entry.logicalParentUuid, entry.location.path));
  }
  const wanted = new Set([...homes.values()].filter((home) => isOf(home, session)));
  for (const home of wanted) for (const other of joined.get(home) ?? []) wanted.add(other);
  return all.filter(({ location }) => wanted.has(homes.get(location.path)!));
}

function keyOf({ location: { path, line } }: Pick<Entry, "location">): string {
  return `${path}:${line}`;
}

/** The lines that are wanted, of the files that hold them, with the sidecars of these; all of them where nothing is named. */
function excerpt(file: VFile, entries: readonly Entry[], keep: ReadonlySet<string> | undefined): MaskFile[] {
  const paths = new Set(entries.map(({ location }) => location.path));
  return [file, ...(file.data.companions ?? [])].flatMap((one): MaskFile[] => {
    const path = one.path ?? "stdin.jsonl";
    if (one.value === undefined || !paths.has(path.replace(/\.meta\.json$/, ".jsonl"))) return [];
    const value = String(one);
    if (keep === undefined || path.endsWith(".json")) return [{ path, value }];
    const lines = value.split("\n").filter((_, index) => keep.has(`${path}:${index + 1}`));
    return [{ path, value: `${lines.join("\n")}\n` }];
  });
}

async function writeFiles(files: readonly MaskFile[], { output, quiet }: ShapeOptions, io: Io): Promise<void> {
  const [only] = files;
  const isIn = output !== undefined && output !== "-" && (await isFolder(output, resolve(io.cwd, output)));
  if (files.length === 1 && !isIn) return put(only!.value, output, io);
  if (output === undefined || output === "-" || (!isIn && /\.\w+$/.test(output)))
    throw new CallError(`Unexpected ${files.length} files, expected a folder after -o`);
  for (const { path, value } of files) await writeAtomically(join(resolve(io.cwd, output), path), value);
  if (!quiet) io.stderr(`${files.length} files in ${output}\n`);
  return undefined;
}

async function put(text: string, output: string | undefined, io: Io): Promise<void> {
  if (output === undefined || output === "-") return io.stdout(text);
  const path = resolve(io.cwd, output);
  if (await isFolder(output, path)) throw new CallError(`Unexpected folder \`${output}\`, expected a file after -o`);
  return writeAtomically(path, text);
}
