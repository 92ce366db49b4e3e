import type { Branch, Compaction, Content, FlowContent, Notice, ToolCall } from "@ccdag/ccast";
import type { BlockContent } from "mdast";
import { describe, expect, it } from "vitest";
import {
  compactionLabel,
  defaultLabels,
  formatTime,
  oneLine,
  parseMarkdown,
  type State,
  toMdast,
} from "../src/index.ts";
import { time, text, message, call, session, root, show, output, view } from "./render.ts";

describe("toMdast", () => {
  it("R001 R003: every session begins with a header, and a child links back to what it continues", () => {
    const child = session("22222222-b", [message("h", "user", [text("more")])], {
      from: { uuid: "g", sessionId: "11111111-a" },
    });
    const document = output(
      root(
        session("11111111-a", [message("g", "user", [text("hello")]), child], {
          cwd: "/app",
          gitBranch: "main",
          version: "2.1.329",
        }),
      ),
    );
    expect(document).toContain('heading 1\n  anchor session-11111111-a\n  text "Session 11111111 • hello"');
    expect(document).toContain('inlineCode "/app"');
    expect(document).toContain('heading 1\n  anchor session-22222222-b\n  text "Session 22222222 • more"');
    expect(document).toContain(
      'text "← "\n  link #msg-g\n    text "Continues from message “hello” in Session 11111111"',
    );
  });

  it("R002: a junction leads forward; a session forks in the middle and continues at the end", () => {
    const junction = { uuid: "x", sessionId: "33333333" };
    const document = output(
      root(
        session("s", [
          message("e", "user", [text("1")], { junctions: [junction] }),
          message("g", "user", [text("2")], { junctions: [{ ...junction, uuid: "y" }] }),
          session("33333333", [message("x", "user", [text("3")])]),
        ]),
      ),
    );
    expect(document).toContain('link #session-33333333\n    text "Session 33333333"\n  text " forks here"');
    expect(document).toContain('link #session-33333333\n    text "Session 33333333"\n  text " continues here"');
  });

  it("a junction to a thread that is not rendered has no link", () => {
    const junctions = [
      { uuid: "x", sessionId: "33333333" },
      { uuid: "y", branch: "44444444" },
    ];
    const document = output(root(session("s", [message("e", "user", [text("1")], { junctions })])));
    expect(document).not.toContain("link #");
    expect(document).toContain('text "Branch 44444444"');
  });

  it("R004: the title of a branch: its uuid, its first words, and its kind", () => {
    const branch: Branch = {
      type: "branch",
      uuid: "abcdef12-3",
      rule: "rewind",
      from: { uuid: "a" },
      active: true,
      children: [message("u", "user", [text("try <b>again</b>")])],
    };
    const document = output(
      root(
        session("s", [
          message("a", "assistant", [text("x")], { junctions: [{ uuid: "abcdef12-3", branch: "abcdef12-3" }] }),
          branch,
          { ...branch, from: null, rule: "draft", active: undefined, uuid: "fedcba98" },
        ]),
      ),
    );
    expect(document).toContain(
      'heading 2\n  anchor branch-abcdef12-3\n  text "⑂ Branch • abcdef12 • try <b>again</b>"',
    );
    expect(document).toContain('emphasis\n    text "rewound, continued here"');
    expect(document).toContain('text "Branch abcdef12"\n  text " splits off here"');
    expect(document).toContain('text "One of several alternative beginnings. "');
    expect(document).toContain("heading 3\n  anchor msg-u");
  });

  it("a draft is collapsed, and marked if its text was typed again", () => {
    const branch = (uuid: string, rule: Branch["rule"], words: string): Branch => ({
      type: "branch",
      uuid,
      rule,
      from: { uuid: "a" },
      children: [message(`${uuid}-p`, "user", [text(words)])],
    });
    const answer = message("a", "assistant", [text("x")]);
    const document = output(root(session("s", [answer, branch("b1", "draft", "go"), branch("b2", "rewind", "go")])));
    expect(document).toContain('emphasis\n    text "draft, never answered, abandoned and typed again"');
    expect(document).toMatch(/details "Draft"[^]*anchor msg-b1-p[^]*branch-b2/);
    const other = output(root(session("s", [answer, branch("b1", "draft", "go"), branch("b2", "rewind", "stop")])));
    expect(other).toContain('emphasis\n    text "draft, never answered"');
  });

  it("a resumed session is marked, before the messages that follow", () => {
    const resumed = message("b", "assistant", [text("No response requested.")], { resumed: true });
    const document = output(root(session("s", [message("a", "assistant", [text("x")]), resumed])));
    expect(document).toMatch(/"x"[^]*text "The session was resumed here."[^]*anchor msg-b/);
  });

  it("a heading shows speaker and time; consecutive messages of a speaker have one heading and an anchor each", () => {
    const document = output(
      root(
        session("s", [
          message("u", "user", [text("hi")]),
          message("a", "assistant", [text("1")], { model: "claude-5" }),
          message("b", "assistant", [text("2")]),
          message("v", "user", [text("again")]),
        ]),
      ),
    );
    expect(document).toContain('text "Human · 2026-04-14 09:09:28"');
    expect(document).toContain(
      'text "Claude · 2026-04-14 09:09:28 · claude-5"\nmarkdown "1"\nanchor msg-b\nmarkdown "2"\nheading 2\n  anchor msg-v',
    );
  });

  it("R008: hooks and other records are collapsed at the end of the turn; important ones stay at their position", () => {
    const notice = (subtype: string, value?: string): Notice => ({
      type: "notice",
      entryType: "attachment",
      subtype,
      value,
      timestamp: time,
    });
    const document = output(
      root(
        session("s", [
          message("u", "user", [text("hi")]),
          notice("hook_success", "ok"),
          message("a", "assistant", [text("1")]),
          notice("date"),
          { ...notice("api_error", "overloaded"), entryType: "system" },
          message("v", "user", [text("on")]),
        ]),
      ),
    );
    expect(document).toContain(
      'details "system/api_error · 2026-04-14 09:09:28"\n  code "overloaded"\ndetails "Records (2)"\n  paragraph\n    inlineCode "1 attachment/hook_success, 1 attachment/date"',
    );
    expect(document.indexOf("Records")).toBeGreaterThan(document.indexOf('markdown "1"'));
  });

  it.each<[string, Content, string]>([
    ["thinking is folded", { type: "thinking", value: "hm" }, 'details "Thinking"\n  markdown "hm"'],
    [
      "redacted thinking is marked",
      { type: "thinking", value: "", redacted: true },
      'paragraph\n  emphasis\n    text "Thinking was redacted."',
    ],
    [
      "an image has its type and size",
      { type: "image", mediaType: "image/png", data: "a".repeat(4096) },
      'paragraph\n  emphasis\n    text "[Image · image/png · 3 kB]"',
    ],
    [
      "a document too, with its address",
      { type: "document", mediaType: "application/pdf", title: "T", url: "https://example.org/t.pdf" },
      "link https://example.org/t.pdf",
    ],
    [
      "a result without a call is folded",
      { type: "toolResult", toolUseId: "t9", children: [{ type: "text", value: "\u001B[31mred\u001B[0m" }] },
      'details "Result t9"\n  code "red"',
    ],
    [
      "an unknown block is rendered whole",
      { type: "unknown", blockType: "scent", raw: { of: "rain" } },
      'details "Unknown block: scent"\n  code "{\\n  \\"of\\": \\"rain\\"\\n}"',
    ],
    ["a node of an unknown type survives", { type: "citation", page: 7 } as never, 'details "Unknown block: citation"'],
  ])("%s", (_, node, expected) =>
    expect(output(root(session("s", [message("a", "assistant", [node])])))).toContain(expected),
  );

  it.each([
    ["command", "<command-name>/model</command-name>\n<command-args>opus</command-args>", 'code "/model opus"'],
    ["command-output", "<local-command-stdout>\u001B[1mok\u001B[0m</local-command-stdout>", 'code "ok"'],
    ["command-output", "plain", 'code "plain"'],
    ["bash", "<bash-input>ls</bash-input>", 'code "ls"'],
    ["bash-output", "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>", 'code "a"\ncode "b"'],
    [
      "meta",
      "<local-command-caveat>Caveat</local-command-caveat>",
      'details "Context from the client"\n  markdown "Caveat"',
    ],
    ["skill", "body", 'details "Context from the client"\n  markdown "body"'],
    ["compact-summary", "so far", 'details "Summary"\n  markdown "so far"'],
    ["command", "no tags at all", 'markdown "no tags at all"'],
    ["bash", "no tags", 'markdown "no tags"'],
    ["bash-output", "<odd>", 'markdown "<odd>"'],
  ] as const)("what the client wrote in tags is shown as what it is: %s", (origin, words, expected) => {
    expect(output(root(session("s", [message("u", "user", [text(words)], { origin })])))).toContain(expected);
  });

  it("takes extensions: a handler, a view, labels, addresses", () => {
    const options = {
      extensions: [
        {
          handlers: { text: (): BlockContent[] => [{ type: "thematicBreak" }] },
          tools: {
            Bash: (_: ToolCall, state: State) => [state.paragraph("mine")],
          },
        },
      ],
      labels: { session: "Sitzung" },
      href: ({ uuid }: { uuid: string }) => (uuid === "g" ? "other.md" : undefined),
    };
    const document = output(
      root(session("s", [message("a", "assistant", [text("x"), call("Bash", {})])], { from: { uuid: "g" } })),
      options,
    );
    expect(document).toContain("thematicBreak");
    expect(document).toContain('text "mine"');
    expect(document).toContain('text "Sitzung s"');
    expect(document).toContain("link other.md#msg-g");
  });

  it("renders any node alone, and an empty tree", () => {
    expect(output(root())).toBe("");
    expect(output(session("s", []))).toContain("Session s");
    expect(output(message("u", "user", [text("hi")]) as never)).toContain('markdown "hi"');
  });

  it("renders branches nested 3,000 deep", () => {
    let flow: FlowContent[] = [];
    for (let level = 0; level < 3000; level++)
      flow = [
        message(`u${level}`, "user", [text("x")]),
        { type: "branch", uuid: `b${level}`, rule: "rewind", from: null, children: flow },
      ];
    expect(toMdast(root(session("s", flow))).children.length).toBeGreaterThan(9000);
  });
});

