const core = (path) => `packages/core/src/${path}.ts`;
const agents = (path) => `packages/agents/src/${path}.ts`;
const within = (folder, names) => names.map((name) => ({ name, file: core(`${folder}/${name}`) }));

/** The rules in the order in which they run, by family; `level` where one warns. */
export const families = [
  {
    title: "Copies",
    about:
      "Which entries are copies of another one. A copy is an alias of its original: its children are children of the original.",
    rules: within("dag/dedupe", [
      "duplicate-line",
      "replayed-uuid",
      "replayed-content",
      "repeated-block",
      "repeated-notification",
    ]),
  },
  {
    title: "Owners",
    about: "Which thread an entry belongs to, and which file wrote it first.",
    rules: [
      ...within("dag/own", ["file-session", "earliest-session"]),
      ...within("session", ["session-attach"]),
      { name: "internal-agent", file: agents("own/internal-agent") },
      { name: "agent-thread", file: agents("own/agent-thread") },
    ],
  },
  {
    title: "Links",
    about: "Which tool call spawned an agent. The best evidence is tried first, and kept on the edge.",
    rules: [
      "meta-tool-use",
      "result-agent-id",
      "result-text-id",
      "sidechain-parent",
      "prompt-exact",
      "prompt-normal",
      "workflow-run",
      "task-notification",
      "unanchored-agent",
      "missing-agent",
    ].map((name) => ({
      name,
      file: agents(`link/${name}`),
      ...(name === "unanchored-agent" ? { level: "warning" } : {}),
    })),
  },
  {
    title: "Forks",
    about: "What several children of one entry mean.",
    rules: [
      { name: "true-fork", file: core("thread/fork/true-fork"), off: false },
      ...within("thread/fork", [
        "structural-sibling",
        "parallel-result",
        "dead-end-call",
        "live-passthrough",
        "tool-flow",
        "interrupt-notice",
        "local-command",
        "resumed-session",
        "system-sibling",
        "skill-body",
        "draft",
        "concurrent-resume",
        "resume-at",
        "rewind",
      ]),
    ],
  },
  {
    title: "Placement",
    about: "Where roots and bookkeeping records are placed.",
    rules: [
      { name: "parent-cycle", file: core("dag/parent-cycle"), level: "warning" },
      ...within("thread/place", ["compaction-boundary", "orphan-root"]),
      { name: "bookkeeping", file: core("session/bookkeeping") },
      { name: "hook-by-tool", file: core("ccast/hook-by-tool") },
    ],
  },
  {
    title: "Annotations",
    about:
      "Marks repeats in the finished tree, and the results of agents. A rule sets a mark on a node; it moves and removes nothing.",
    rules: [
      "agent-prompt",
      "forked-call",
      "launch-receipt",
      "agent-answer",
      "agent-message",
      "agent-usage",
      "incomplete-agent",
    ].map((name) => ({ name, file: agents(`annotate/${name}`) })),
  },
];

/** Messages that are not named after a rule. */
export const messages = [
  {
    name: "invalid-json",
    level: "warning",
    when: "A line is not a JSON object; a remark where a sidecar is not JSON.",
    advice:
      "The line is listed in the account as malformed, and the rest of the file is read. An interrupted write leaves one such line.",
  },
  {
    name: "invalid-utf8",
    level: "warning",
    when: "Bytes of a line are not UTF-8.",
    advice: "They were replaced by U+FFFD; the rest of the line is as recorded.",
  },
  {
    name: "uuid-collision",
    level: "warning",
    when: "Two entries have the same uuid and different content.",
    advice: "Both stay. The children of the uuid become children of the entry in their file, or of the first one.",
    rule: "replayed-uuid",
  },
  {
    name: "ambiguous-owner",
    level: "remark",
    when: "Several files have an entry, and only their last records or their names show which wrote it first.",
    advice: "Nothing is lost: the other files name their copy. Only the session of the entry may be wrong.",
    rule: "earliest-session",
  },
  {
    name: "ambiguous-parent",
    level: "remark",
    when: "Copies of an entry name several parents that exist.",
    advice: "The parent in the thread that owns the entry is used, else the first one that resolves.",
    rule: "duplicate-line",
  },
  {
    name: "ambiguous-anchor",
    level: "warning",
    when: "The prompts of several calls match one agent.",
    advice: "The first call gets the first agent, by time. It may be the other way round.",
    rule: "prompt-exact",
  },
  {
    name: "missing-parent",
    level: "warning",
    when: "No file has the parent. A remark where that is usual: commands, boundaries, hooks, the root of an agent.",
    advice:
      "A file was cut off, was not loaded, or the client never wrote the entry. Read the whole project folder, if only a part was read.",
    rule: "orphan-root",
  },
  {
    name: "unexpected-root",
    level: "warning",
    when: "A thread has further entries without a parent, in no known shape.",
    advice: "They are placed in the order of their file.",
    rule: "orphan-root",
  },
  {
    name: "fake-fork",
    level: "remark",
    when: "A fork is within one turn, but matches no drawn shape.",
    advice: "Its sides are merged by time, parents first. `ccdag shape` draws it, so that it can be reported.",
    rule: "true-fork",
  },
  {
    name: "unexpected-fork",
    level: "remark",
    when: "Two sides of one turn lead to prompts further down.",
    advice: "The turn comes first, and the prompts are branches.",
    rule: "rewind",
  },
  {
    name: "incomplete-walk",
    level: "warning",
    when: "An entry is in no thread: a fault of ccdag or of an added rule.",
    advice: "It was inserted at its position in the file, parents first; `ccdag check --frail` fails.",
    rule: "true-fork",
  },
  {
    name: "message-order",
    level: "warning",
    when: "A record comes before its parent, or a stream has records that no order can satisfy.",
    advice:
      "Depth first, two sessions that are each a child of the other cannot both come first: read them with `--order kahn`. In a stream such records are at the end, by time; or a plugin has merged separate turns.",
    rule: "parent-cycle",
  },
  {
    name: "other-sessions",
    level: "remark",
    when: "One session was requested; others of the project were read and are not shown.",
    advice: "Pass the folder to see all of them.",
  },
];
