import { type Prices, prices as listPrices, type Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { toExactJson } from "./exact-json.ts";
import { type InspectLog, toInspectLog } from "./inspect-log.ts";
import { reportOmitted } from "./omitted.ts";

/** Options of the renderer of logs for Inspect, also in the `settings` of the processor. */
export interface RenderInspectOptions {
  /** As for the JSON renderer: whether `file.data.pieces` makes the text piece by piece (default: `false`). */
  inPieces?: boolean | undefined;
  /** Prices of tokens (default: the list prices of `@ccdag/ccast`). */
  prices?: Prices | undefined;
}

/**
 * unified plugin: compile ccast to a log of Inspect, the framework for evaluations. Each path to a leaf is a sample, and each
 * agent, whose metadata names the call that spawned it. What the log cannot say is counted in a warning, `omitted-by-format`.
 */
const ccdagRenderInspect: Plugin<[(RenderInspectOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const { inPieces = false, prices = listPrices }: RenderInspectOptions = {
      ...(data.settings as RenderInspectOptions | undefined),
      ...options,
    };
    const log = toInspectLog(tree as Root, prices);
    reportOmitted("inspect", log.omitted, file);
    if (!inPieces) return [...jsonPieces(log)].join("");
    file.data.pieces = () => jsonPieces(log);
    return "";
  };
};

export default ccdagRenderInspect;

function* jsonPieces({ head, samples }: InspectLog): Generator<string> {
  yield `${toExactJson(head).slice(0, -1)},"samples":[`;
  for (const [index, sample] of samples.entries()) yield `${index === 0 ? "\n" : ",\n"}${toExactJson(sample)}`;
  yield "\n]}\n";
}
