import { ccdagDetail } from "@ccdag/processor";
import ccdagRedact from "@ccdag/redact";
import ccdagRenderMarkdown from "@ccdag/render-markdown";
import type { PluggableList, Preset } from "unified";

/** Preset for a pull request, an issue or a comment on a forge: redacted Markdown in parts of at most 65,000 characters. */
const presetGithub: Preset = {
  // A getter makes a new list for each use, because unified writes later options into the list.
  get plugins() {
    return [
      // A pull request is public, so keys, addresses and images are redacted.
      ccdagRedact,
      // Prompts, answers and tool calls. Records of the client are omitted.
      [ccdagDetail, { detail: "tools" }],
      ccdagRenderMarkdown,
    ] satisfies PluggableList;
  },
  settings: {
    // Text of the transcript notifies nobody (`@name`) and closes no issue (`#12`).
    forge: true,
    // A program can find its comment again by the session, and replace it.
    marker: true,
    // A body may have 65,536 characters; a longer document is divided.
    budget: 65_000,
    // Long outputs are cut, because most readers do not open them.
    limit: 4000,
  },
};

export default presetGithub;
