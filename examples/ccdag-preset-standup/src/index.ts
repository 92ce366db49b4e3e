import { ccdagDetail } from "@ccdag/processor";
import ccdagRenderMarkdown from "@ccdag/render-markdown";
import ccdagHosts from "ccdag-hosts";
import ccdagToolTickets from "ccdag-tool-tickets";
import type { Preset } from "unified";

/** For a daily stand-up: what was asked, what was done, and the outcome. */
const ccdagPresetStandup: Preset = {
  plugins: [
    // The readers need not know the names of hosts.
    ccdagHosts,
    // Show tool calls without their results.
    [ccdagDetail, { detail: "steps" }],
    ccdagToolTickets,
    ccdagRenderMarkdown,
  ],
  settings: {
    // Chats do not render collapsible sections.
    html: false,
    facts: false,
    limit: 500,
  },
};

export default ccdagPresetStandup;
