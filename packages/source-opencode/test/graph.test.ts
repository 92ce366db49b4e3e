import { findEntry, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { type Json, OpencodeHome } from "./opencode-home.ts";
import { done, lines, tool, twoTurns } from "./parts.ts";

describe("the conversation of a session of opencode", () => {
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
    expect(await home.drawing()).toMatch(/branch[^*\n]*\n\s+prompt: Two\n\s+reply: Second\./);
  });

  it("may have been taken back to the middle of an answer (O3): the parts after it are a branch, the end is before them", async () => {
    const home = new OpencodeHome()
      .session("s", { revert: '{"messageID":"m2","partID":"m2-1"}' })
      .asks("m1", 1, "One")
      .answers("m2", 2, "Kept.", "Left.", "Left too.");
    const [text] = (await home.arranged()).values();
    const rows = text!
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Json);
    expect(rows.map(({ opencode, id, after, isReverted }) => [opencode, id, after, isReverted])).toEqual([
      ["session", undefined, undefined, undefined],
      ["prompt", "m1", null, undefined],
      ["answer", "m2", "m1", undefined],
      ["answer", "m2:answer2", "m2", true],
      ["went-back", undefined, "m2", undefined],
    ]);
    expect(await home.drawing()).toContain("reply: Left.");
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

  it("has messages of a time without events between those that have some", async () => {
    const home = new OpencodeHome()
      .session("s")
      .asks("m1", 1, "One")
      .asks("m2", 2, "Two")
      .run("DELETE FROM event WHERE seq = 2")
      .asks("m3", 3, "Three")
      .deletes("m3")
      .asks("m4", 4, "Four");
    expect(await home.drawing()).toBe(
      lines(`
        session s
          notice custom-title
          prompt: One
          prompt: Two
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
});
