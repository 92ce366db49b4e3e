import type { Extension } from "@ccdag/core";
import type { Plugin } from "unified";
import { copilot } from "./copilot.ts";

declare module "unified" {
  interface Data {
    /** Extensions of the reading half. The rules of the last one run first. */
    ccdagExtensions?: Extension[] | undefined;
  }
}

/** unified plugin: read sessions of Copilot CLI too. Files of Claude Code are read as before. */
const ccdagSourceCopilot: Plugin = function () {
  const data = this.data();
  data.ccdagExtensions = [...(data.ccdagExtensions ?? []), { sources: [copilot] }];
};

export default ccdagSourceCopilot;
