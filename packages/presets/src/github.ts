import { ccdagDetail } from "@ccdag/processor";
import ccdagRedact from "@ccdag/redact";
import ccdagRenderMarkdown from "@ccdag/render-markdown";
import type { PluggableList, Preset } from "unified";

/** For a pull request, an issue or a comment on a forge. */
const presetGithub: Preset = {
  // Made anew for each use: unified writes options that are given later into the ones that stand here.
  get plugins() {
    return [
      // Whatever stands in a pull request has been published: keys, addresses and images stay out of it.
      ccdagRedact,
      // What was asked, answered and done. The client's own records are for nobody here.
      [ccdagDetail, { detail: "tools" }],
      ccdagRenderMarkdown,
    ] satisfies PluggableList;
  },
  settings: {
    // What somebody typed calls nobody (`@name`) and closes no issue (`#12`).
    forge: true,
    // A program finds its comment again by the session, and replaces it.
    marker: true,
    // A body has 65,536 characters; what is longer becomes several documents.
    budget: 65_000,
    // An output that nobody unfolds need not be told whole.
    limit: 4000,
  },
};

export default presetGithub;