describe("tool views", () => {
  it.each<[string, ToolCall, string]>([
    [
      "Bash",
      call("Bash", { command: "ls -la", description: "List" }, {}),
      'details "🔧 Bash: List"\n  code "ls -la"\n  code "out"',
    ],
    [
      "a shell of another agent, under its own name",
      call("exec_command", { cmd: "ls -la" }, {}),
      'details "🔧 exec_command: ls -la"\n  code "ls -la"\n  code "out"',
    ],
    [
      "a patch of several files",
      call(
        "apply_patch",
        { input: "*** Begin Patch\n*** Add File: a.txt\n+x\n*** Delete File: b.txt\n*** End Patch" },
        {},
      ),
      'details "🔧 apply_patch: a.txt, b.txt"\n  code "*** Begin Patch\\n*** Add File: a.txt\\n+x\\n*** Delete File: b.txt\\n*** End Patch"',
    ],
    ["a call that failed", call("Bash", { command: "false" }, { isError: true }), 'details "🔧 Bash: false (failed)"'],
    ["a call without a result", call("Bash", { command: "sleep 9" }), 'emphasis\n      text "No result was recorded."'],
    [
      "Read",
      call("Read", { file_path: "/a.ts", offset: 5, limit: 10 }, {}),
      'details "🔧 Read: /a.ts (lines 5–14)"\n  code "out"',
    ],
    ["Read from a line", call("Read", { file_path: "/a.ts", offset: 5 }, {}), "/a.ts (from line 5)"],
    [
      "Edit",
      call(
        "Edit",
        { file_path: "/a.ts", old_string: "a", new_string: "b" },
        {
          structured: {
            structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-a", "+b"] }],
          },
        },
      ),
      'details "🔧 Edit: /a.ts"\n  code "@@ -1,1 +1,1 @@\\n-a\\n+b"',
    ],
    [
      "Edit without a patch",
      call("Edit", { file_path: "/a.ts", old_string: "a\nb", new_string: "" }, {}),
      'code "-a\\n-b"',
    ],
    [
      "an Edit that failed",
      call("Edit", { old_string: "a", new_string: "b" }, { isError: true, text: "no such text" }),
      'code "-a\\n+b"\n  code "no such text"',
    ],
    [
      "MultiEdit",
      call(
        "MultiEdit",
        {
          file_path: "/a",
          edits: [
            { old_string: "a", new_string: "b" },
            { old_string: "c", new_string: "d" },
          ],
        },
        {},
      ),
      'code "-a\\n+b\\n-c\\n+d"',
    ],
    [
      "NotebookEdit",
      call("NotebookEdit", { notebook_path: "/n.ipynb", old_string: "", new_string: "x" }, {}),
      "/n.ipynb",
    ],
    ["Write", call("Write", { file_path: "/a.ts", content: "let a" }, {}), 'details "🔧 Write: /a.ts"\n  code "let a"'],
    ["Grep", call("Grep", { pattern: "foo", path: "src", glob: "*.ts" }, {}), "🔧 Grep: foo in *.ts in src"],
    ["Glob", call("Glob", { pattern: "**/*.ts" }, {}), "🔧 Glob: **/*.ts"],
    [
      "TodoWrite",
      call(
        "TodoWrite",
        { todos: [{ content: "one", status: "completed" }, { content: "two", status: "in_progress" }, "odd"] },
        {},
      ),
      'details "🔧 TodoWrite: 1 of 3 done"\n  list',
    ],
    ["TodoWrite with nothing in it", call("TodoWrite", {}, {}), 'details "🔧 TodoWrite"\n  code "out"'],
    ["TaskUpdate", call("TaskUpdate", { taskId: "3", status: "completed" }, {}), "🔧 TaskUpdate: #3 completed"],
    [
      "TaskCreate",
      call("TaskCreate", { subject: "Test it", description: "All of it" }, {}),
      'details "🔧 TaskCreate: Test it"\n  code "All of it"',
    ],
    [
      "Task",
      call("Task", { subagent_type: "scout", description: "look", prompt: "Look around" }, {}),
      'details "🔧 Task: scout – look"\n  paragraph\n    strong\n      text "Prompt"\n  code "Look around"\n  paragraph\n    strong\n      text "Answer"\n  code "out"',
    ],
    ["Agent", call("Agent", { name: "bo", prompt: "Go" }, {}), "🔧 Agent: bo"],
    [
      "WebFetch",
      call("WebFetch", { url: "https://example.org", prompt: "What?" }, {}),
      'details "🔧 WebFetch: https://example.org"\n  code "What?"\n  code "out"',
    ],
    ["WebSearch", call("WebSearch", { query: "rain" }, {}), "🔧 WebSearch: rain"],
    [
      "any other",
      call("mcp__maps__find", { place: "Rome", n: 1 }, {}),
      'details "🔧 mcp__maps__find: Rome"\n  code "{\\n  \\"place\\": \\"Rome\\",\\n  \\"n\\": 1\\n}"\n  code "out"',
    ],
    ["an input that is no object", call("Odd", "text", {}), 'code "\\"text\\""'],
  ])("%s", (_, node, expected) => expect(view(node)).toContain(expected));
});

