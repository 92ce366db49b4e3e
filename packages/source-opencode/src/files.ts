import type { ClientFiles } from "@ccdag/files/clients";

/** How opencode keeps its sessions. */
export const files: ClientFiles = {
  name: "opencode",
  version: 1,
  folder: ".opencode",
  isFile: () => false,
  facts: () => undefined,
  place: () => [],
};
