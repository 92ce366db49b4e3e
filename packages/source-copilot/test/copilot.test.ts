import { findEntry } from "@ccdag/ccast";
import renderMarkdown from "@ccdag/render-markdown";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { answers, asks, calls, event, returns, start } from "./events.ts";
import { type Json, outline, read } from "./outline.ts";

const png = "iVBORw0KGgo=";

/** The rows of a log, without that of its start. */
function rowsOf(...events: readonly Json[]): string[] {
  const { tree, rules } = read([start(), ...events]);
  expect(rules).toEqual([]);
  return outline(tree).slice(1);
}

describe("issue 43: events of Copilot CLI", () => {
  it.each<[string, Json[], string[]]>([
    [
      "prompts, thoughts, answers, calls and results",
      [
        asks("Tie."),
        ...answers("Tying.", {
          reasoningText: "Is it dry?",
          ...calls(["c1", "bash", { command: "tie" }], ["c2", "view", {}]),
        }),
        event("tool.execution_start", { toolCallId: "c1", toolName: "bash", arguments: { command: "tie" } }),
        returns("c1", "tied"),
        event("tool.execution_complete", { toolCallId: "c2", success: false, error: { message: "No rope." } }),
        ...answers("Done."),
      ],
      [
        "human prompt: Tie.",
        "copilot/session.usage_record: ",
        "assistant reply: Tying.",
        "thinking: Is it dry?",
        'call bash {"command":"tie"}',
        "result: tied",
        "call view {}",
        "error: No rope.",
        "copilot/tool.execution_start: ",
        "copilot/session.usage_record: ",
        "assistant reply: Done.",
      ],
    ],
    [
      "a command of the person",
      [
        event("tool.user_requested", { toolCallId: "u1", toolName: "local_shell", arguments: { command: "ls" } }),
        event("tool.execution_complete", {
          toolCallId: "u1",
          isUserRequested: true,
          success: true,
          result: { content: "rope" },
        }),
      ],
      ["human bash: <bash-input>ls</bash-input>", "human bash-output: <bash-stdout>rope</bash-stdout>"],
    ],
    [
      "what a person typed meanwhile, and what no person typed",
      [
        asks("Stop.", { delivery: "steering" }),
        asks("Knots of the skill.", { source: "skill-knots" }),
        asks("Carry on.", { isAutopilotContinuation: true }),
        asks("From an agent.", { source: "agent-x" }),
      ],
      [
        "human prompt: Stop.",
        "system meta: Knots of the skill.",
        "system meta: Carry on.",
        "notification notification: From an agent.",
      ],
    ],
    [
      "a stop, an error, and a notification",
      [
        event("abort", { reason: "user_abort" }),
        event("session.error", { errorType: "rate_limit", message: "Slow down." }),
        event("system.notification", {
          content: "<system_notification>\nShell is done.\n</system_notification>",
          kind: {},
        }),
      ],
      [
        "human interrupt: [Request interrupted by user]",
        "assistant api-error: Slow down.",
        "notification notification: Shell is done.",
      ],
    ],
    [
      "a compaction, and one that failed",
      [
        event("session.compaction_start", { trigger: "manual" }),
        event("model.turn_started", { kind: "turn_started" }, { parentId: null }),
        event("session.compaction_complete", { success: true, summaryContent: "Knots were tied." }),
        event("session.compaction_complete", { success: false, error: "No answer." }),
      ],
      [
        "copilot/session.compaction_start: ",
        "copilot/model.turn_started: ",
        "compaction: Knots were tied.",
        "copilot/session.compaction_complete: No answer.",
      ],
    ],
    [
      "remarks, and types that are not known",
      [
        event("session.info", { infoType: "rewind", message: "Rewound." }),
        event("hologram", { shows: "rope" }),
        { shows: 1 },
      ],
      ["copilot/session.info: Rewound.", "copilot/hologram: ", "copilot/event: "],
    ],
    [
      "words that look like the client's, which a person typed",
      [asks("[Request interrupted by user]"), asks("<bash-input>ls</bash-input>")],
      ["human prompt: [Request interrupted by user]", "human prompt: <bash-input>ls</bash-input>"],
    ],
  ])("have a node for %s", (_, events, rows) => {
    expect(rowsOf(...events)).toEqual(rows);
  });

  it("have media, also those that stand in an event of their own", () => {
    const { tree } = read([
      start(),
      event("session.binary_asset", { assetId: "sha256:1", mimeType: "image/png", data: png }),
      asks(
        "Which?",
        { attachments: [{ type: "file", path: "a.png", mimeType: "image/png", assetId: "sha256:1" }] },
        { id: "p1" },
      ),
      ...answers("", calls(["c1", "view", {}])),
      returns("c1", "", {
        result: {
          content: "A picture.",
          contents: [{ type: "image", mimeType: "image/png", data: png }],
          binaryResultsForLlm: [{ type: "image", mimeType: "image/png", assetId: "sha256:1" }],
        },
      }),
    ]);
    const [{ node }] = findEntry(tree, "p1") as unknown as [{ node: { children: Json[] } }];
    expect(node.children.map(({ type }) => type)).toEqual(["image", "text"]);
    const json = JSON.stringify(tree);
    expect(json.split('"type":"image","mediaType"').length - 1).toBe(2);
  });

  it("have a title, a working directory and a model", () => {
    const { tree } = read([
      start(),
      asks("Tie."),
      event("session.title_changed", { title: "Knots" }),
      ...answers("Done."),
    ]);
    expect(tree.children[0]).toMatchObject({ title: "Knots", cwd: "/srv/rope" });
    expect(JSON.stringify(tree)).toContain('"model":"gpt-5.2"');
  });

  it("have the output of a person's command in the rendered document", () => {
    const command = event("tool.user_requested", { toolCallId: "u1", arguments: { command: "wc -l" } });
    const { tree } = read([start(), command, returns("u1", "199 stairs", { isUserRequested: true })]);
    const document = String(unified().use(renderMarkdown).stringify(tree));
    expect(document).toContain("wc -l");
    expect(document).toContain("199 stairs");
  });

  it("say who compacted", () => {
    const done = event("session.compaction_complete", { success: true, trigger: "manual", summaryContent: "Knots." });
    expect(JSON.stringify(read([start(), asks("Tie."), done]).tree)).toContain('"trigger":"manual"');
  });

  it("keep what has no place", () => {
    const { tree } = read([
      start(),
      asks("Tie.", { attachments: [{ type: "file", path: "knots.txt" }] }, { more: "only here" }),
      ...answers("", { toolRequests: [{ toolCallId: "c1", name: "bash", intentionSummary: "to tie" }] }),
      returns("c1", "tied", { result: { content: "tied", detailedContent: "+rope" }, toolTelemetry: { size: "thin" } }),
      event("system.message", { content: "You are a rigger." }),
    ]);
    const json = JSON.stringify(tree);
    for (const words of ["only here", "now", "knots.txt", "to tie", "+rope", "thin", "You are a rigger."])
      expect(json).toContain(words);
  });
});

