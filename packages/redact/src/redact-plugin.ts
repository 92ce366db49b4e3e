import type { Ledger, Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { type RedactOptions, redact } from "./redact.ts";
import type { Audit } from "./types.ts";

declare module "vfile" {
  interface DataMap {
    /** The ledger of the reading half: accounts contain its paths and ids. */
    ledger: Ledger;
    /** What was redacted, and where. */
    redaction: Audit;
  }
}

/**
 * unified plugin: redact secrets and names in a tree before it is rendered. Some detectors are asynchronous, so use `run`
 * or `process`, not `runSync`. The audit is in `file.data.redaction`.
 */
const ccdagRedact: Plugin<[(RedactOptions | null | undefined)?], Root> = function (options) {
  return async (root, file: VFile) => {
    const { tree, ledger, audit } = await redact(root, file.data.ledger, options ?? {});
    if (ledger) file.data.ledger = ledger;
    file.data.redaction = audit;
    return tree;
  };
};

export default ccdagRedact;
