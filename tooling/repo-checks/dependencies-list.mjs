/** What `npx ccdag` may install, unpacked. */
export const limits = { packages: 60, kilobytes: 15_000 };

/** Why each package of another project is in the command line, or installed with it: one row for each direct dependency of ours. */
export const reasons = {
  "@hono/node-server": "connects hono to the HTTP server of Node, for `serve`",
  "@inquirer/core": "reads keys and draws, for the list of sessions of `ccdag` alone",
  "@modelcontextprotocol/sdk": "the protocol of `mcp`: its messages, checked, and a client for tests",
  "@noble/hashes": "synchronous SHA-256, which browsers lack: names of attachments",
  "@secretlint/core": "runs the rules of secretlint, which `--redact` adds to those of ccdag",
  "@secretlint/secretlint-rule-preset-recommend": "the rules of secretlint: formats of keys of many services",
  "@types/hast": "the types of `@ccdag/render-html` name its nodes",
  "@types/mdast": "the types of `@ccdag/mdast` and of the renderers name its nodes",
  "@types/unist": "the types of `@ccdag/ccast` extend its nodes",
  "ansi-sequence-parser": "the colours of terminal output, in pages",
  chokidar: "watches transcripts on all systems, for `serve`",
  "cli-progress": "the progress bar of `site`",
  commander: "parses arguments and prints help",
  diff: "compares lines, for patches of edits and for `diff --text`",
  "csv-stringify": "writes tables as CSV that no spreadsheet runs as formulas",
  "hyparquet-writer": "writes tables as Parquet",
  "es-module-lexer": "finds the imports of a plugin or a config, to notice that one has changed",
  "fastest-levenshtein": "finds the known name that a misspelt setting is nearest to",
  fzstd: "reads transcripts compressed with zstd, which Node 20 cannot",
  hono: "routes, cookies and the event stream of `serve`",
  "import-meta-resolve": "finds plugins as Node does, from the folder of the config",
  json5: "reads the options after `--use name=`",
  "jsonc-parser": "adds the hook of `keep` to the settings of the client, and leaves everything else in that file",
  lowlight: "colours code in pages, with `--highlight full`",
  "markdown-it": "parses the Markdown of messages",
  "mdast-util-from-markdown": "finds code blocks in the Markdown of messages, to the letter of the standard",
  "mdast-util-gfm": "writes tables, task lists and strikethrough",
  "mdast-util-to-markdown": "writes Markdown, escaped",
  "micromark-util-decode-string": "decodes escapes and entities as the Markdown parser does",
  "micromark-util-sanitize-uri": "encodes what an address may not contain",
  open: "opens the browser, for `serve --open`",
  "string-width": "how many cells of a terminal a text takes, for tables and columns",
  unified: "the plugin system",
  vfile: "a file with messages, between all stages",
  "vfile-message": "a message with its file and line",
  "vfile-reporter": "prints messages",
  yaml: "writes the properties of notes",
};

/** Packages of types that may be installed, and who needs them. */
export const types = {
  "@types/debug": "`micromark` depends on it",
  "@types/hast": "published types of ours import it",
  "@types/mdast": "published types of ours import it",
  "@types/ms": "`@types/debug` depends on it",
  "@types/supports-color": "`vfile-reporter` depends on it",
  "@types/unist": "published types of ours import it",
};
