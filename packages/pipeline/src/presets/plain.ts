import { ccdagDetail } from "@ccdag/processor";
import ccdagRenderMarkdown from "@ccdag/render-markdown";
import type { PluggableList, Preset } from "unified";

/** Preset for an e-mail, a terminal, or a program without support for HTML. */
const presetPlain: Preset = {
  // A getter makes a new list for each use, because unified writes later options into the list.
  get plugins() {
    return [[ccdagDetail, { detail: "tools" }], ccdagRenderMarkdown] satisfies PluggableList;
  },
  settings: {
    // Collapsible sections become quotes.
    html: false,
    limit: 10_000,
  },
};

export default presetPlain;
