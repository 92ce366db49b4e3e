import type { Root } from "@ccdag/ccast";
import { AmbiguousInput, type Library, openLibrary } from "@ccdag/library";
import { RequestError } from "@ccdag/pipeline/tables";
import { ccdag } from "@ccdag/processor";
import ccdagRedact, { detectors, type RedactOptions } from "@ccdag/redact";
import type { VFile } from "vfile";
import { BlockFault } from "./block-fault.ts";
import type { RemarkCcdagOptions } from "./remark-options.ts";

/** A conversation, redacted. */
export interface RedactedConversation {
  readonly tree: Root;
  /** What it was made of, with messages about what could not be read. */
  readonly file: VFile;
}

/** Reads the conversations of a document, each once. */
export class ConversationReader {
  readonly #options: RemarkCcdagOptions;
  readonly #read = new Map<string, Promise<RedactedConversation>>();
  #library: Promise<Library> | undefined;

  constructor(options: RemarkCcdagOptions) {
    this.#options = options;
  }

  /**
   * Read a conversation as a whole: what is known to be a secret in one turn is redacted in all of them.
   *
   * @param input as typed.
   * @throws BlockFault if it means nothing or several things, or cannot be read.
   */
  read(input: string): Promise<RedactedConversation> {
    const known = this.#read.get(input) ?? this.#load(input);
    this.#read.set(input, known);
    return known;
  }

  async #load(input: string): Promise<RedactedConversation> {
    try {
      const { roots, redact } = this.#options;
      this.#library ??= openLibrary({ ...this.#options, isInRootsOnly: roots !== undefined });
      const { tree, file } = await (await this.#library).read(input);
      return { tree: redact === false ? tree : await redactTree(tree, file, redact), file };
    } catch (error) {
      throw toBlockFault(error);
    }
  }
}

async function redactTree(tree: Root, file: VFile, options: RedactOptions | undefined): Promise<Root> {
  const { secretlint } = await import("@ccdag/redact/secretlint");
  return ccdag()
    .use(ccdagRedact, { detectors: [...detectors, secretlint], ...options })
    .run(tree, file);
}

/** What went wrong, for the person who wrote the block. */
export function toBlockFault(error: unknown): BlockFault {
  if (error instanceof BlockFault) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof AmbiguousInput) return new BlockFault("ambiguous-input", message, error.details, error);
  if (error instanceof RequestError)
    return new BlockFault("unexpected-input", message, error.details || undefined, error);
  return new BlockFault("unreadable", `Cannot read this: ${message}`, undefined, error);
}
