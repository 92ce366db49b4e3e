import { findEntry } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { answers, asks, call, context, header, message, response, returns, set, tokens } from "./log.ts";
import { type Json, outline, read } from "./outline.ts";

const png = "iVBORw0KGgo=";

describe("issue 43: messages of Gemini CLI", () => {
  it.each<[string, Json[], string[]]>([
    [
      "an answer that is written again when it grows",
      [
        asks("p1", "Tie."),
        answers("a1", "Tying.", { thoughts: [{ subject: "Rope", description: "Is it dry?" }] }),
        {
          ...answers("a1", "Tying.", { thoughts: [{ subject: "Rope", description: "Is it dry?" }] }),
          toolCalls: [call("c1", "tie", { knot: 1 }, "tied")],
        },
        returns("r1", response("c1", "tie", "tied")),
        answers("a2", "Done."),
      ],
      [
        "human prompt: Tie.",
        "assistant reply: Tying.",
        "thinking: **Rope**\n\nIs it dry?",
        'call tie {"knot":1}',
        "result: tied",
        "assistant reply: Done.",
      ],
    ],
    [
      "a call whose result is only with the call",
      [asks("p1", "Tie."), { ...answers("a1", ""), toolCalls: [call("c1", "tie", {}, "tied"), call("c2", "cut", {})] }],
      ["human prompt: Tie.", "assistant reply: ", "call tie {}", "result: tied", "call cut {}"],
    ],
    [
      "a call that failed, and one that was stopped",
      [
        {
          ...answers("a1", ""),
          toolCalls: [call("c1", "tie", {}), { id: "c2", name: "cut", args: {}, status: "cancelled", result: "No." }],
        },
        returns("r1", { functionResponse: { id: "c1", name: "tie", response: { error: "No rope." } } }),
      ],
      ["assistant reply: ", "call tie {}", "error: No rope.", "call cut {}", "error: No."],
    ],
    [
      "results beside what a person typed meanwhile",
      [
        { ...answers("a1", ""), toolCalls: [call("c1", "tie", {}, "tied")] },
        returns(
          "r1",
          { text: "User steering update:\n<user_input>\nUse the thin rope.\n</user_input>\nInternal instruction: …" },
          response("c1", "tie", "tied"),
        ),
      ],
      ["assistant reply: ", "call tie {}", "result: tied", "human prompt: Use the thin rope."],
    ],
    [
      "a command of the person",
      [
        asks(
          "p1",
          "I ran the following shell command:\n```sh\necho \\`date\\` a\\\\b\n```\n\nThis produced the following result:\n```\nSunday\n```",
        ),
      ],
      ["human bash: <bash-input>echo `date` a\\b</bash-input>\n\n<bash-stdout>Sunday</bash-stdout>"],
    ],
    [
      "a command of an older version, which escaped nothing",
      [
        asks(
          "p1",
          "I ran the following shell command:\n```sh\na\\b `c`\n```\n\nThis produced the following result:\n```\n```",
        ),
      ],
      ["human bash: <bash-input>a\\b `c`</bash-input>\n\n<bash-stdout></bash-stdout>"],
    ],
    ["what the client puts in", [message("x", "user", [context])], [`system meta: ${context.text}`]],
    [
      "what the client says to the model by itself",
      [
        asks("p1", "System: Potential loop detected."),
        message("y", "gemini", [{ text: "Binary content received.", thought: true }], { tokens: null }),
      ],
      ["system meta: System: Potential loop detected.", "system meta: Binary content received."],
    ],
    [
      "a request that was stopped, one that failed, and remarks",
      [
        asks("p1", "Tie."),
        message("i1", "info", "Request cancelled."),
        message("e1", "error", "[API Error: overloaded]"),
        message("e2", "error", "No such command."),
        message("w1", "warning", "Rope is low."),
        message("i2", "info", "Saved."),
      ],
      [
        "human prompt: Tie.",
        "human interrupt: [Request interrupted by user]",
        "assistant api-error: [API Error: overloaded]",
        "gemini/error: No such command.",
        "gemini/warning: Rope is low.",
        "gemini/info: Saved.",
      ],
    ],
    [
      "an unknown type, an unknown record, and a part that is no text",
      [message("x", "oracle", "?"), { shows: "rope" }, message("p1", "user", [{ videoMetadata: {} }])],
      ["gemini/oracle: ?", "gemini/record: ", "human prompt: "],
    ],
    [
      "parts with words that look like the client's, which a person typed",
      [asks("p1", "[Request interrupted by user]"), asks("p2", "<bash-input>ls</bash-input>")],
      ["human prompt: [Request interrupted by user]", "human prompt: <bash-input>ls</bash-input>"],
    ],
  ])("have a node for %s", (_, lines, rows) => {
    const { tree, rules } = read([header(), ...lines]);
    expect(outline(tree)).toEqual(rows);
    expect(rules).toEqual([]);
  });

  it("say what was typed from files, media and contexts beside it", () => {
    const referenced = [
      { text: "\n--- Content from referenced files ---" },
      { text: "\nContent from @knots.txt:\n" },
      { text: "Bowline" },
      { inlineData: { mimeType: "image/png", data: png } },
      { text: "\n--- End of content ---" },
    ];
    const lines = [
      message("p1", "user", [{ text: "@knots.txt Which?" }, ...referenced], {
        displayContent: [{ text: "@knots.txt Which?" }],
      }),
      message("p2", "user", [{ text: "@knots.txt And?" }, ...referenced, { text: "<hook_context>dry</hook_context>" }]),
      message("p3", "user", [{ text: "Explain all knots in detail." }], { displayContent: "/explain knots" }),
    ];
    const { tree } = read([header(), ...lines]);
    expect(outline(tree)).toEqual([
      "human prompt: @knots.txt Which?",
      "human prompt: @knots.txt And?",
      "human prompt: /explain knots",
    ]);
    const [{ node }] = findEntry(tree, "p2@s") as unknown as [{ node: { children: Json[] } }];
    expect(node.children.map(({ type, context: beside }) => [type, beside !== undefined])).toEqual([
      ["text", false],
      ["image", false],
      ...Array.from({ length: 5 }, () => ["text", true]),
    ]);
    expect(JSON.stringify(tree)).toContain("Explain all knots in detail.");
  });

  it("count tokens once: the input without what was cached, the output with thoughts", () => {
    const { tree } = read([
      header(),
      asks("p1", "Tie."),
      answers("a1", "Tying."),
      answers("a1", "Tying.", { tokens: { ...tokens, tool: 7 } }),
    ]);
    const [{ node }] = findEntry(tree, "a1@s") as unknown as [{ node: Json }];
    expect(node).toMatchObject({
      model: "gemini-2.5-pro",
      usage: { input_tokens: 67, output_tokens: 25, cache_read_input_tokens: 40 },
      data: { unknown: { gemini: { tokens: { total: 125 } } } },
    });
  });

  it("keep what has no place: an older state that says more, details of calls, a history that was set", () => {
    const lines = [
      asks("p1", "Tie."),
      { ...answers("a1", "Tying a bowline."), hint: "dry" },
      {
        ...answers("a1", "Tying."),
        toolCalls: [{ ...call("c1", "tie", {}, "tied"), resultDisplay: { fileDiff: "+rope" } }],
      },
      set({
        messages: [message("c", "user", [context]), asks("p1", "Tie."), asks("z9", "Only here.")],
        directories: ["/srv/rope"],
      }),
      message("p2", "user", [{ text: "More.", thoughtSignature: "signed" }]),
    ];
    const { tree } = read([header(), ...lines]);
    const all = JSON.stringify(tree);
    for (const words of ["Tying a bowline.", "dry", "+rope", "Only here.", "/srv/rope", "Today is Sunday.", "signed"])
      expect(all).toContain(words);
    expect(outline(tree)).not.toContain("human prompt: Only here.");
  });

  it("have the title that the client gave to a session, and its working directory", () => {
    const { tree } = read([
      header({ ccdag: { cwd: "/srv/rope" } }),
      asks("p1", "Tie."),
      set({ summary: "Knots" }),
      answers("a1", "Done."),
    ]);
    expect(tree.children[0]).toMatchObject({ type: "session", title: "Knots", cwd: "/srv/rope" });
    expect(outline(tree)).toEqual(["human prompt: Tie.", "custom-title: Knots", "assistant reply: Done."]);
  });
});

