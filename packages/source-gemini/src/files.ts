import type { ClientFiles } from "@ccdag/files/clients";

/** How Gemini CLI keeps its sessions. */
export const files: ClientFiles = {
  name: "gemini",
  version: 1,
  folder: ".gemini",
  isFile: () => false,
  facts: () => undefined,
  place: () => [],
};
