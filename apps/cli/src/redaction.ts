import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type ccdagRedact from "@ccdag/redact";
import type { Audit, Detector, RedactOptions, redactTexts } from "@ccdag/redact";
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

/** The plugin, and who looks. */
export interface Redaction {
  readonly plugin: typeof ccdagRedact;
  readonly options: RedactOptions;
  readonly redactTexts: typeof redactTexts;
}

/**
 * Who looks for secrets: all detectors of ours, secretlint, and the user's own words.
 *
 * @param options as typed.
 * @param isDefault whether the format wants it; a config may want it, too.
 * @returns nothing where nobody looks.
 * @throws CallError where options contradict each other, or the words cannot be read.
 */
export async function readRedaction(
  { redact, redactExtra, audit, keepImages }: RedactionOptions,
  isDefault: boolean,
  io: Io,
): Promise<Redaction | undefined> {
  const wanted = io.config?.redact;
  const needs = Object.entries({ "--redact-extra": redactExtra, "--audit": audit, "--keep-images": keepImages });
  const [first] = needs.find(([, value]) => value !== undefined) ?? [];
  if (redact === false && first !== undefined) throw new CallError(`Unexpected ${first} with --no-redact`);
  if (!(redact ?? (isDefault || first !== undefined || wanted !== undefined))) return undefined;
  const { default: plugin, detectors, extra, redactTexts } = await import("@ccdag/redact");
  const { secretlint } = await import("@ccdag/redact/secretlint");
  const lists = [...(wanted?.extra ?? []), ...(redactExtra === undefined ? [] : [redactExtra])];
  const own: Detector[] = await Promise.all(lists.map((path) => readExtra(path, extra, io)));
  const all = [...own, ...detectors, secretlint];
  return { plugin, options: { detectors: all, images: keepImages ?? wanted?.keepImages }, redactTexts };
}

async function readExtra(path: string, extra: (list: string) => Detector, io: Io): Promise<Detector> {
  const list = await readFile(resolve(io.cwd, path), "utf8").catch((error: Error) => {
    throw new CallError(`Cannot read the words to redact, \`${path}\`: ${error.message}`);
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

/** Messages quote what they are about: they are printed, and what is printed is pasted. All at once, so that a secret has one name. */
export async function redactMessages(file: VFile, { options, redactTexts: write }: Redaction): Promise<void> {
  const files = [file, ...(file.data.companions ?? [])].filter(({ messages }) => messages.length > 0);
  const texts = files.flatMap(({ path, messages }) => [path ?? "", ...messages.map(({ reason }) => reason)]);
  const rendered = (await write(texts, options)).values();
  for (const one of files) {
    const path = rendered.next().value!;
    if (path !== "" && path !== one.path) one.path = path;
    for (const message of one.messages) message.message = message.reason = rendered.next().value!;
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
