import type { Extension } from "@ccdag/core";
import type { Plugin } from "unified";
import { gemini } from "./gemini.ts";

declare module "unified" {
  interface Data {
    /** Extensions of the reading half. The rules of the last one run first. */
    ccdagExtensions?: Extension[] | undefined;
  }
}

/** unified plugin: read sessions of Gemini CLI too. Files of Claude Code are read as before. */
const ccdagSourceGemini: Plugin = function () {
  const data = this.data();
  data.ccdagExtensions = [...(data.ccdagExtensions ?? []), { sources: [gemini] }];
};

export default ccdagSourceGemini;
