import { existsSync } from "node:fs";
import { resolve, sep } from "node:path";
import { RequestError, visibleLine } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";
import { currentProject } from "./current-project.ts";
import { quickSteps, steps } from "./input-steps.ts";
import { describe, foldersOf, type InputSource, isWhole } from "./input-source.ts";

/** How the inputs of a command are understood. */
export interface LocateOptions {
  /** Whether no input means the whole project of the current folder (default: `false`, its newest session). */
  readonly isWhole?: boolean | undefined;
  /** Whether no input means what is piped into the command, if something is (default: `true`). */
  readonly hasStdin?: boolean | undefined;
  /** Whether the command does more with a place in a session than to read the session: else that is said (default: `false`). */
  readonly hasEntry?: boolean | undefined;
}

/**
 * Find out what the inputs of a command mean. With `-v` it is said on stderr.
 *
 * @param inputs as typed; without any, the transcript that is piped into the command, else the project of the current folder
 *   or of the nearest one above it.
 * @param io the environment of the run.
 * @param options what no input means.
 * @returns what each input means; a source that was named twice, or is part of another one, is returned once.
 * @throws RequestError if an input means nothing or several things.
 */
export async function locateAll(
  inputs: readonly string[],
  io: LibraryIo,
  { isWhole: wantsWhole = false, hasStdin = true, hasEntry = false }: LocateOptions = {},
): Promise<readonly InputSource[]> {
  const found: InputSource[] = [];
  for (const input of inputs) found.push(await locate(input, io));
  if (inputs.length === 0) {
    const piped = hasStdin ? await io.readStdin?.(false) : undefined;
    found.push(piped && piped.length > 0 ? stdinOf(piped) : await currentProject(io, wantsWhole));
  }
  const sources = withoutDoubles(found);
  if (!hasEntry) for (const one of sources) sayWhole(one, io);
  if (io.isVerbose) for (const one of sources) io.stderr(`${visibleLine(`Reading ${describe(one)}`)}\n`);
  return sources;
}

/** Say that an input that names a place in a session means the session here. */
export function sayWhole({ input, session = "", entry }: InputSource, io: Pick<LibraryIo, "stderr" | "isQuiet">): void {
  if (entry === undefined || io.isQuiet) return;
  const address = input.includes("#") ? input : `${session.slice(0, 8)}#${entry}`;
  io.stderr(`${visibleLine(`\`${input}\` means the whole session here; \`ccdag show ${address}\` begins there`)}\n`);
}

/**
 * Find out what one input means.
 *
 * @param input as typed.
 * @param io the environment of the run.
 * @throws RequestError if it means nothing or several things.
 */
async function locate(input: string, io: LibraryIo): Promise<InputSource> {
  if (input === "") throw new RequestError("Unexpected empty input, expected a path, a project or a session");
  if (input === "-") return stdinOf((await io.readStdin?.(true)) ?? new Uint8Array());
  const marked = await markedInput(input, io);
  if (marked !== undefined) return marked;
  for (const step of steps) {
    const candidates = await step(input, io);
    const [only, other] = candidates;
    if (only !== undefined && other === undefined) return only.source;
    if (only !== undefined) throw await (await import("./unknown-input.ts")).ambiguousInput(input, candidates, io);
  }
  const [, session, entry] =
    /^(?:ccdag:\/\/)?([\w-]+)[#/]([\w-]{4,})$/.exec(input) ?? /^([^#]+)#([\w-]{4,})$/.exec(input) ?? [];
  if (session !== undefined) return { ...(await locate(session, io)), input, entry };
  throw await (await import("./unknown-input.ts")).unknownInput(input, io);
}

/**
 * A place in a session or a file that is named so that it can mean nothing else: then not every session is read to find out
 * whether one has such a title.
 */
async function markedInput(input: string, io: LibraryIo): Promise<InputSource | undefined> {
  const [, named, entry] = /^(.+)#([\w-]{4,})$/.exec(input) ?? [];
  if (named === undefined || existsSync(resolve(io.cwd, input))) return undefined;
  if (named === "-" || (/\.jsonl(?:\.\w+)?$/i.test(named) && io.isInRootsOnly !== true))
    return { ...(await locate(named, io)), input, entry };
  for (const step of quickSteps) {
    const [only, other] = await step(named, io);
    if (only !== undefined && other === undefined) return { ...only.source, input, entry };
  }
  return undefined;
}

function stdinOf(stream: Uint8Array): InputSource {
  return { input: "-", folder: "", stream };
}

/** Sources that are not part of another one. */
function withoutDoubles(sources: readonly InputSource[]): InputSource[] {
  const byKey = new Map(sources.map((one) => [keyOf(one), one]));
  const whole = [...byKey.values()].filter(isWhole);
  return [...byKey.values()].filter(
    (one) => one.stream !== undefined || !whole.some((other) => other !== one && holds(other, one)),
  );
}

function keyOf({ folder, session, path, stream }: InputSource): string {
  return JSON.stringify([folder, session, path, typeof stream === "string" ? stream : stream && "-"]);
}

/** Whether a whole folder holds what another source means. */
function holds(whole: InputSource, one: InputSource): boolean {
  return foldersOf([whole]).some((folder) => one.folder === folder || one.folder.startsWith(`${folder}${sep}`));
}
