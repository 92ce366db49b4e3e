import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { reasonOf } from "@ccdag/files/errors";
import type ccdagRedact from "@ccdag/redact";
import type { Audit, Detector, RedactOptions, redactTexts } from "@ccdag/redact";
import type { VFile } from "vfile";
import { RequestError, toJson } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";
import type { LibraryIo } from "./library-io.ts";

/** Options of redaction, as typed. */
export interface RedactionOptions {
  /** Whether secrets are redacted (default: `true` for formats that are made to be shared, else `false`). */
  redact?: boolean | undefined;
  /** The path of a file with texts and patterns that are redacted, too. */
  redactExtra?: string | undefined;
  /** The path of a file that lists what was redacted. */
  audit?: string | undefined;
  /** Whether images stay; they cannot be searched for secrets (default: `false`). */
  keepImages?: boolean | undefined;
}

/** The redaction of a run: the plugin of `@ccdag/redact`, its options, and its function for plain texts. */
export interface Redaction {
  readonly plugin: typeof ccdagRedact;
  readonly options: RedactOptions;
  readonly redactTexts: typeof redactTexts;
}

/**
 * Set up the redaction: all detectors of `@ccdag/redact`, secretlint, and the lists of the user.
 *
 * @param options as typed.
 * @param isDefault whether the format redacts by default; a config may turn redaction on, too.
 * @param io the environment of the run.
 * @returns the redaction; absent if it is off.
 * @throws RequestError if a list cannot be read.
 */
export async function readRedaction(
  { redact, redactExtra, audit, keepImages }: RedactionOptions,
  isDefault: boolean,
  io: LibraryIo,
): Promise<Redaction | undefined> {
  const configured = io.config?.redact;
  const isAsked = (redactExtra ?? audit ?? keepImages ?? configured) !== undefined;
  if (!(redact ?? (isDefault || isAsked))) return undefined;
  const { default: plugin, detectors, extra, redactTexts } = await import("@ccdag/redact");
  const { secretlint } = await import("@ccdag/redact/secretlint");
  const lists = [...(configured?.extra ?? []), ...(redactExtra === undefined ? [] : [redactExtra])];
  const userDetectors: Detector[] = await Promise.all(lists.map((path) => readExtra(path, extra, io)));
  const all = [...userDetectors, ...detectors, secretlint];
  return { plugin, options: { detectors: all, images: keepImages ?? configured?.keepImages }, redactTexts };
}

async function readExtra(path: string, extra: (list: string) => Detector, io: LibraryIo): Promise<Detector> {
  const list = await readFile(resolve(io.cwd, path), "utf8").catch((error: Error) => {
    throw new RequestError(`Cannot read the list to redact \`${path}\`: ${reasonOf(error)}`);
  });
  try {
    return extra(list);
  } catch (error) {
    throw new RequestError(`Cannot use the list to redact \`${path}\`: ${(error as Error).message}`);
  }
}

/** Print a summary of what was redacted, and write the audit file: whoever shares the text needs to review it. */
export async function reportRedaction(
  file: VFile,
  { audit, quiet }: RedactionOptions & { quiet?: boolean | undefined },
  io: LibraryIo,
): Promise<void> {
  const found = file.data.redaction;
  if (found === undefined) return;
  if (!quiet) io.stderr(`${summarise(found)}\n`);
  if (audit !== undefined) await io.writer.write(resolve(io.cwd, audit), toJson(found, 1));
}

/**
 * Redact the messages and paths of files: messages quote the transcript, and printed messages may be shared. All texts are
 * redacted in one call, so that each secret gets one name.
 */
export async function redactMessages(file: VFile, { options, redactTexts: redact }: Redaction): Promise<void> {
  const files = [file, ...(file.data.companions ?? [])].filter(({ messages }) => messages.length > 0);
  // The beginning of a damaged line may be a part of a secret that is known by what stood around it.
  for (const { messages } of files)
    for (const message of messages)
      if (message.ruleId === "invalid-json") message.reason = message.reason.replace(/: `.*$/s, "");
  const texts = files.flatMap(({ path, messages }) => [path ?? "", ...messages.map(({ reason }) => reason)]);
  const rendered = (await redact(texts, options)).values();
  for (const one of files) {
    const path = rendered.next().value!;
    if (path !== "" && path !== one.path) one.path = path;
    for (const message of one.messages) message.message = message.reason = rendered.next().value!;
  }
}

function summarise({ total, findings, images }: Audit): string {
  const rules = new Map<string, number>();
  for (const { rule, count: times } of findings) rules.set(rule, (rules.get(rule) ?? 0) + times);
  const which = [...rules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([rule, times]) => `${times} ${rule}`);
  const rulesNote = which.length === 0 ? "" : ` (${which.join(", ")})`;
  const imagesNote = images === 0 ? "" : `, ${count(images, "image")} removed`;
  return `redacted: ${count(total, "place")}${rulesNote}${imagesNote}${total === 0 ? "" : ", also in what is not shown"}; read it before you share it`;
}
