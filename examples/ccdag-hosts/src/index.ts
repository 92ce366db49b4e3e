import type { Ledger, Root } from "@ccdag/ccast";
import { pattern, redact } from "@ccdag/redact";
import type { Plugin } from "unified";
import type { VFile } from "vfile";

declare module "vfile" {
  interface DataMap {
    ledger: Ledger;
  }
}

/** Options of the plugin. */
export interface Options {
  /** Domains whose hosts are redacted (default: `["corp.example", "internal"]`). */
  domains?: readonly string[] | undefined;
}

/** unified plugin: redact the names of internal hosts in all texts of a tree, and in the names of its files. */
const ccdagHosts: Plugin<[(Options | null | undefined)?], Root> = function (options) {
  const domains = options?.domains ?? ["corp.example", "internal"];
  const ends = domains.map((domain) => domain.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const hosts = pattern("host", new RegExp(`\\b(?:[a-z0-9-]+\\.)+(?:${ends})\\b`, "gi"));
  return async (tree, file: VFile) => {
    const { tree: redacted, ledger } = await redact(tree, file.data.ledger, { detectors: [hosts], images: true });
    if (ledger) file.data.ledger = ledger;
    return redacted;
  };
};

export default ccdagHosts;
