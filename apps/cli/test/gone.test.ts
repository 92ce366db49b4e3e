import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ccdag, jsonl, put, scratch, talk } from "./world.ts";

const typed = (display: string, day: string, more: object = {}) => ({
  display,
  pastedContents: {},
  timestamp: Date.parse(`${day}T10:00:00Z`),
  project: "/home/me/app",
  ...more,
});

/** A folder of the client in which one of two sessions was deleted. */
function world(...prompts: object[]) {
  const home = scratch({
    ".claude/projects/-home-me-app/kept.jsonl": talk("kept").replaceAll('"type"', '"cwd":"/home/me/app","type"'),
    ".claude/history.jsonl": jsonl(
      typed("Question kept", "2026-01-01", { sessionId: "kept" }),
      typed("/model", "2025-11-01", { sessionId: "gone-one" }),
      typed("Why is it slow? [Pasted text #1]", "2025-11-02", {
        sessionId: "gone-one",
        pastedContents: { 1: { id: 1, type: "text", content: "the pasted words" } },
      }),
      ...prompts,
    ),
  });
  return { home, run: (...argv: string[]) => ccdag([...argv, "--no-cache"], { cwd: home, env: { HOME: home } }) };
}

describe("sessions whose transcripts are gone, in the prompt history", () => {
  it("ls lists those that have no transcript, and says that only prompts are left", async () => {
    const { run } = world();
    const rows = JSON.parse((await run("ls", "--json")).stdout) as Array<Record<string, unknown>>;
    expect(rows.map(({ session, title, isOnlyPrompts }) => [session, title, isOnlyPrompts])).toEqual([
      ["kept", "Question kept", undefined],
      ["gone-one", "(only prompts) Why is it slow? [Pasted text #1]", true],
    ]);
    expect(rows[1]).toMatchObject({ project: "/home/me/app", messages: 2, path: "-home-me-app/gone-one.jsonl" });
    expect((await run("ls", "-home-me-app")).stdout).not.toContain("only prompts");
  });

  it("export writes their prompts, with the text that was pasted, and accounts for every line", async () => {
    const { run } = world();
    const { code, stdout } = await run("export", "gone-one");
    expect(code).toBe(0);
    for (const text of ["(only prompts) Why is it slow?", "/model", "the pasted words"]) expect(stdout).toContain(text);
    expect(stdout).not.toContain("Question kept");
    const { tree } = JSON.parse((await run("export", "gone-one", "--to", "json")).stdout) as {
      tree: { children: Array<{ children: Array<{ children?: object[] }> }> };
    };
    // Positions are those in the history.
    const lines = tree.children[0]!.children.flatMap(({ children }) => children?.[0] ?? []);
    expect(lines).toMatchObject([{ position: { start: { line: 2 } } }, { position: { start: { line: 3 } } }]);
    expect((await run("check", "gone-one")).stdout).toMatch(/Nothing is lost: 3 lines = 2 placed/);
  });

  it("prompts without a session are those of a session that is gone only if they are older than all transcripts", async () => {
    const { run } = world(typed("from the first version", "2025-01-01"), typed("who knows", "2026-02-01"));
    const { stdout } = await run("ls", "--json");
    expect(stdout).toContain("(only prompts) from the first version");
    const [, id] = /"session": "(prompts[^"]*)"/.exec(stdout)!;
    const exported = (await run("export", id!)).stdout;
    expect([exported.includes("from the first version"), exported.includes("who knows")]).toEqual([true, false]);
  });

  it("a line that is no prompt gets a message with its line, and the rest is read", async () => {
    const { home, run } = world();
    put(home, ".claude/history.jsonl", `{broken\n${jsonl(typed("hello", "2025-10-01", { sessionId: "gone-two" }))}`);
    const { code, stdout, stderr } = await run("ls", "-v");
    expect([code, stdout.includes("(only prompts) hello"), stderr]).toEqual([
      0,
      true,
      expect.stringMatching(/history\.jsonl[^]*1:1[^]*expected a prompt/),
    ]);
  });

  it("works where all transcripts are gone; a page needs a transcript", async () => {
    const home = scratch({
      ".claude/history.jsonl": jsonl(typed("hello", "2025-10-01", { sessionId: "gone-two" })),
      ".claude/projects/x": "",
    });
    const run = (...argv: string[]) => ccdag(argv, { cwd: home, env: { HOME: home } });
    expect((await run("ls")).stdout).toContain("(only prompts) hello");
    expect((await run("export", "gone-two")).stdout).toContain("hello");
    expect(await run("site", "gone-two", "-o", join(home, "site"))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("Only prompts are left") as string,
    });
  });
});