describe("what is shown to the user", () => {
  it("a plan is read as prose", () => {
    expect(view(call("ExitPlanMode", { plan: "# Plan\n\n1. Do it" }, {}))).toContain(
      'details "🔧 ExitPlanMode: Plan"\n  markdown "# Plan\\n\\n1. Do it"',
    );
  });

  it("a question is shown with its choices", () => {
    const questions = [{ question: "Which?", options: [{ label: "A", description: "first" }, "B"] }, "odd"];
    const shown = view(call("AskUserQuestion", { questions }, {}));
    expect(shown).toContain('details "🔧 AskUserQuestion: Which?"\n  markdown "Which?"\n  markdown "- A: first\\n- B"');
    expect(view(call("AskUserQuestion", {}, {}))).toContain('details "🔧 AskUserQuestion"');
  });

  it("a tool that was found is named", () => {
    const node: Content = {
      type: "unknown",
      blockType: "tool_reference",
      raw: { type: "tool_reference", tool_name: "WebFetch" },
    };
    expect(output(root(session("s", [message("a", "assistant", [node])])))).toContain('inlineCode "WebFetch"');
  });

  it("a notification has its summary, and folded what was answered", () => {
    const words =
      "<task-notification><task-id>b1</task-id><status>completed</status><summary>Done</summary><result>42</result></task-notification>";
    const shown = output(
      root(session("s", [message("n", "user", [text(words)], { origin: "notification", actor: "notification" })])),
    );
    expect(shown).toContain('markdown "Done"\ndetails "Result (b1 · completed)"\n  code "42"');
    const plain = output(root(session("s", [message("n", "user", [text("no tags")], { origin: "notification" })])));
    expect(plain).toContain('markdown "no tags"');
  });

  it("notifications without an answer between them are one section, each with its time", () => {
    const report = (uuid: string) =>
      message(uuid, "user", [text(uuid)], { origin: "notification", actor: "notification" });
    const answer = message("a", "assistant", [text("Thanks.")]);
    const shown = output(root(session("s", [report("n1"), report("n2"), answer, report("n3")])));
    expect(shown.split('text "Notification').length - 1).toBe(2);
    expect(shown.split("2026-04-14 09:09:28").length - 1).toBe(4);
  });

  it("a command without output is marked", () => {
    const words = "<local-command-stdout></local-command-stdout>";
    expect(output(root(session("s", [message("o", "user", [text(words)], { origin: "command-output" })])))).toContain(
      'text "No output."',
    );
  });
});