const snapshot = message("x1", "user", [context, { text: "<state_snapshot>\nKnots were tied.\n</state_snapshot>" }]);
const received = message("y1", "gemini", [{ text: "Got it. Thanks for the additional context!" }]);

describe("issue 43: compactions of Gemini CLI", () => {
  const before = [asks("p1", "Tie."), answers("a1", "Tied."), asks("p2", "Again."), answers("a2", "Tied twice.")];
  const kept = [message("k1", "user", [{ text: "Again." }]), message("k2", "gemini", [{ text: "Tied twice." }])];

  it("have the summary that the client set as its history; what it kept is not repeated", () => {
    const { tree, rules } = read([
      header(),
      ...before,
      set({ messages: [snapshot, received, ...kept] }),
      asks("p3", "More."),
      answers("a3", "Done."),
    ]);
    expect(outline(tree)).toEqual([
      "human prompt: Tie.",
      "assistant reply: Tied.",
      "human prompt: Again.",
      "assistant reply: Tied twice.",
      "compaction: Knots were tied.",
      "human prompt: More.",
      "assistant reply: Done.",
    ]);
    expect(rules).toEqual([]);
  });

  it("stand once, also where the history is set or written again after a resume", () => {
    const after = [snapshot, received, ...kept, asks("p3", "More.")];
    const copies = after.map((one, at) => ({ ...one, id: `n${at}`, tokens: null }));
    const { tree } = read([
      header(),
      ...before,
      set({ messages: [snapshot, received, ...kept] }),
      asks("p3", "More."),
      header(),
      set({ sessionId: "s" }),
      set({ messages: after }),
      ...copies,
      set({ messages: copies }),
      asks("p4", "Carry on."),
    ]);
    const rows = outline(tree).filter((row) => !row.startsWith("gemini/copy"));
    expect(rows.slice(4)).toEqual(["compaction: Knots were tied.", "human prompt: More.", "human prompt: Carry on."]);
  });
});

