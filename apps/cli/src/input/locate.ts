import { sep } from "node:path";
import { CallError, type CommandIo } from "../io.ts";
import { printable } from "../printable.ts";
import { currentProject } from "./current.ts";
import { steps } from "./steps.ts";
import { describe, foldersOf, type InputSource, isWhole } from "./source.ts";

/** How the inputs of a command are understood. */
export interface LocateOptions {
  /** Whether no input means the whole project of the current folder (default: `false`, its newest session). */
  readonly isWhole?: boolean | undefined;
  /** Whether no input means what is piped into the command, if something is (default: `true`). */
  readonly hasStdin?: boolean | undefined;
  /** Whether an input may name an entry of a session (default: `false`). */
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
 * @throws CallError if an input means nothing or several things.
 */
export async function locateAll(
  inputs: readonly string[],
  io: CommandIo,
  { isWhole: wantsWhole = false, hasStdin = true, hasEntry = false }: LocateOptions = {},
): Promise<readonly InputSource[]> {
  const found: InputSource[] = [];
  for (const input of inputs) found.push(await locate(input, io));
  if (inputs.length === 0) {
    const piped = hasStdin && io.isStdinPiped === true ? await readIfAny(io.stdin) : undefined;
    found.push(piped && piped.length > 0 ? stdinOf(piped) : await currentProject(io, wantsWhole));
  }
  const sources = withoutDoubles(found);
  const marked = sources.find(({ entry }) => entry !== undefined);
  if (marked !== undefined && !hasEntry)
    throw new CallError(
      `Unexpected entry in \`${marked.input}\`, expected \`${marked.session}\`, for an export with \`--leaf ${marked.entry}\`; \`ccdag serve --open\` opens an entry`,
    );
  if (io.isVerbose) for (const one of sources) io.stderr(`${printable(`Reading ${describe(one)}`)}\n`);
  return sources;
}

/**
 * Find out what one input means.
 *
 * @param input as typed.
 * @param io the environment of the run.
 * @throws CallError if it means nothing or several things.
 */
async function locate(input: string, io: CommandIo): Promise<InputSource> {
  if (input === "") throw new CallError("Unexpected empty input, expected a path, a project or a session");
  if (input === "-") return stdinOf(await readAll(io.stdin, io));
  for (const step of steps) {
    const candidates = await step(input, io);
    const [only, other] = candidates;
    if (only !== undefined && other === undefined) return only.source;
    if (only !== undefined) throw await (await import("./candidates.ts")).severalCandidates(input, candidates, io);
  }
  const [, session, entry] = /^(?:ccdag:\/\/)?([\w-]+)[#/]([\w-]{4,})$/.exec(input) ?? [];
  if (session !== undefined) return { ...(await locate(session, io)), input, entry };
  throw await (await import("./candidates.ts")).unknownInput(input, io);
}

function stdinOf(stream: Uint8Array): InputSource {
  return { input: "-", folder: "", stream };
}

/** After this time a command says what it is waiting for. */
const noticeMs = 2000;

/** A program may leave its pipe open and write nothing: without `-` only what comes at once is an input. */
const firstMs = 1000;

async function readIfAny(stream: CommandIo["stdin"]): Promise<Uint8Array | undefined> {
  const chunks = stream[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, firstMs, undefined)));
  const first = await Promise.race([chunks.next(), late]);
  clearTimeout(timer);
  if (first === undefined) {
    // An open pipe would keep the process alive.
    (stream as { destroy?: () => void }).destroy?.();
    return undefined;
  }
  const read: Buffer[] = [];
  for (let next = first; next.done !== true; next = await chunks.next()) read.push(Buffer.from(next.value));
  return Buffer.concat(read);
}

async function readAll(stream: CommandIo["stdin"], io: CommandIo): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  const timer = setTimeout(
    () => io.stderr("Waiting for a transcript on stdin; name an input to read that instead\n"),
    noticeMs,
  );
  try {
    for await (const chunk of stream) {
      clearTimeout(timer);
      chunks.push(Buffer.from(chunk));
    }
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
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
