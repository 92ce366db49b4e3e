import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Audit, Detector, Options } from "@ccdag/redact";
import type { VFile } from "vfile";
import { count } from "./count.ts";
import { CallError, type Io } from "./io.ts";
import { writeAtomically } from "./output.ts";

/** Options of what must not be told. */
export interface RedactionOptions {
  /** Default: `true` for formats that are made to be shown to others, else `false`. */
  redact?: boolean | undefined;
  /** A file of words and patterns that are taken out too. */
  redactExtra?: string | undefined;
  /** Where it is written what was taken out. */
  audit?: string | undefined;
  /** Whether images stay, in which nobody can look for secrets. */
  keepImages?: boolean | undefined;
}

/**
 * Who looks for secrets: all detectors of ours, secretlint, and the user's own words.
 *
 * @param options as typed.
 * @param isDefault whether the format wants it.
 * @returns options of the plugin; nothing where nobody looks.
 * @throws CallError where options contradict each other, or the words cannot be read.
 */
export async function readRedaction(
  { redact, redactExtra, audit, keepImages }: RedactionOptions,
  isDefault: boolean,
  io: Io,
): Promise<Options | undefined> {
  const needs = Object.entries({ "--redact-extra": redactExtra, "--audit": audit, "--keep-images": keepImages });
  const [first] = needs.find(([, value]) => value !== undefined) ?? [];
  if (redact === false && first !== undefined) throw new CallError(`Unexpected ${first} with --no-redact`);
  if (!(redact ?? (isDefault || first !== undefined))) return undefined;
  const { detectors, extra } = await import("@ccdag/redact");
  const { secretlint } = await import("@ccdag/redact/secretlint");
  const own: Detector[] = redactExtra === undefined ? [] : [await readExtra(redactExtra, extra, io)];
  return { detectors: [...own, ...detectors, secretlint], images: keepImages };
}

async function readExtra(path: string, extra: (list: string) => Detector, io: Io): Promise<Detector> {
  const list = await readFile(resolve(io.cwd, path), "utf8").catch((error: Error) => {
    throw new CallError(`Cannot read --redact-extra \`${path}\`: ${error.message}`);
  });
  try {
    return extra(list);
  } catch (error) {
    throw new CallError(`Cannot use \`${path}\`: ${(error as Error).message}`);
  }
}

/** Say what was taken out, and write where: whoever shares a text has to know what was looked for. */
export async function reportRedaction(
  file: VFile,
  { audit, quiet }: RedactionOptions & { quiet?: boolean | undefined },
  io: Io,
): Promise<void> {
  const found = file.data.redaction;
  if (found === undefined) return;
  if (!quiet) io.stderr(`${inWords(found)}\n`);
  if (audit !== undefined) await writeAtomically(resolve(io.cwd, audit), `${JSON.stringify(found, undefined, 1)}\n`);
}

/** Messages quote what they are about: they are printed, and what is printed is pasted. */
export async function redactMessages(file: VFile, options: Options | undefined): Promise<void> {
  if (options === undefined) return;
  const { redactTexts } = await import("@ccdag/redact");
  const files = [file, ...(file.data.companions ?? [])].filter(({ messages }) => messages.length > 0);
  for (const one of files) {
    const [path = "", ...reasons] = await redactTexts(
      [one.path ?? "", ...one.messages.map(({ reason }) => reason)],
      options,
    );
    if (one.path !== undefined && path !== one.path) one.path = path;
    for (const [index, message] of one.messages.entries()) message.message = message.reason = reasons[index]!;
  }
}

function inWords({ total, findings, images }: Audit): string {
  const rules = new Map<string, number>();
  for (const { rule, count: times } of findings) rules.set(rule, (rules.get(rule) ?? 0) + times);
  const which = [...rules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([rule, times]) => `${times} ${rule}`);
  const words = which.length === 0 ? "" : ` (${which.join(", ")})`;
  const gone = images === 0 ? "" : `, ${count(images, "image")} left out`;
  return `redacted: ${count(total, "place")}${words}${gone}; read it before you share it`;
}
