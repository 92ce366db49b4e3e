import { ccdagDetail } from "@ccdag/processor";
import ccdagRenderObsidian from "@ccdag/render-obsidian";
import type { PluggableList, Preset } from "unified";

/** For a vault: notes with properties that link to one another. */
const presetObsidian: Preset = {
  // Made anew for each use: unified writes options that are given later into the ones that stand here.
  get plugins() {
    return [
      // A note is read by a person; the client's own records are counted.
      [ccdagDetail, { detail: "tools" }],
      ccdagRenderObsidian,
    ] satisfies PluggableList;
  },
  settings: {
    // A long output makes a note slow: it is a file beside it, and so are images.
    limit: 10_000,
    outputs: "files",
    images: "files",
    assetFolder: "attachments/",
  },
};

export default presetObsidian;