describe("issue 43: logs of Copilot CLI", () => {
  it("are one chain, whatever their parents say", () => {
    const rows = rowsOf(
      asks("Tie.", {}, { parentId: "gone" }),
      ...answers("Done."),
      asks("More.", {}, { parentId: null }),
    );
    expect(rows.filter((row) => row.startsWith("branch"))).toEqual([]);
    expect(rows.at(-1)).toBe("human prompt: More.");
  });

  it("that keep what a rewind left have branches", () => {
    const one = asks("Tie.");
    const rows = rowsOf(
      one,
      ...answers("Tied."),
      asks("Cut.", {}, { id: "left" }),
      ...answers("Cut it."),
      event("session.snapshot_rewind", { upToEventId: "left", eventsRemoved: 3 }),
      asks("Coil."),
      ...answers("Coiled."),
    );
    expect(rows.filter((row) => /^(?:human|branch)/.test(row))).toEqual([
      "human prompt: Tie.",
      "branch",
      "human prompt: Cut.",
      "branch *",
      "human prompt: Coil.",
    ]);
  });

  it("of which an archive has an older state have what a rewind cut as a branch", () => {
    const common = [start(), asks("Tie."), ...answers("Tied.")].map((one, at) => ({
      timestamp: `2026-03-01T09:00:0${at}Z`,
      ...one,
    }));
    const now = [
      event("session.info", { infoType: "rewind", message: "Rewound." }),
      asks("Coil."),
      ...answers("Coiled."),
    ];
    const before = [asks("Cut."), ...answers("Cut it.")];
    const at = (second: number) => (one: Json, index: number) => ({
      timestamp: `2026-03-01T09:0${second}:0${index}Z`,
      ...one,
    });
    const { tree } = read([...common, ...now.map(at(2))], [...common, ...before.map(at(1))]);
    expect(outline(tree).filter((row) => /^(?:human|branch)/.test(row))).toEqual([
      "human prompt: Tie.",
      "branch",
      "human prompt: Cut.",
      "branch *",
      "human prompt: Coil.",
    ]);
  });

  it.each<[string, (lines: string[]) => string]>([
    ["a line that is cut", (lines) => [...lines, '{"type":"user.mess'].join("\n")],
    ["lines that are no objects", ([first, ...lines]) => [first, "[]", "1", ...lines].join("\n")],
  ])("that are damaged are read as far as they can be: %s", (_, damage) => {
    const lines = [start(), asks("Tie."), ...answers("Tied.")].map((line) => JSON.stringify(line));
    const { tree, rules } = read(damage(lines));
    expect(outline(tree)).toEqual(expect.arrayContaining(["human prompt: Tie.", "assistant reply: Tied."]));
    expect(rules).toContain("invalid-json");
  });

  it("with values of wrong types are read without an error", () => {
    const types = [
      "user.message",
      "assistant.message",
      "tool.execution_complete",
      "session.usage_record",
      "session.start",
    ];
    const more = [
      "session.snapshot_rewind",
      "session.compaction_complete",
      "subagent.started",
      "tool.user_requested",
      "session.binary_asset",
    ];
    const wrong: unknown[] = [null, 0, "", [], {}, [null]];
    const fields = [
      "content",
      "toolRequests",
      "attachments",
      "result",
      "error",
      "usage",
      "arguments",
      "context",
      "toolCallId",
      "source",
    ];
    const events = [...types, ...more].flatMap((type) =>
      wrong.flatMap((value) => [
        { type, data: value, id: value, agentId: value, timestamp: value },
        { type, data: Object.fromEntries(fields.map((field) => [field, value])) },
      ]),
    );
    const { tree } = read([start(), ...events].map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(outline(tree).length).toBeGreaterThan(20);
  });
});
