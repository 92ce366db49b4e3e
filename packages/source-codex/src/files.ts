import type { ClientFiles } from "@ccdag/files/clients";

/** How Codex CLI keeps its sessions. */
export const files: ClientFiles = {
  name: "codex",
  version: 1,
  folder: ".codex",
  isFile: () => false,
  facts: () => undefined,
  place: () => [],
};
