import type { Ledger, Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { toEnvelope } from "./envelope.ts";
import { stringify } from "./stringify.ts";

declare module "vfile" {
  interface DataMap {
    /** The ledger of the reading half, for the account. */
    ledger: Ledger;
    /** Makes the content piece by piece, as often as it is called; only set if that was asked for. */
    pieces: () => Iterable<string | Uint8Array>;
  }
}

/** Options of the JSON renderer. */
export interface RenderJsonOptions {
  /** Spaces of indentation, up to 10; `0` for one line (default: 1). */
  indent?: number | undefined;
  /**
   * Whether the result is empty, and `file.data.pieces` makes the text piece by piece: the text of a large session then never
   * exists as a whole (default: `false`).
   */
  inPieces?: boolean | undefined;
}

/**
 * unified plugin: compile ccast to JSON. The same tree always gives the same bytes. Options of the plugin override those in
 * the `settings` of the processor.
 */
const ccdagRenderJson: Plugin<[(RenderJsonOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const settings = data.settings as RenderJsonOptions | undefined;
    const { indent = 1, inPieces = false }: RenderJsonOptions = { ...settings, ...options };
    const envelope = toEnvelope(tree as Root, file.data.ledger);
    const pieces = () => ended(stringify(envelope, indent));
    if (!inPieces) return [...pieces()].join("");
    file.data.pieces = pieces;
    return "";
  };
};

/** The same pieces, with a line feed at the end. */
function* ended(pieces: Iterable<string>): Generator<string> {
  yield* pieces;
  yield "\n";
}

export default ccdagRenderJson;
