import { chunksOf, type WrittenText } from "@ccdag/keep/write";
import { type ExportOptions, type ExportRequest, loadFormat } from "@ccdag/pipeline";
import type { DetailOptions } from "@ccdag/processor";
import type { VFile } from "vfile";
import { readHighlight } from "./read-highlight.ts";
import { DocumentNames } from "./document-names.ts";
import { type FileMessages, messagesToData } from "@ccdag/library";
import type { Zone } from "@ccdag/mdast/time";
import { type ExportedPart, exportPart, type WrittenDocument } from "./export-part.ts";

/** What a thread needs to know to export parts of a project into a folder: data only, no functions. */
export interface PartJob {
  /** The folder of the project. */
  readonly folder: string;
  /** The name of the format, and the options that were typed with it. */
  readonly format: string;
  readonly given: Readonly<Record<string, unknown>> | undefined;
  readonly options: ExportOptions;
  readonly highlight: string | undefined;
  /** Whose days the names of documents begin with. */
  readonly zone: Zone;
  readonly redact: false | undefined;
  /** Settings of the user, and how much is shown. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly detail: DetailOptions | undefined;
}

/** A part that was exported, as data. */
export interface PartResult extends Omit<ExportedPart, "documents"> {
  readonly documents: ReadonlyArray<
    Omit<WrittenDocument, "texts"> & { readonly texts: ReadonlyArray<readonly Uint8Array[]> }
  >;
  readonly messages: readonly FileMessages[];
}

/** What came of a part. */
export type PartOutcome =
  | { readonly result: PartResult; readonly failure?: undefined }
  | { readonly result?: undefined; readonly failure: { readonly isRequest: boolean; readonly reason: string } };

/**
 * The job of a request; absent if it holds what cannot be sent to a thread, such as a function or a plugin.
 *
 * @param request what to export.
 * @param run the folder of the project, the value of `--highlight`, and whose days the names begin with.
 */
export function jobOf(
  { renderer, options = {}, rendererOptions = {}, redact, user }: ExportRequest,
  { folder, highlight, zone }: Pick<PartJob, "folder" | "highlight" | "zone">,
): PartJob | undefined {
  const isOwn = renderer.path === undefined && Object.keys(rendererOptions).every((name) => name === "highlight");
  if (!isOwn || (user?.plugins.length ?? 0) > 0 || (redact !== undefined && redact !== false)) return undefined;
  const { settings = {}, detail } = user ?? {};
  const { name: format, given } = renderer;
  const job = { folder, format, given, options, highlight, zone, redact, settings, detail };
  try {
    return structuredClone(job);
  } catch {
    return undefined;
  }
}

/** Export a part. */
export async function runJob(job: PartJob, file: VFile): Promise<PartResult> {
  const renderer = await loadFormat(job.format, job.given);
  const request = {
    renderer,
    options: job.options,
    rendererOptions: await readHighlight(job.highlight),
    redact: job.redact,
    user: { plugins: [], settings: job.settings, detail: job.detail },
  };
  const part = await exportPart(file, request, new DocumentNames(renderer.ending, job.zone));
  const encoder = new TextEncoder();
  const documents = Array.from(part.documents, ({ texts, ...document }) => ({
    ...document,
    // A chunk is used again for the next one.
    texts: texts.map((text) =>
      typeof text === "string"
        ? [encoder.encode(text)]
        : Array.from(chunksOf(piecesOf(text)), (chunk) => new Uint8Array(chunk)),
    ),
  }));
  return { ...part, documents, messages: messagesToData(file) };
}

function piecesOf(text: Exclude<WrittenText, string>): Iterable<string | Uint8Array> {
  return text instanceof Uint8Array ? [text] : text;
}
