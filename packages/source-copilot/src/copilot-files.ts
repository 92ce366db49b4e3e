import type { ClientFiles } from "@ccdag/files/clients";

/** How Copilot CLI keeps its sessions. */
export const copilotFiles: ClientFiles = {
  name: "copilot",
  version: 1,
  folder: ".copilot",
  isFile: () => false,
  facts: () => undefined,
  place: () => [],
};
