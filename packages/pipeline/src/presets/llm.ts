import { ccdagDetail } from "@ccdag/processor";
import ccdagRenderMarkdown from "@ccdag/render-markdown";
import type { PluggableList, Preset } from "unified";

/** Preset for the context of a model: Markdown with few tokens, without HTML, times, thinking and images. */
const presetLlm: Preset = {
  // A getter makes a new list for each use, because unified writes later options into the list.
  get plugins() {
    return [
      // Answers contain the conclusions of the thinking.
      [ccdagDetail, { detail: "tools", thinking: false }],
      ccdagRenderMarkdown,
    ] satisfies PluggableList;
  },
  settings: {
    // Tags and quotes cost tokens, and add nothing to the order of the text.
    html: false,
    quotes: false,
    // Headings name the speaker, without time, version and folder.
    facts: false,
    labels: { marks: { tool: "", agent: "", branch: "", compaction: "", back: "", forward: "" } },
    // Of a long output the beginning and end remain, with the size of the gap.
    limit: 2000,
    images: "none",
  },
};

export default presetLlm;
