import type { Ledger, Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { toEnvelope } from "./envelope.ts";
import { stringify } from "./stringify.ts";

declare module "vfile" {
  interface DataMap {
    /** The ledger of the reading half, for the account. */
    ledger: Ledger;
  }
}

/** Options of the JSON renderer. */
export interface RenderJsonOptions {
  /** Spaces of indentation, up to 10; `0` for one line (default: 1). */
  indent?: number | undefined;
}

/**
 * unified plugin: compile ccast to JSON. The same tree always gives the same bytes. Options of the plugin override those in
 * the `settings` of the processor.
 */
const ccdagRenderJson: Plugin<[(RenderJsonOptions | null | undefined)?], Root, string> = function (options) {
  const data = this.data();
  this.compiler = (tree, file: VFile) => {
    const { indent = 1 }: RenderJsonOptions = { ...(data.settings as RenderJsonOptions | undefined), ...options };
    return `${stringify(toEnvelope(tree as Root, file.data.ledger), indent)}\n`;
  };
};

export default ccdagRenderJson;
