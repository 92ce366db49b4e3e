const core = (path) => `packages/core/src/${path}.ts`;
const agents = (path) => `packages/agents/src/${path}.ts`;
const within = (folder, names) => names.map((name) => ({ name, file: core(`${folder}/${name}`) }));

/** The rules in the order in which they run, family by family. `level` is set for rules that warn. */
/** @type {ReadonlyArray<{title: string, about: string, rules: ReadonlyArray<{name: string, file: string, off?: false, level?: "warning"}>}>} */
export const families = [
  {
    title: "Copies",
    about: "Which entries are copies of another one. Children of a copy become children of its original.",
    rules: within("dag/dedupe", [
      "duplicate-line",
      "replayed-uuid",
      "replayed-content",
      "repeated-block",
      "repeated-notification",
      "excerpt",
    ]),
  },
  {
    title: "Owners",
    about: "Which thread an entry belongs to, which file wrote it first, which session another one continues.",
    rules: [
      ...within("dag/own", ["file-session", "named-file", "earliest-session"]),
      ...within("session", ["session-attach", "accepted-plan"]),
      { name: "internal-agent", file: agents("own/internal-agent") },
      { name: "agent-thread", file: agents("own/agent-thread") },
    ],
  },
  {
    title: "Links",
    about: "Which tool call spawned an agent, from the best evidence to the weakest.",
    rules: [
      "meta-tool-use",
      "result-agent-id",
      "result-text-id",
      "sidechain-parent",
      "prompt-exact",
      "prompt-normal",
      "team-and-name",
      "teammate-session",
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
    about: "Whether several children of an entry are one turn, or a choice of the user.",
    rules: [
      { name: "true-fork", file: core("thread/fork/true-fork"), off: false },
      ...within("thread/fork", [
        "queued-prompt",
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
    about: "Where roots and records without a uuid are placed.",
    rules: [
      { name: "parent-cycle", file: core("dag/parent-cycle"), level: "warning" },
      ...within("dag", ["shared-caveat", "retry-below-progress"]),
      ...within("thread/place", ["compaction-boundary", "orphan-root"]),
      { name: "bookkeeping", file: core("session/bookkeeping") },
      { name: "hook-by-tool", file: core("ccast/hook-by-tool") },
    ],
  },
  {
    title: "Annotations",
    about: "What is in the finished tree twice, and how agents ended. A rule only sets fields of nodes.",
    rules: [
      "agent-prompt",
      "forked-call",
      "launch-receipt",
      "agent-answer",
      "agent-message",
      "agent-usage",
      "calls-in-progress",
      "incomplete-agent",
    ].map((name) => ({ name, file: agents(`annotate/${name}`) })),
  },
];

/** Messages that do not have the name of a rule. Rules that report use their own name. */
/** @type {ReadonlyArray<{name: string, level: string, when: string, advice: string, rule?: string}>} */
export const messages = [
  {
    name: "invalid-json",
    level: "warning",
    when: "A line holds no JSON object. A remark for a sidecar that is not JSON.",
    advice:
      "The account lists the line as malformed. An interrupted write leaves one such line. Records that are whole on it are read.",
  },
  {
    name: "invalid-utf8",
    level: "warning",
    when: "A line holds bytes that are not UTF-8.",
    advice: "They were replaced by U+FFFD. The rest of the line is as recorded.",
  },
  {
    name: "deep-json",
    level: "warning",
    when: "A record holds JSON nested deeper than 100 levels.",
    advice: "What is deeper is kept as a string of its JSON.",
  },
  {
    name: "source-failed",
    level: "warning",
    when: "A plugin that reads another agent failed at a line.",
    advice: "This line and those after it are malformed; the other files are read. Its author can mend it.",
  },
  {
    name: "render-failed",
    level: "warning",
    when: "A message or a block cannot be rendered. An error for a whole document.",
    advice:
      "It is shown as plain text. A document that cannot be rendered is not written, and a page of a site says why. This is a bug of ccdag: please report it.",
  },
  {
    name: "trace-events",
    level: "remark",
    when: "A trace holds records of the client, such as hooks, titles and compactions.",
    advice:
      "The conventions of OpenTelemetry have no span for them: each is an event of the span around it, with its text.",
  },
  {
    name: "trace-details",
    level: "remark",
    when: "Results of tools and records of the client have details beside their text, which a trace omits.",
    advice: "`--to json` holds them.",
  },
  {
    name: "trace-times",
    level: "remark",
    when: "Spans of a trace have no time of their own, because their record has none.",
    advice: "They have the time of what was before them, and the attribute `ccdag.untimed`.",
  },
  {
    name: "omitted-by-format",
    level: "warning",
    when: "A format cannot say parts of what was exported: how many, by kind.",
    advice: "Nothing is damaged. `--to json` says everything; `--detail steps` omits thinking beforehand.",
  },
  {
    name: "visited-twice",
    level: "warning",
    when: "The graph lists an entry twice: an error in a stage of an extension.",
    advice: "The walk is truncated there. What it does not reach joins the main thread.",
  },
  {
    name: "wrapped-record",
    level: "remark",
    when: "A file keeps each record in the field `raw`, as some archives do.",
    advice: "The fields beside it are kept in `wrapper`.",
  },
  {
    name: "uuid-collision",
    level: "warning",
    when: "Two entries have the same uuid and different content.",
    advice:
      "Both stay in the tree. A child whose parent is this uuid is attached to the entry in its own file, or to the first one.",
    rule: "replayed-uuid",
  },
  {
    name: "call-id-collision",
    level: "remark",
    when: "Calls of one file have the same id and different input.",
    advice: "Each is a call of its own, with its own result: some gateways count ids anew in each answer.",
    rule: "replayed-content",
  },
  {
    name: "ambiguous-owner",
    level: "remark",
    when: "Only the end times or names of files could decide which wrote an entry first.",
    advice: "The message names the other sessions. Only the session that shows it may be the wrong one.",
    rule: "earliest-session",
  },
  {
    name: "ambiguous-parent",
    level: "remark",
    when: "Copies of an entry name different parents that exist.",
    advice: "The parent on the owning record is used, else the first that resolves.",
    rule: "duplicate-line",
  },
  {
    name: "ambiguous-anchor",
    level: "warning",
    when: "The prompts of several tool calls match one agent.",
    advice: "The first call was matched to the first agent, by time. The true order may be different.",
    rule: "prompt-exact",
  },
  {
    name: "missing-parent",
    level: "warning",
    when: "No file holds the parent of an entry. A remark where this is usual: commands, boundaries, hooks, roots of agents.",
    advice: "A file was cut off or not loaded, or the client never wrote the entry. Read the whole project folder.",
    rule: "orphan-root",
  },
  {
    name: "unexpected-root",
    level: "warning",
    when: "A thread has further roots, of no known shape.",
    advice: "They are placed at their position in the file.",
    rule: "orphan-root",
  },
  {
    name: "fake-fork",
    level: "remark",
    when: "A fork is one turn, but has none of the known shapes.",
    advice: "Its sides are merged by time, parents first. `ccdag shape` draws it, so that you can report it.",
    rule: "true-fork",
  },
  {
    name: "unexpected-fork",
    level: "remark",
    when: "Two sides of one turn lead to prompts further down.",
    advice: "The turn comes first, and the prompts become branches.",
    rule: "rewind",
  },
  {
    name: "incomplete-walk",
    level: "warning",
    when: "An entry is in no thread: a fault of ccdag or of an added rule.",
    advice: "It was inserted at its position in the file, parents first. `ccdag check --frail` fails.",
    rule: "true-fork",
  },
  {
    name: "message-order",
    level: "warning",
    when: "A record comes before its parent.",
    advice:
      "Two sessions that continue each other cannot both come first: use `--order kahn`. In a stream such records come last; the cause is a plugin that merged separate turns.",
    rule: "parent-cycle",
  },
  {
    name: "other-sessions",
    level: "remark",
    when: "Other sessions of the project were read and are not shown.",
    advice: "Give the folder to see all of them.",
  },
];