describe("issue 43: damaged logs of Gemini CLI", () => {
  const whole = [header(), asks("p1", "Tie."), answers("a1", "Tied.")].map((line) => JSON.stringify(line));

  it.each<[string, string]>([
    ["a header that is cut", `${whole[0]!.slice(0, 90)}\n${whole[1]}\n${whole[2]}\n`],
    ["a last line that is cut", `${whole.join("\n")}\n{"id":"p2","type":"us`],
    ["lines that are no objects", `${whole[0]}\n[]\n1\nnull\n${whole[1]}\n${whole[2]}`],
  ])("are read as far as they can be: %s", (_, log) => {
    const { tree, rules } = read(log);
    expect(outline(tree)).toEqual(expect.arrayContaining(["human prompt: Tie.", "assistant reply: Tied."]));
    expect(rules).toContain("invalid-json");
  });

  it("with values of wrong types are read without an error", () => {
    const wrong: unknown[] = [
      null,
      0,
      "",
      [],
      {},
      [null],
      [[]],
      { text: 1 },
      [{ functionResponse: 1 }, { functionCall: null }],
      [{ inlineData: {} }],
    ];
    const lines = wrong.flatMap((value, at) => [
      { id: `u${at}`, type: "user", content: value, displayContent: value, timestamp: value },
      { id: `g${at}`, type: "gemini", content: value, thoughts: value, toolCalls: value, tokens: value, model: value },
      { id: value, type: value, content: value },
      { $set: value },
      { $set: { messages: value, summary: value } },
      { $rewindTo: value },
      { sessionId: value, projectHash: value, kind: value },
    ]) as Json[];
    const { tree } = read([header(), ...lines].map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect(outline(tree).length).toBeGreaterThan(10);
  });

  it.each<[string, Json, unknown]>([
    ["a new file", { isNewFile: true, originalContent: "" }, { before: null, after: "x\n" }],
    ["a changed one", { originalContent: "y\n" }, { before: "y\n", after: "x\n" }],
    ["one whose old content is not recorded", {}, { after: "x\n" }],
  ])("what a call did to %s is in its result (E10)", (_, display, change) => {
    const path = "/srv/harbor/a";
    const resultDisplay = { filePath: path, newContent: "x\n", ...display };
    const { tree } = read([
      header(),
      {
        ...answers("a1", ""),
        toolCalls: [{ ...call("c1", "write_file", {}, "ok"), resultDisplay }, call("c2", "tie", {})],
      },
      returns("r1", response("c1", "write_file", "ok"), response("c2", "tie", "tied")),
    ]);
    expect(JSON.stringify(tree)).toContain(
      JSON.stringify({ fileChanges: { c1: [{ path, ...(change as Json) }] } }).slice(1, -1),
    );
  });
});
