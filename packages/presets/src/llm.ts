import { ccdagDetail } from "@ccdag/processor";
import ccdagRenderMarkdown from "@ccdag/render-markdown";
import type { PluggableList, Preset } from "unified";

/** For a model that is to know what was said and done: in few words, and the same ones each time. */
const presetLlm: Preset = {
  // Made anew for each use: unified writes options that are given later into the ones that stand here.
  get plugins() {
    return [
      // What was thought led to what was said.
      [ccdagDetail, { detail: "tools", thinking: false }],
      ccdagRenderMarkdown,
    ] satisfies PluggableList;
  },
  settings: {
    // Tags and quotes cost tokens, and say nothing that the order does not say.
    html: false,
    quotes: false,
    // Who speaks, not when, with which version, or where.
    facts: false,
    labels: { marks: { tool: "", agent: "", branch: "", compaction: "", back: "", forward: "" } },
    // Of an output its beginning, its end, and how much is between them.
    limit: 2000,
    images: "none",
  },
};

export default presetLlm;
