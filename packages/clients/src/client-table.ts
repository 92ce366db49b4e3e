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
    name: "gemini",
    mark: '"projectHash"',
    folder: ".gemini",
    load: async () => {
      const { gemini, geminiFiles } = await import("@ccdag/source-gemini");
      return { source: gemini, files: geminiFiles };
    },
  },
  {
    name: "opencode",
    mark: '{"opencode":"',
    folder: ".local/share/opencode",
    variable: "OPENCODE_DATA_DIR",
    load: async () => {
      const { opencode, opencodeFiles } = await import("@ccdag/source-opencode");
      return { source: opencode, files: opencodeFiles };
    },
  },
  {
    name: "copilot",
    mark: '"session.start"',
    folder: ".copilot",
    variable: "COPILOT_HOME",
    load: async () => {
      const { copilot, copilotFiles } = await import("@ccdag/source-copilot");
      return { source: copilot, files: copilotFiles };
    },
  },
  {
    name: "pi",
    mark: '"type":"session"',
    folder: ".pi",
    load: async () => {
      const { pi, piFiles } = await import("@ccdag/source-pi");
      return { source: pi, files: piFiles };
    },
  },
  {
    name: "codex",
    mark: '"payload"',
    folder: ".codex",
    variable: "CODEX_HOME",
    load: async () => {
      const { codex, codexFiles } = await import("@ccdag/source-codex");
      return { source: codex, files: codexFiles };
    },
  },
];
