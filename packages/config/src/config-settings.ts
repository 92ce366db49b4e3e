import type { RendererSettings } from "@ccdag/pipeline/tables";

/**
 * What `settings` of a config may hold: the options of the command line that are settings, and the options of renderers. A
 * plugin that has settings of its own exports their names as `settings`, and adds them to this interface.
 */
export interface Settings extends OptionSettings, Omit<RendererSettings, keyof OptionSettings> {}

/** The options of the command line that are settings, by their names in the table of options. */
export interface OptionSettings {
  /** Output format, or the name of a renderer plugin: `--to`. */
  to?: string | undefined;
  /** How much is shown: `--detail`. */
  detail?: "prompts" | "talk" | "steps" | "tools" | "full" | undefined;
  /** Whether thinking is shown: `--thinking`. */
  thinking?: boolean | undefined;
  /** The tools whose calls are shown: `--tools`. */
  tools?: string | readonly string[] | undefined;
  /** Order of messages: `--order`. */
  order?: "session-tree" | "kahn" | "timestamp" | "file" | undefined;
  /** What a compaction does to its session: `--compaction`. */
  compaction?: "continue" | "root" | "strip" | undefined;
  /** Where agents are shown: `--agents`. */
  agents?: "inline" | "after" | "separate" | "none" | undefined;
  /** Where branches are shown, in a folder: `--branches`. */
  branches?: "inline" | "separate" | undefined;
  /** Characters of one tool output, or `"none"`: `--limit`. */
  limit?: number | "none" | undefined;
  /** Characters of one document, or `"none"`: `--budget`. */
  budget?: number | "none" | undefined;
  /** What to do with images: `--images`. */
  images?: "link" | "embed" | "files" | "none" | undefined;
  /** How code is highlighted in HTML: `--highlight`; in JavaScript also a highlighter, or `false`. */
  highlight?: "fast" | "full" | "none" | RendererSettings["highlight"];
  /** Whether images from the web stay images: `--remote-images`. */
  remoteImages?: boolean | undefined;
  /** remark plugins on Markdown, as after `--remark`. */
  remark?: string | readonly string[] | undefined;
  /** Whether a drawing of the graph is above Markdown: `--graph`. */
  graph?: boolean | undefined;
  /** Whether token usage is shown: `--tokens`. */
  tokens?: boolean | undefined;
  /** Whether cost is shown: `--cost`. */
  cost?: boolean | undefined;
  /** A file of prices, which are used where cost is shown: `--prices`; in JavaScript also the prices themselves. */
  prices?: string | RendererSettings["prices"];
  /** Whether secrets are redacted: `--redact`. With `false` the format decides; only `--no-redact` switches it off. */
  redact?: boolean | undefined;
  /** A file of words and patterns that are redacted, too: `--redact-extra`. It switches redaction on. */
  redactExtra?: string | undefined;
  /** Whether redaction keeps images: `--keep-images`. It switches redaction on. */
  keepImages?: boolean | undefined;
  /** Threads, for a folder of documents: `--jobs`. */
  jobs?: number | string | undefined;
  /** Whether a site has a search: `--search`. */
  search?: boolean | undefined;
  /** Whether open pages are updated when transcripts change: `--watch`. */
  watch?: boolean | undefined;
  /** Whether `serve` opens the browser: `--open`. */
  open?: boolean | undefined;
  /** Port of the server: `--port`. */
  port?: number | string | undefined;
  /** The folder of the store, or the address of a PostgreSQL server: `--data`. */
  data?: string | undefined;
  /** Whether `check` exits with 1 on warnings, too: `--frail`. */
  frail?: boolean | undefined;
  /** Whether links that lead out of a folder are read: `--follow-links`. */
  followLinks?: boolean | undefined;
  /** The cache folder; `false` for none: `--cache`. */
  cache?: string | false | undefined;
  /** Whether only errors are printed: `--quiet`. */
  quiet?: boolean | undefined;
  /** Whether remarks are printed, too: `--verbose`. */
  verbose?: boolean | undefined;
  /** Folders of projects that are read, too, as one with that of the client: `--root`. */
  root?: string | readonly string[] | undefined;
  /** Projects that were moved or renamed, each as `old=new`: `--alias`. */
  alias?: string | readonly string[] | undefined;
  /** What `ccdag ls` is sorted by: `--sort`. */
  sort?: string | undefined;
  /** Whether days and times of options and tables are in UTC: `--utc`. */
  utc?: boolean | undefined;
  /** Whether messages are coloured: `--color`. */
  color?: boolean | undefined;
}
