/** What can be written. */
export type PluginKind = "renderer" | "tool" | "source";

/** What the files of a kind need to know besides the name. */
export interface KindFacts {
  /** What it is, for help and messages. */
  readonly what: string;
  /** The name of its package. */
  readonly packageOf: (name: string) => string;
  readonly description: (name: string) => string;
  readonly keyword: string;
  /** Packages that only this kind imports. */
  readonly dependencies: readonly string[];
  /** The command that uses it: by a name, or by the path of its module. */
  readonly use: (by: string) => string;
}

/** All kinds. */
export const kinds: Readonly<Record<PluginKind, KindFacts>> = {
  renderer: {
    what: "an output format",
    packageOf: (name) => `ccdag-render-${name}`,
    description: (name) => `Renders sessions of coding agents as ${name}.`,
    keyword: "ccdag-renderer",
    dependencies: [],
    use: (by) => `ccdag export --to ${by}`,
  },
  tool: {
    what: "a view of the calls of a tool",
    packageOf: (name) => `ccdag-tool-${name}`,
    description: (name) => `Shows the calls of ${name} in sessions of coding agents.`,
    keyword: "ccdag-plugin",
    dependencies: ["@ccdag/mdast", "@ccdag/render-markdown"],
    use: (by) => `ccdag export --use ${by}`,
  },
  source: {
    what: "the sessions of another coding agent",
    packageOf: (name) => `ccdag-source-${name}`,
    description: (name) => `Reads the sessions of ${name} for ccdag.`,
    keyword: "ccdag-source",
    dependencies: ["@ccdag/core", "@ccdag/files"],
    use: (by) => `ccdag ls --use ${by}`,
  },
};
