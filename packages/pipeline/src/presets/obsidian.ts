import { ccdagDetail } from "@ccdag/processor";
import ccdagRenderObsidian from "@ccdag/render-obsidian";
import type { PluggableList, Preset } from "unified";

/** Preset for an Obsidian vault: a note with properties, with images and long outputs as files. */
const presetObsidian: Preset = {
  // A getter makes a new list for each use, because unified writes later options into the list.
  get plugins() {
    return [
      // Prompts, answers and tool calls. Records of the client are only counted.
      [ccdagDetail, { detail: "tools" }],
      ccdagRenderObsidian,
    ] satisfies PluggableList;
  },
  settings: {
    // Long outputs make a note slow, so they become files, as images do.
    limit: 10_000,
    outputs: "files",
    images: "files",
    assetFolder: "attachments/",
  },
};

export default presetObsidian;
