import type { LibraryOptions } from "@ccdag/library";
import type { DetailOptions } from "@ccdag/processor";
import type { RedactOptions } from "@ccdag/redact";

/** Options of the plugin. Those of how much is shown are defaults: a block may set them. */
export interface RemarkCcdagOptions extends Pick<LibraryOptions, "cache" | "clients" | "cwd" | "env">, DetailOptions {
  /**
   * The folders of projects that are read, such as copies of `~/.claude/projects`, relative to `cwd`; with them nothing else is
   * read, whatever path a block names (default: the folders of all coding agents of this machine, and every path).
   */
  readonly roots?: readonly string[] | undefined;
  /**
   * How secrets and names are redacted; `false` to redact nothing (default: all detectors of `@ccdag/redact`, and images are
   * removed).
   */
  readonly redact?: RedactOptions | false | undefined;
  /** How much of each output of a tool is shown, in characters (UTF-16 units) (default: 10,000). */
  readonly limit?: number | undefined;
  /**
   * Whether collapsible sections and anchors are `html` nodes, as forges show them (default: `false`: a section is a quote, of
   * which remark-rehype makes `<details>`).
   */
  readonly html?: boolean | undefined;
}
