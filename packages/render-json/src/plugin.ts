import type { Ledger, Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import { toEnvelope } from "./envelope.ts";

declare module "vfile" {
  interface DataMap {
    /** What reading found, for the account. */
    ledger: Ledger;
  }
}

/** Options of the JSON renderer. */
export interface Options {
  /** Spaces of indentation (default: 1). */
  indent?: number | undefined;
}

/** unified plugin: compile ccast to JSON. The same tree gives the same bytes: keys stand as they were made. */
const ccdagRenderJson: Plugin<[(Options | null | undefined)?], Root, string> = function (options) {
  this.compiler = (tree, file) => {
    const envelope = toEnvelope(tree as Root, file.data.ledger);
    return `${JSON.stringify(envelope, undefined, options?.indent ?? 1)}\n`;
  };
};

export default ccdagRenderJson;
