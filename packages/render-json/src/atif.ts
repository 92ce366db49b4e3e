import { type Prices, prices as listPrices, type Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { type AtifTrajectory, toTrajectories } from "./atif-trajectories.ts";
import { toExactJson } from "./exact-json.ts";
import { reportOmitted } from "./omitted.ts";

/** Options of the ATIF renderer, also in the `settings` of the processor. */
export interface RenderAtifOptions {
  /** As for the JSON renderer: whether `file.data.pieces` makes the text piece by piece (default: `false`). */
  inPieces?: boolean | undefined;
  /** Prices of tokens (default: the list prices of `@ccdag/ccast`). */
  prices?: Prices | undefined;
}

/**
 * unified plugin: compile ccast to trajectories in the Agent Trajectory Interchange Format, one per line, for each leaf. Agents
 * are embedded in the trajectory that spawned them. A step that several paths have in common is a copy in all but one. What the
 * format cannot say is counted in a warning, `omitted-by-format`.
 */
const ccdagRenderAtif: Plugin<[(RenderAtifOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const { inPieces = false, prices = listPrices }: RenderAtifOptions = {
      ...(data.settings as RenderAtifOptions | undefined),
      ...options,
    };
    const { trajectories, omitted } = toTrajectories(tree as Root, prices);
    reportOmitted("atif", omitted, file);
    if (!inPieces) return [...jsonLines(trajectories)].join("");
    file.data.pieces = () => jsonLines(trajectories);
    return "";
  };
};

export default ccdagRenderAtif;

function* jsonLines(trajectories: readonly AtifTrajectory[]): Generator<string> {
  for (const trajectory of trajectories) yield `${toExactJson(trajectory)}\n`;
}
