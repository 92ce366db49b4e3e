import { findEntry, type Message, walk } from "@ccdag/ccast";
import renderMarkdown from "@ccdag/render-markdown";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { type Json, OpencodeHome } from "./opencode-home.ts";
import { done, lines, synthetic, tool, twoTurns } from "./parts.ts";

describe("the messages of opencode", () => {
  it.each<[string, Json, string[]]>([
    ["that ended", done("read"), ["call read c", "result: read"]],
    ["that failed", { status: "error", input: {}, error: "no such file" }, ["call read c", "error: no such file"]],
    ["that was still running", { status: "running", input: {} }, ["call read c"]],
    ["that was refused", { status: "error", error: "rejected" }, ["call read c", "error: rejected"]],
  ])("has a call and its result from one part (O6): %s", async (_, state, rows) => {
    const home = new OpencodeHome().session("s").answers("m1", 1, "Look:", tool("c", "read", state));
    expect((await home.drawing()).split("\n").slice(3)).toEqual(rows.map((row) => `  ${row}`));
  });

  it("has the images that a tool returned beside its text (O6)", async () => {
    const attachments = [{ type: "file", mime: "image/png", url: "data:image/png;base64,AAAA", filename: "quay.png" }];
    const tree = await new OpencodeHome()
      .session("s")
      .answers("m1", 1, tool("c1", "read", done("An image", { attachments })))
      .tree();
    const results: unknown[] = [];
    walk(tree, (node) => void (node.type === "toolResult" && results.push(node)));
    expect(results).toMatchObject([
      {
        children: [
          { type: "text", value: "An image" },
          { type: "image", mediaType: "image/png" },
        ],
      },
    ]);
    expect(JSON.stringify(tree)).toContain("quay.png");
  });

  it("has the steps of an answer one after the other, each with its results and tokens", async () => {
    const finish = (input: number) => ({ type: "step-finish", tokens: { input, output: 1 } });
    const tree = await new OpencodeHome()
      .session("s")
      .answers(
        "m1",
        1,
        { type: "step-start" },
        tool("c1", "read", done("a")),
        finish(5),
        { type: "step-start" },
        "Read.",
        finish(7),
      )
      .tree();
    const seen: unknown[] = [];
    walk(tree, (node) => {
      if (node.type === "message") seen.push(node.usage?.["input_tokens"]);
      if (node.type === "toolResult") seen.push("result");
    });
    expect(seen).toEqual([5, "result", 7]);
  });

  it("has compactions with trigger and summary, and what the client then says by itself is not typed (O7)", async () => {
    const home = new OpencodeHome()
      .session("s")
      .asks("m1", 1, "One")
      .message("m2", "user", 2, [{ type: "compaction", auto: true }])
      .message("m3", "assistant", 3, [{ type: "text", text: "So far." }], { summary: true })
      .message("m4", "user", 4, [synthetic("Continue", { metadata: { compaction_continue: true } })])
      .answers("m5", 5, "On.");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: One
          compaction auto: So far.
          meta: Continue
          reply: On.
      `),
    );
  });

  it("counts the tokens of a compaction, and what it thought (O7, O10)", async () => {
    const tree = await new OpencodeHome()
      .session("s")
      .message("m2", "user", 2, [{ type: "compaction", auto: false }])
      .message(
        "m3",
        "assistant",
        3,
        [
          { type: "reasoning", text: "Hm." },
          { type: "text", text: "So far." },
        ],
        {
          summary: true,
          tokens: { input: 9, output: 1 },
        },
      )
      .tree();
    expect(findEntry(tree, "m3:answer")[0]!.node).toMatchObject({
      children: [{ type: "thinking", value: "Hm." }],
      usage: { input_tokens: 9 },
    });
  });

  it("has commands of the person (O8), and calls of the model that look like them", async () => {
    const shell = tool("01ABCDEFGHJKMNPQRSTVWXYZ00", "bash", done("quay\n", { input: { command: "ls" } }));
    const home = new OpencodeHome()
      .session("s")
      .message("m1", "user", 1, [synthetic("The following tool was executed by the user")])
      .message("m2", "assistant", 2, [shell], { parentID: "m1", tokens: { input: 0, output: 0 } })
      .asks("m3", 3, "One")
      .message("m4", "assistant", 4, [shell], { parentID: "m3", tokens: { input: 0, output: 0 } });
    expect((await home.drawing()).split("\n").slice(2)).toEqual([
      "  meta: The following tool was executed by the user",
      "  bash: <bash-input>ls</bash-input>",
      "",
      "<bash-stdout>quay",
      "</bash-stdout>",
      "  prompt: One",
      "  reply: ",
      "  call bash 01ABCDEFGHJKMNPQRSTVWXYZ00",
      "  result: quay",
      "",
    ]);
  });

  it("has what was typed, with its images, and beside it what the client put in (O8)", async () => {
    const home = new OpencodeHome()
      .session("s")
      .message("m1", "user", 1, [
        { type: "file", mime: "image/png", url: "data:image/png;base64,AAAA", filename: "dot.png" },
        synthetic("Called the Read tool"),
        { type: "file", mime: "text/plain", url: "file:///srv/harbor/a.txt", filename: "a.txt" },
        { type: "text", text: "One" },
        { type: "agent", name: "explore" },
      ]);
    const tree = await home.tree();
    expect(findEntry(tree, "m1")[0]!.node).toMatchObject({
      origin: "prompt",
      children: [
        { type: "image", mediaType: "image/png" },
        { type: "text", value: "One" },
      ],
      data: {
        unknown: {
          opencode: { parts: [{ filename: "dot.png" }, { url: "file:///srv/harbor/a.txt" }, {}, { name: "explore" }] },
        },
      },
    });
    expect(findEntry(tree, "m1:meta")[0]!.node).toMatchObject({ origin: "meta" });
  });

  it("counts reasoning as output once, caches apart, and keeps the cost as recorded (O10)", async () => {
    const usage = async (tokens: Json) => {
      const tree = await new OpencodeHome()
        .session("s")
        .message("m1", "assistant", 1, [{ type: "text", text: "a" }], { tokens, cost: 0.25 })
        .tree();
      const node = findEntry(tree, "m1")[0]!.node as Message;
      expect(node.data).toMatchObject({ unknown: { opencode: { info: { cost: 0.25 } } } });
      return node.usage;
    };
    const tokens = { input: 10, output: 5, reasoning: 3, cache: { read: 7, write: 2 } };
    const counted = { input_tokens: 10, cache_read_input_tokens: 7, cache_creation_input_tokens: 2, cost_usd: 0.25 };
    expect(await usage(tokens)).toMatchObject({ ...counted, output_tokens: 8 });
    expect(await usage({ ...tokens, total: 27 })).toMatchObject({ ...counted, output_tokens: 8 });
    expect(await usage({ ...tokens, total: 24 })).toMatchObject({ ...counted, output_tokens: 5 });
  });

  it.each<[string, Json, string[]]>([
    [
      "an abort",
      { name: "MessageAbortedError", data: { message: "aborted" } },
      ["reply: Half", "interrupt: [Request interrupted by user]"],
    ],
    ["another error", { name: "APIError", data: { message: "Overloaded" } }, ["reply: Half", "api-error: Overloaded"]],
  ])("has the end of an answer that was cut by %s (O11); what was written stays", async (_, error, rows) => {
    const home = new OpencodeHome()
      .session("s")
      .message("m1", "assistant", 1, [{ type: "text", text: "Half" }], { error });
    expect((await home.drawing()).split("\n").slice(2)).toEqual(rows.map((row) => `  ${row}`));
  });

  it("has notices for messages without content, and for those of newer versions", async () => {
    const home = new OpencodeHome()
      .session("s")
      .message("m1", "assistant", 1, [{ type: "step-start" }])
      .message("m2", "oracle", 2, [{ type: "hologram", shows: "rope" }])
      .asks("m3", 3, "One");
    expect((await home.drawing()).split("\n").slice(2)).toEqual([
      "  notice opencode/message",
      "  notice opencode/message",
      "  prompt: One",
    ]);
  });

  it("has its todos as they are now, beside the conversation", async () => {
    const home = twoTurns().run("INSERT INTO todo VALUES ('s', 'Paint', 'pending', 'high', 0, 1, 2)");
    const [text] = (await home.arranged()).values();
    expect(text!.split("\n")[1]).toContain('"row":"todo/s/0"');
    expect(await home.drawing()).toContain("notice opencode/todo");
  });

  it("has its commands and errors in the rendered document", async () => {
    const tree = await twoTurns()
      .answers("m5", 5, tool("c1", "bash", { status: "error", input: { command: "moor" }, error: "no rope" }))
      .tree();
    const document = String(unified().use(renderMarkdown).stringify(tree));
    for (const words of ["One", "Second.", "moor", "no rope"]) expect(document).toContain(words);
  });

  it("cites the row of each line: table and id", async () => {
    const [text] = (await twoTurns().arranged()).values();
    expect(
      text!
        .trimEnd()
        .split("\n")
        .map((line) => (JSON.parse(line) as Json)["row"]),
    ).toEqual(["session/s", "message/m1", "message/m2", "message/m3", "message/m4"]);
  });
});
