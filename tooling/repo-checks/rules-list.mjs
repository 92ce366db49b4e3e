const core = (path) => `packages/core/src/${path}.ts`;
const agents = (path) => `packages/agents/src/${path}.ts`;
const within = (folder, names) => names.map((name) => ({ name, file: core(`${folder}/${name}`) }));

/** The rules in the order in which they are asked, family by family; `level` where one warns. */
export const families = [
  {
    title: "Copies",
    about:
      "Which entries say what another one says. A copy is an alias of its original: what hangs on it hangs on the original.",
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
    about: "Which line an entry belongs to, and which file wrote it first.",
    rules: [
      ...within("dag/own", ["file-session", "earliest-session"]),
      ...within("session", ["session-attach"]),
      { name: "internal-agent", file: agents("own/internal-agent") },
      { name: "agent-thread", file: agents("own/agent-thread") },
    ],
  },
  {
    title: "Links",
    about: "Where an agent was born. The best evidence is asked first, and kept on the edge.",
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
    title: "Places",
    about: "Where roots and bookkeeping stand.",
    rules: [
      { name: "parent-cycle", file: core("dag/parent-cycle"), level: "warning" },
      ...within("thread/place", ["compaction-boundary", "orphan-root"]),
      { name: "bookkeeping", file: core("session/bookkeeping") },
      { name: "hook-by-tool", file: core("ccast/hook-by-tool") },
    ],
  },
  {
    title: "Tellings",
    about:
      "What the finished tree says twice, and what agents came to. A mark is put on the node; nothing is moved or taken out.",
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

/** Messages that are no rule's own name. Rules that report use their name. */
export const messages = [
  {
    name: "invalid-json",
    level: "warning",
    when: "A line is no JSON object; a remark where it is a sidecar that is no JSON.",
    advice:
      "The line is listed in the account as malformed, and the rest of the file is read. A write that broke off leaves one such line.",
  },
  {
    name: "invalid-utf8",
    level: "warning",
    when: "Bytes of a line are no UTF-8.",
    advice: "They were replaced by U+FFFD; the rest of the line is as recorded.",
  },
  {
    name: "uuid-collision",
    level: "warning",
    when: "Two entries have one uuid and say different things.",
    advice: "Both stay. What hangs on the uuid hangs on the entry in its own file, or on the first.",
    rule: "replayed-uuid",
  },
  {
    name: "ambiguous-owner",
    level: "remark",
    when: "Several files hold an entry, and only their ends or names are left to say which wrote it first.",
    advice: "Nothing is lost: the others name their copy. Only in which of the sessions it stands may be wrong.",
    rule: "earliest-session",
  },
  {
    name: "ambiguous-parent",
    level: "remark",
    when: "Copies of an entry name several parents that are there.",
    advice: "That of the line which owns the entry is taken, else the first that resolves.",
    rule: "duplicate-line",
  },
  {
    name: "ambiguous-anchor",
    level: "warning",
    when: "Several calls fit one agent by their prompt.",
    advice: "The first call was given the first agent, by time. They may be the other way round.",
    rule: "prompt-exact",
  },
  {
    name: "missing-parent",
    level: "warning",
    when: "A parent is in no file. A remark where that is usual: commands, boundaries, hooks, the root of an agent.",
    advice:
      "A file was cut off, was not loaded, or the client never wrote the entry. Read the whole project folder, if only a part was read.",
    rule: "orphan-root",
  },
  {
    name: "unexpected-root",
    level: "warning",
    when: "A line of conversation has further entries without a parent, of no known shape.",
    advice: "They stand where their file has them.",
    rule: "orphan-root",
  },
  {
    name: "fake-fork",
    level: "remark",
    when: "A fork is one turn, but none of the drawn shapes.",
    advice: "Its sides are merged by time, parents first. `ccdag shape` draws it, so that it can be reported.",
    rule: "true-fork",
  },
  {
    name: "unexpected-fork",
    level: "remark",
    when: "Two sides of one turn lead to prompts further down.",
    advice: "The turn is told first, and the prompts are branches.",
    rule: "rewind",
  },
  {
    name: "incomplete-walk",
    level: "warning",
    when: "An entry is on no line: a fault of ccdag or of an added rule.",
    advice: "It was put in at its place in the file, parents first; `ccdag check --frail` fails.",
    rule: "true-fork",
  },
  {
    name: "message-order",
    level: "warning",
    when: "A record is told before what it hangs on, or a stream has records that no order can satisfy.",
    advice:
      "Depth first, two sessions that hang on one another cannot both come first: read them with `--order kahn`. In a stream such records stand at the end, by time; a plugin has merged turns that stand apart.",
    rule: "parent-cycle",
  },
  {
    name: "other-sessions",
    level: "remark",
    when: "One session was asked for; others of the project were read and are not shown.",
    advice: "Ask for the folder to see all of them.",
  },
];