describe("links", () => {
  it("a target in no document has a name and no address", () => {
    const shown = output(root(session("22222222", [], { from: { uuid: "gone", sessionId: "11111111" } })));
    expect(shown).toContain('text "← "\n  text "Continues from message gone in Session 11111111"');
  });

  it("any entry of a message can be led to, not only its first", () => {
    const branch: Branch = { type: "branch", uuid: "b", rule: "rewind", from: { uuid: "a2" }, children: [] };
    const shown = output(
      root(session("s", [message("a1", "assistant", [text("x")], { uuids: ["a1", "a2"] }), branch])),
    );
    expect(shown).toContain("anchor msg-a2");
    expect(shown).toContain("link #msg-a2");
  });

  it("a junction is below the text that it follows", () => {
    const junctions = [{ uuid: "x", sessionId: "s2" }];
    const shown = output(root(session("s", [message("a", "assistant", [text("words")], { junctions })])));
    expect(shown.indexOf("continues here")).toBeGreaterThan(shown.indexOf("words"));
  });
});

describe("compactionLabel", () => {
  const label = (more: Partial<Compaction>) =>
    compactionLabel({ type: "compaction", uuid: "b", uuids: ["b"], children: [], ...more }, defaultLabels);
  it.each([
    ["R010", { preTokens: 115_432, timestamp: time }, "Conversation compacted (115k tokens) • 2026-04-14 09:09:28"],
    ["R011", { preTokens: 999, timestamp: time }, "Conversation compacted (999 tokens) • 2026-04-14 09:09:28"],
    ["R012", { preTokens: 0, timestamp: time }, "Conversation compacted • 2026-04-14 09:09:28"],
    ["R012", { timestamp: time }, "Conversation compacted • 2026-04-14 09:09:28"],
    ["R012", {}, "Conversation compacted"],
    [
      "R013",
      { preTokens: 2000, trigger: "auto", timestamp: time },
      "Conversation compacted (2k tokens) • 2026-04-14 09:09:28",
    ],
  ])("%s: %j", (_, fields, expected) => expect(label(fields)).toBe(expected));

  it("R010: the landmark is a heading with the glyph, an anchor and the summary", () => {
    const node: Compaction = {
      type: "compaction",
      uuid: "b",
      uuids: ["b"],
      preTokens: 115_432,
      timestamp: time,
      children: [{ type: "text", value: "So far." }],
    };
    expect(output(root(session("s", [node])))).toContain(
      'heading 2\n  anchor msg-b\n  text "📦 Conversation compacted (115k tokens) • 2026-04-14 09:09:28"\ndetails "Summary"\n  markdown "So far."',
    );
    expect(output(root(session("s", [{ ...node, children: [] }])))).not.toContain("Summary");
  });
});

describe("format", () => {
  it("writes times in UTC, one line, whole characters", () => {
    expect(formatTime(time)).toBe("2026-04-14 09:09:28");
    expect(formatTime(Number.NaN)).toBe("");
    expect(oneLine(" a\n\nb ", 10)).toBe("a b");
    expect(oneLine("🌦".repeat(20), 5)).toBe("🌦🌦🌦🌦…");
  });

  it("parses untrusted text with HTML off, its headings below ours", () => {
    const tree = parseMarkdown("# One\n\n<script>alert(1)</script>\n\n###### Six", 3)!;
    expect(show(tree).filter((line) => /heading|html/.test(line))).toEqual(["  heading 4", "  heading 6"]);
    expect(JSON.stringify(tree)).toContain("<script>alert(1)</script>");
  });
});
