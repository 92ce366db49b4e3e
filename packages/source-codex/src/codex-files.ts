import type { ClientFiles } from "@ccdag/files/clients";
import { type CodexFacts, indexFacts, rolloutFacts } from "./codex-facts.ts";
import { rolloutName, titles } from "./names.ts";
import { place } from "./place.ts";

/**
 * How Codex CLI keeps its sessions: each in one file or more below `sessions/`, which go to `archived_sessions/` when they
 * are archived; agents are files beside them. Titles are in `session_index.jsonl`.
 */
export const codexFiles: ClientFiles<CodexFacts> = {
  name: "codex",
  version: 1,
  folder: ".codex",
  variable: "CODEX_HOME",
  isFile: (path) => path === titles || rolloutName(path) !== undefined,
  facts: ({ path, real }) => (path === titles ? indexFacts(real) : rolloutFacts(real, rolloutName(path)!.thread)),
  place,
};
