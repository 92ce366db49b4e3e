import { ccdagDetail } from "@ccdag/processor";
import ccdagRenderMarkdown from "@ccdag/render-markdown";
import ccdagHosts from "ccdag-hosts";
import ccdagToolTickets from "ccdag-tool-tickets";
import type { Preset } from "unified";

/** For a few words each morning: what was asked, what was done, what came of it. */
const ccdagPresetStandup: Preset = {
  plugins: [
    // The text goes to people who need not know where things run.
    ccdagHosts,
    // Calls count, results do not.
    [ccdagDetail, { detail: "steps" }],
    ccdagToolTickets,
    ccdagRenderMarkdown,
  ],
  settings: {
    // A chat shows no folds.
    html: false,
    facts: false,
    limit: 500,
  },
};

export default ccdagPresetStandup;
