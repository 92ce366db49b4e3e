import { findEntry, type Message, walk } from "@ccdag/ccast";
import renderMarkdown from "@ccdag/render-markdown";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { type Json, OpencodeHome } from "./opencode-home.ts";

const tool = (callID: string, name: string, state: Json) => ({ type: "tool", tool: name, callID, state });
const done = (output: string, more: Json = {}) => ({ status: "completed", input: { path: "a" }, output, ...more });
const synthetic = (text: string, more: Json = {}) => ({ type: "text", text, synthetic: true, ...more });

/** Two turns in a session `s`. */
function twoTurns(home: OpencodeHome = new OpencodeHome()): OpencodeHome {
  return home
    .session("s")
    .asks("m1", 1, "One")
    .answers("m2", 2, "First.")
    .asks("m3", 3, "Two")
    .answers("m4", 4, "Second.");
}

/** A drawing, without its margin. */
function lines(text: string): string {
  const rows = text.split("\n").slice(1, -1);
  const margin = rows[0]!.search(/\S/);
  return rows.map((row) => row.slice(margin)).join("\n");
}

describe("a session of opencode", () => {
  it("has its messages in the order of their times (O1), with a title", async () => {
    const home = new OpencodeHome().session("s").answers("m0", 2, "First.").asks("m9", 1, "One").asks("m5", 3, "Two");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: One
          reply: First.
          prompt: Two
      `),
    );
    const titles: unknown[] = [];
    walk(await home.tree(), (node) => void (node.type === "session" && titles.push(node.title)));
    expect(titles).toEqual(["About s"]);
  });

  it("has no title while it only has the one that the client begins with", async () => {
    const tree = await new OpencodeHome()
      .session("s", { title: "New session - 2026-02-03T09:00:00.000Z" })
      .asks("m1", 1, "One")
      .tree();
    expect(tree.children[0]).toMatchObject({ type: "session", title: undefined });
  });

  it.each([
    [
      "a turn",
      ["m3", "m4"],
      ["prompt: One", "reply: First.", "branch", "  prompt: Two", "  reply: Second.", "branch *", "  prompt: Three"],
    ],
    [
      "an answer",
      ["m4"],
      ["prompt: One", "reply: First.", "prompt: Two", "branch", "  reply: Second.", "branch *", "  prompt: Three"],
    ],
    [
      "everything",
      ["m1", "m2", "m3", "m4"],
      [
        "branch",
        "  prompt: One",
        "  reply: First.",
        "  prompt: Two",
        "  reply: Second.",
        "branch *",
        "  prompt: Three",
      ],
    ],
  ])("shows what a revert deleted as a branch (O2): %s", async (_, deleted, rows) => {
    const home = twoTurns()
      .deletes(...deleted)
      .asks("m5", 5, "Three");
    expect(await home.drawing()).toBe(
      ["session s", "  notice custom-title", ...rows.map((row) => `  ${row}`)].join("\n"),
    );
  });

  it("shows each of several reverts where it left (O2)", async () => {
    const home = twoTurns()
      .asks("m5", 5, "Three")
      .deletes("m5")
      .asks("m6", 6, "Four")
      .deletes("m3", "m4", "m6")
      .asks("m7", 7, "Five");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: One
          reply: First.
          branch
            prompt: Two
            reply: Second.
            branch
              prompt: Three
            branch *
              prompt: Four
          branch *
            prompt: Five
      `),
    );
  });

  it("shows a revert into an answer: the parts that were deleted are a branch, with their place in the events", async () => {
    const home = new OpencodeHome()
      .session("s")
      .asks("m1", 1, "One")
      .answers("m2", 2, "Kept.", "Left.")
      .deletesPart("m2", "m2-1")
      .asks("m3", 3, "Two");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: One
          reply: Kept.
          branch
            reply: Left.
          branch *
            prompt: Two
      `),
    );
    const [found] = findEntry(await home.tree(), "m2:answer2");
    expect(found!.node).toMatchObject({
      data: {
        unknown: { opencode: { isReverted: true, parts: [{ row: expect.stringMatching(/^event\/evt_\d+$/) }] } },
      },
    });
  });

  it("says where the person went back to without saying anything (O3); nothing is deleted", async () => {
    const home = twoTurns().run("UPDATE session SET revert = ?", '{"messageID":"m3"}');
    const [text] = (await home.arranged()).values();
    expect(JSON.parse(text!.trimEnd().split("\n").at(-1)!)).toMatchObject({ opencode: "went-back", after: "m2" });
    expect(await home.drawing()).toContain("  prompt: Two\n  reply: Second.\n  notice last-prompt");
  });

  it("has messages that are older than the events, when some were deleted later", async () => {
    const home = twoTurns().run("DELETE FROM event").asks("m5", 5, "Three").deletes("m5").asks("m6", 6, "Four");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: One
          reply: First.
          prompt: Two
          reply: Second.
          branch
            prompt: Three
          branch *
            prompt: Four
      `),
    );
  });

  it("leaves the session that it is a fork of where the copies end (O4), also in a fork of a fork", async () => {
    const home = twoTurns()
      .session("t", { seconds: 10 })
      .asks("t1", 1, "One")
      .answers("t2", 2, "First.")
      .asks("t3", 11, "Other")
      .session("u", { seconds: 20 })
      .asks("u1", 1, "One")
      .answers("u2", 2, "First.")
      .asks("u3", 11, "Other")
      .asks("u4", 21, "Last");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: One
          reply: First.
          prompt: Two
          reply: Second.
          session t from m2
            notice custom-title
            prompt: Other
            session u from t3
              notice custom-title
              prompt: Last
      `),
    );
  });

  it("is a fork of what its origin has reverted since, and may have reverted what it copied (O2, O4)", async () => {
    const home = twoTurns()
      .session("t", { seconds: 10 })
      .asks("t1", 1, "One")
      .answers("t2", 2, "First.")
      .asks("t3", 3, "Two")
      .answers("t4", 4, "Second.")
      .in("s")
      .deletes("m3", "m4")
      .asks("m5", 12, "Three")
      .in("t")
      .deletes("t3", "t4")
      .asks("t5", 13, "Four");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: One
          reply: First.
          branch
            prompt: Two
            reply: Second.
          branch *
            prompt: Three
          session t from m2
            notice custom-title
            prompt: Four
      `),
    );
  });

  it("shares its beginning with the other forks of a session that is gone (O4)", async () => {
    const home = new OpencodeHome()
      .session("t", { seconds: 10 })
      .asks("t1", 1, "One")
      .asks("t2", 11, "Two")
      .session("u", { seconds: 20 })
      .asks("u1", 1, "One")
      .asks("u2", 21, "Three");
    expect(await home.drawing()).toBe(
      lines(`
        session t
          notice custom-title
          prompt: One
          prompt: Two
          session u from t1
            notice custom-title
            prompt: Three
      `),
    );
  });

  it("has agents at the calls that began them, asked again or inside others (O5)", async () => {
    const home = new OpencodeHome()
      .session("s")
      .asks("m1", 1, "Go")
      .answers(
        "m2",
        2,
        tool(
          "c1",
          "task",
          done("seen", { metadata: { sessionId: "a" }, input: { subagent_type: "explore", description: "look" } }),
        ),
      )
      .answers("m3", 6, tool("c2", "task", done("seen again", { metadata: { sessionId: "a" } })))
      .session("a", { seconds: 2, parent_id: "s" })
      .asks("a1", 3, "Look")
      .answers("a2", 4, tool("c3", "task", done("deep", { metadata: { sessionId: "b" } })))
      .asks("a3", 7, "Look again")
      .session("b", { seconds: 3, parent_id: "a" })
      .asks("b1", 5, "Deeper");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: Go
          reply: 
          call task c1
          result: seen
          agent a by c1
            notice custom-title
            prompt: Look
            reply: 
            call task c3
            result: deep
            agent b by c3
              notice custom-title
              prompt: Deeper
            prompt: Look again
          reply: 
          call task c2
          result: seen again
      `),
    );
    expect((await home.arranged()).get("-srv-harbor/s/subagents/agent-a.meta.json")).toBe(
      '{"toolUseId":"c1","agentType":"explore","description":"look"}',
    );
  });

  it("finds the call of an agent that a revert has deleted (O2, O5)", async () => {
    const home = new OpencodeHome()
      .session("s")
      .asks("m1", 1, "Go")
      .answers("m2", 2, tool("c1", "task", done("seen", { metadata: { sessionId: "a" } })))
      .session("a", { seconds: 2, parent_id: "s" })
      .asks("a1", 3, "Look")
      .in("s")
      .deletes("m2")
      .asks("m3", 9, "Otherwise");
    expect(await home.drawing()).toContain("agent a by c1");
  });

  it.each<[string, Json, string[]]>([
    ["that ended", done("read"), ["call read c", "result: read"]],
    ["that failed", { status: "error", input: {}, error: "no such file" }, ["call read c", "error: no such file"]],
    ["that was still running", { status: "running", input: {} }, ["call read c"]],
    ["that was refused", { status: "error", error: "rejected" }, ["call read c", "error: rejected"]],
  ])("has a call and its result from one part (O6): %s", async (_, state, rows) => {
    const home = new OpencodeHome().session("s").answers("m1", 1, "Look:", tool("c", "read", state));
    expect((await home.drawing()).split("\n").slice(3)).toEqual(rows.map((row) => `  ${row}`));
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
    const counted = { input_tokens: 10, cache_read_input_tokens: 7, cache_creation_input_tokens: 2 };
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
