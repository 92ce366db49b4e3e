import type { Source } from "@ccdag/core";
import type { ClientFiles } from "@ccdag/files/clients";

/** A coding agent other than Claude Code. */
export interface OtherClient {
  /** As the name of its source, and in `clients` of `@ccdag/ccast`. */
  readonly name: string;
  /** What is among the first characters of each of its transcripts, see `Source.mark`. */
  readonly mark: string;
  /** Where its files may be, below the home of a person. */
  readonly folder: string;
  /** The variable that names another place. */
  readonly variable?: string | undefined;
  /** Loads the code that reads it. */
  readonly load: () => Promise<{ readonly source: Source; readonly files: ClientFiles }>;
}

/** The coding agents that are read beside Claude Code. The code of each is loaded when there is a file of it. */
export const clientTable: readonly OtherClient[] = [
  {
    name: "codex",
    mark: '"session_meta"',
    folder: ".codex",
    variable: "CODEX_HOME",
    load: async () => {
      const { codex, files } = await import("@ccdag/source-codex");
      return { source: codex, files };
    },
  },
  {
    name: "gemini",
    mark: '"projectHash"',
    folder: ".gemini",
    load: async () => {
      const { gemini, files } = await import("@ccdag/source-gemini");
      return { source: gemini, files };
    },
  },
  {
    name: "opencode",
    mark: '"opencode',
    folder: ".local/share/opencode",
    variable: "OPENCODE_DATA_DIR",
    load: async () => {
      const { opencode, files } = await import("@ccdag/source-opencode");
      return { source: opencode, files };
    },
  },
  {
    name: "copilot",
    mark: '"session.start"',
    folder: ".copilot",
    variable: "COPILOT_HOME",
    load: async () => {
      const { copilot, files } = await import("@ccdag/source-copilot");
      return { source: copilot, files };
    },
  },
];
