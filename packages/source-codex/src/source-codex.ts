import type { Extension } from "@ccdag/core";
import type { Plugin } from "unified";
import { codex } from "./codex.ts";

declare module "unified" {
  interface Data {
    /** Extensions of the reading half. The rules of the last one run first. */
    ccdagExtensions?: Extension[] | undefined;
  }
}

/** unified plugin: read sessions of Codex CLI too. Files of Claude Code are read as before. */
const ccdagSourceCodex: Plugin = function () {
  const data = this.data();
  data.ccdagExtensions = [...(data.ccdagExtensions ?? []), { sources: [codex] }];
};

export default ccdagSourceCodex;
