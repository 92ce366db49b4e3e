import type { Ledger, Root } from "@ccdag/ccast";
import type { Plugin } from "unified";
import type { VFile } from "vfile";
import { type RedactOptions, redact } from "./redact.ts";
import type { Audit } from "./types.ts";

declare module "vfile" {
  interface DataMap {
    /** What reading found: its paths and ids are told in accounts. */
    ledger: Ledger;
    /** What was taken out before it was told. */
    redaction: Audit;
  }
}

/**
 * unified plugin: take secrets and names out of a tree before it is told. Use it with `run`, not `runSync`: some
 * detectors take their time. What was taken out, and where, is in `file.data.redaction`.
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
