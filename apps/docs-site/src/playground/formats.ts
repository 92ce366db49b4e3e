import type { Pluggable } from "unified";
import type { PlaygroundFormat } from "./options.ts";

/** A renderer, or a preset with one, and the options that the command line gives it. */
export interface LoadedFormat {
  readonly plugin: Pluggable;
  readonly options?: Readonly<Record<string, unknown>> | undefined;
}

/** How each format is loaded: nothing is fetched before it is wanted. */
export const formats: Readonly<Record<PlaygroundFormat, () => Promise<LoadedFormat>>> = {
  html: async () => {
    const [{ default: plugin }, { highlight }] = await Promise.all([
      import("@ccdag/render-html"),
      import("@ccdag/render-html/highlight"),
    ]);
    return { plugin, options: { highlight } };
  },
  markdown: async () => ({ plugin: (await import("@ccdag/render-markdown")).default }),
  github: async () => ({ plugin: (await import("@ccdag/presets/github")).default }),
  llm: async () => ({ plugin: (await import("@ccdag/presets/llm")).default }),
  plain: async () => ({ plugin: (await import("@ccdag/presets/plain")).default }),
  json: async () => ({ plugin: (await import("@ccdag/render-json")).default }),
  jsonl: async () => ({ plugin: (await import("@ccdag/render-json/jsonl")).default }),
  messages: async () => ({ plugin: (await import("@ccdag/render-json/messages")).default }),
  mermaid: async () => ({ plugin: (await import("@ccdag/render-graph")).default }),
  dot: async () => ({ plugin: (await import("@ccdag/render-graph")).default, options: { language: "dot" } }),
};
