import type { CommandRow } from "./command-row.ts";

/** What the commands of a group are for, by its name. */
export const groups: Readonly<Record<string, string>> = {
  store: "keep conversations as trees of messages: serve them, import transcripts, export documents",
};

const input = [
  [
    "[input...]",
    "path, project by name, session by id or title, `latest`, - for stdin (default: this project's newest)",
  ],
] as const;

/** The commands in the order of the help. */
export const commandRows: readonly CommandRow[] = [
  {
    name: "export",
    description: "write a transcript as Markdown, HTML or JSON",
    arguments: input,
    example: "export ~/.claude/projects/-home-me-app -o app.md",
    run: async (inputs, options, io) => (await import("./command/export.ts")).runExport(inputs, options, io),
  },
  {
    name: "site",
    description: "write pages of whole projects with an index and a search; unchanged pages are kept",
    arguments: [["[input...]", "path, project by name, session by id or title, `latest` (default: all projects)"]],
    example: "site ~/.claude/projects -o ~/talks",
    run: async (inputs, options, io) => (await import("./command/site.ts")).runSite(inputs, options, io),
  },
  {
    name: "serve",
    description:
      "show pages in the browser of this machine, updated while a session is running; or a site that `ccdag site` has written",
    arguments: [
      ["[input...]", "path, project by name, session by id or title, `latest`, or a site (default: this project)"],
    ],
    example: "serve --open",
    run: async (inputs, options, io) => (await import("./command/serve.ts")).runServe(inputs, options, io),
  },
  {
    name: "keep",
    description: "copy transcripts into an archive before the client deletes them; nothing kept is ever lost",
    arguments: [["<folder>", "the archive; it is created if it does not exist"]],
    example: "keep ~/claude-archive",
    run: async ([folder], options, io) => (await import("./command/keep.ts")).runKeep(folder!, options, io),
  },
  {
    name: "pick",
    description: "choose a session from a list, and what to do with it; `ccdag` alone does the same in a terminal",
    arguments: [],
    example: "pick --root ~/archive",
    run: async (_, options, io) => (await import("./command/pick.ts")).runPick(options, io),
  },
  {
    name: "ls",
    description: "list the sessions of all projects, or of those that are named; newest first",
    arguments: [["[input...]", "path, project by name, session by id or title (default: all projects)"]],
    example: "ls --projects --sort cost",
    isUntrusted: true,
    run: async (inputs, options, io) => (await import("./command/ls.ts")).runLs(inputs, options, io),
  },
  {
    name: "search",
    description: "find sessions by what was said in them, in all projects",
    arguments: [["<words...>", "texts that all occur in one message; one in quotes is a phrase, /…/ a pattern"]],
    example: "search timeout retry --in prompts",
    isUntrusted: true,
    run: async (words, options, io) => (await import("./command/search.ts")).runSearch(words, options, io),
  },
  {
    name: "mcp",
    description:
      "answer the questions of a model about sessions: a read-only MCP server on stdin and stdout; it uses a config of the project only with --config",
    arguments: [],
    example: "mcp --root ~/archive",
    hasUserConfigOnly: true,
    run: async (_, options, io) => (await import("./command/mcp.ts")).runMcp(options, io),
  },
  {
    name: "store serve",
    description: "serve a store of conversations with branches over HTTP, on this machine unless there is a token",
    arguments: [],
    example: "store serve --port 8765 --data ~/conversations",
    run: async (args, options, io) => (await import("./command/store-serve.ts")).runStoreServe(args, options, io),
  },
  {
    name: "store import",
    description: "put transcripts into a store: what is there already is not read again",
    arguments: [["[path...]", "folder of projects, project, any folder, or transcript (default: all projects)"]],
    example: "store import ~/.claude/projects --data ~/conversations",
    run: async (paths, options, io) => (await import("./command/store-import.ts")).runStoreImport(paths, options, io),
  },
  {
    name: "store export",
    description: "write sessions of a store as documents; every command reads them with --store",
    arguments: [["[input...]", "project by name, session by id or title, `latest` (default: all sessions)"]],
    example: "store export latest --data ~/conversations -o talk.html",
    run: async (inputs, options, io) => (await import("./command/store-export.ts")).runStoreExport(inputs, options, io),
  },
  {
    name: "store token",
    description: "make a token for the server of a store; without a name, list them",
    arguments: [["[name]", "what the token is called"]],
    example: "store token laptop --data postgres://ccdag@db/ccdag",
    run: async (args, options, io) => (await import("./command/store-token.ts")).runStoreToken(args, options, io),
  },
  {
    name: "worker",
    description: "do the work of `store import --workers` and `store export --workers`, on as many machines as wanted",
    arguments: [],
    example: "worker --data postgres://ccdag@db/ccdag",
    run: async (args, options, io) => (await import("./command/worker.ts")).runWorker(args, options, io),
  },
  {
    name: "check",
    description: "verify that nothing was lost: messages, the account of all lines, the order",
    arguments: input,
    example: "check ~/.claude/projects --drift",
    isUntrusted: true,
    run: async (inputs, options, io) => (await import("./command/check.ts")).runCheck(inputs, options, io),
  },
  {
    name: "branches",
    description: "list the ends of all branches; a star marks the one that was continued",
    arguments: input,
    example: "branches session.jsonl",
    run: async (inputs, options, io) => (await import("./command/branches.ts")).runBranches(inputs, options, io),
  },
  {
    name: "tree",
    description: "draw sessions, branches, agents and compactions",
    arguments: input,
    example: "tree ~/.claude/projects/-home-me-app",
    run: async (inputs, options, io) => (await import("./command/tree.ts")).runTree(inputs, options, io),
  },
  {
    name: "agents",
    description: "list agents: which call spawned them, how long they ran, how they ended",
    arguments: input,
    example: "agents session.jsonl",
    isUntrusted: true,
    run: async (inputs, options, io) => (await import("./command/agents.ts")).runAgents(inputs, options, io),
  },
  {
    name: "edits",
    description:
      "list the files that a session changed, how often and by whom, or print them as a patch for `git apply`",
    arguments: input,
    example: "edits --patch latest > session.patch",
    isUntrusted: true,
    run: async (inputs, options, io) => (await import("./command/edits.ts")).runEdits(inputs, options, io),
  },
  {
    name: "usage",
    description: "tokens and cost by session, day, month, project, model or agent; each API call counts once",
    arguments: input,
    example: "usage --by month,project --since 2026-01",
    isUntrusted: true,
    run: async (inputs, options, io) => (await import("./command/usage.ts")).runUsage(inputs, options, io),
  },
  {
    name: "diff",
    description: "compare two branches: what they share, where they fork, what each did",
    arguments: [["<leaf>", "an entry or a branch, as `branches` lists them"], ["<other>", "another one"], ...input],
    example: "diff 3b30241f 91ab23cd session.jsonl",
    run: async ([leaf, other, ...inputs], options, io) =>
      (await import("./command/diff.ts")).runDiff([leaf!, other!], inputs, options, io),
  },
  {
    name: "explain",
    description: "say where an entry went, by which rules, and on which evidence",
    arguments: [
      ["<uuid>", "an entry, or <path>:<line> of a record without a uuid"],
      ["[input...]", "as for export (default: every project that holds the uuid)"],
    ],
    example: "explain 3eb875fe-0b1c-4d6e-9a53-2f1f0c7d9e10 ~/.claude/projects/-home-me-app",
    run: async ([uuid, ...inputs], options, io) =>
      (await import("./command/explain.ts")).runExplain(uuid!, inputs, options, io),
  },
  {
    name: "shape",
    description: "draw the recorded graph without any text of the conversation",
    arguments: input,
    example: "shape session.jsonl --around 3b30241f",
    run: async (inputs, options, io) => (await import("./command/shape.ts")).runShape(inputs, options, io),
  },
  {
    name: "mask",
    description: "copy transcripts for a bug report: every text replaced by its length, every id renamed",
    arguments: input,
    example: "mask session.jsonl -o masked/",
    run: async (inputs, options, io) => (await import("./command/mask.ts")).runMask(inputs, options, io),
  },
  {
    name: "config",
    description: "print settings, and where each comes from: a config, a variable or the default",
    arguments: [["[name]", "a setting, to print its value alone"]],
    example: "config limit",
    isUntrusted: true,
    run: async ([name], options, io) => (await import("./command/config.ts")).runConfig(name, options, io),
  },
  {
    name: "completion",
    description: "print a script with which a shell completes commands, options and sessions",
    arguments: [["<shell>", "bash, zsh or fish"]],
    example: "completion zsh > ~/.zfunc/_ccdag",
    isPlain: true,
    run: async ([shell], _, io) => (await import("./command/completion.ts")).runCompletion(shell!, io),
  },
  {
    name: "complete",
    description: "print candidates for the last word of a command line",
    arguments: [["[word...]", "the words after `ccdag`, after `--`"]],
    example: "complete -- export --de",
    isPlain: true,
    isHidden: true,
    run: async (words, _, io) => (await import("./command/complete.ts")).runComplete(words, io),
  },
];
