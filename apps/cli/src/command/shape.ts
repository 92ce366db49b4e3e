import { join, resolve } from "node:path";
import type { Dag, Entry } from "@ccdag/core";
import { ccdag } from "@ccdag/processor";
import type { VFile } from "vfile";
import { CallError, exit, type Io } from "../io.ts";
import { load } from "../load.ts";
import type { Verbosity } from "../messages.ts";
import { isFolder, writeAtomically } from "../output.ts";
import { around } from "../shape/around.ts";
import { drawShape } from "../shape/draw-shape.ts";
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
  (io.processor ?? ccdag)().parse(file);
  const { dag } = file.data.transcript!;
  const all = recorded(dag, session);
  const drawn = options.around === undefined ? all : around(dag, all, options.around);
  if (drawn.length === 0)
    throw new CallError(`Unexpected uuid \`${options.around ?? ""}\`, no entry of \`${input ?? "."}\` has it`);
  if (!options.jsonl) {
    await put(drawShape(dag, drawn), options.output, io);
    return exit.done;
  }
  const keep = options.around === undefined ? undefined : new Set(drawn.map(keyOf));
  await writeFiles(mask(excerpt(file, drawn, keep)), options.output, io);
  return exit.done;
}

/** Every entry as recorded, copies too; of one session those of its file and of its agents. */
function recorded(dag: Dag, session: string | undefined): Entry[] {
  const copies = dag.copies.flatMap(({ entry, isShared }) => (isShared ? [] : entry));
  const all = [...dag.entries.values(), ...copies];
  const own = session === undefined ? all : all.filter(({ place }) => place.path.includes(session));
  return own.sort((a, b) =>
    a.place.path === b.place.path ? a.place.line - b.place.line : a.place.path < b.place.path ? -1 : 1,
  );
}

function keyOf({ place: { path, line } }: Pick<Entry, "place">): string {
  return `${path}:${line}`;
}

/** The lines that are wanted, of the files that hold them, with the sidecars of these; all of them where nothing is named. */
function excerpt(file: VFile, entries: readonly Entry[], keep: ReadonlySet<string> | undefined): MaskFile[] {
  const paths = new Set(entries.map(({ place }) => place.path));
  return [file, ...(file.data.companions ?? [])].flatMap((one): MaskFile[] => {
    const path = one.path ?? "stdin.jsonl";
    if (one.value === undefined || !paths.has(path.replace(/\.meta\.json$/, ".jsonl"))) return [];
    const value = String(one);
    if (keep === undefined || path.endsWith(".json")) return [{ path, value }];
    const lines = value.split("\n").filter((_, index) => keep.has(`${path}:${index + 1}`));
    return [{ path, value: `${lines.join("\n")}\n` }];
  });
}

async function writeFiles(files: readonly MaskFile[], output: string | undefined, io: Io): Promise<void> {
  const [only] = files;
  if (files.length === 1 && !(output !== undefined && (await isFolder(output, resolve(io.cwd, output)))))
    return put(only!.value, output, io);
  if (output === undefined || output === "-")
    throw new CallError(`Unexpected ${files.length} files, expected a folder after -o`);
  for (const { path, value } of files) await writeAtomically(join(resolve(io.cwd, output), path), value);
  io.stderr(`${files.length} files in ${output}\n`);
  return undefined;
}

async function put(text: string, output: string | undefined, io: Io): Promise<void> {
  if (output === undefined || output === "-") await io.stdout(text);
  else await writeAtomically(resolve(io.cwd, output), text);
}
