import { ccdagDetail } from "@ccdag/processor";
import ccdagRenderMarkdown from "@ccdag/render-markdown";
import type { PluggableList, Preset } from "unified";

/** For a mail, a terminal, or a program that knows no HTML. */
const presetPlain: Preset = {
  // Made anew for each use: unified writes options that are given later into the ones that stand here.
  get plugins() {
    return [[ccdagDetail, { detail: "tools" }], ccdagRenderMarkdown] satisfies PluggableList;
  },
  settings: {
    // What was folded stands in a quote.
    html: false,
    limit: 10_000,
  },
};

export default presetPlain;
