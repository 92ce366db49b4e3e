import type { Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { planTraces } from "./plan/plan-traces.ts";
import { reportOmissions } from "./report-omissions.ts";
import { otlpPieces } from "./to-otlp.ts";

declare module "vfile" {
  interface DataMap {
    /** Makes the content piece by piece, as often as it is called; only set if that was asked for. */
    pieces: () => Iterable<string | Uint8Array>;
  }
}

/** Options of the renderer of traces, also in the `settings` of the processor. */
export interface RenderOtelOptions {
  /** Whether the result is empty, and `file.data.pieces` makes the text piece by piece (default: `false`). */
  inPieces?: boolean | undefined;
}

/**
 * unified plugin: compile ccast to traces in OTLP JSON. What they cannot hold is counted in messages of the file. Options of
 * the plugin override those in the `settings` of the processor.
 */
const ccdagRenderOtel: Plugin<[(RenderOtelOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const settings = data.settings as RenderOtelOptions | undefined;
    const { inPieces = false }: RenderOtelOptions = { ...settings, ...options };
    const plans = planTraces(tree as Root);
    reportOmissions(tree as Root, plans, file);
    const pieces = () => otlpPieces(plans);
    if (!inPieces) return [...pieces()].join("");
    file.data.pieces = pieces;
    return "";
  };
};

export default ccdagRenderOtel;
