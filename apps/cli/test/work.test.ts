import { describe, expect, it } from "vitest";
import { edit, transcript, write } from "./edits-world.ts";
import { ccdag, scratch } from "./world.ts";

const failed = { name: "Bash", input: { command: "npm test" }, result: "Error: 3 failed", isError: true };
const todos = {
  name: "TodoWrite",
  input: {
    todos: [
      { content: "Dig", status: "completed" },
      { content: "Sow", status: "pending" },
    ],
  },
  result: {},
};

/** Two projects: one session wrote a file and left a todo, the other changed one and failed. */
const folder = () =>
  scratch({
    "-home-me-app/s1.jsonl": transcript("s1", [write("a.txt", "one\n"), todos]),
    "-home-me-web/s2.jsonl": transcript("s2", [edit("b.txt", "1", "2", "1\n"), failed], "/home/me/web"),
  });
const run = (path: string, ...argv: string[]) =>
  ccdag(["work", path, ...argv, "--utc", "--no-cache"], { now: new Date("2026-01-03T10:00:00Z") });

describe("ccdag work (issue 45: lists over all sessions)", () => {
  it("lists what the sessions of all projects did or left, each with the address that opens it", async () => {
    const { code, stdout, stderr } = await run(folder());
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        "1 failed call",
        "WHERE     AGE  PROJECT  WHAT            DETAIL",
        "s2#s2-c1  1 d  me/web   Bash: npm test  done",
        "",
        "1 open todo",
        "WHERE     AGE  PROJECT  WHAT  DETAIL",
        "s1#s1-c1  1 d  me/app   Sow",
        "",
        "2 changed files",
        "WHERE     AGE  PROJECT  WHAT                DETAIL",
        "s1#s1-c0  1 d  me/app   a.txt               1 edit",
        "s2#s2-c0  1 d  me/web   /home/me/app/b.txt  1 edit",
        "",
        "Read one: ccdag show s1#s1-c0",
        "",
      ].join("\n"),
    );
  });

  it.each([
    [["--only", "todos"], ["todo Sow"]],
    [
      ["--only", "failed, files", "--limit", "1"],
      ["file a.txt", "failed Bash: npm test"],
    ],
    [["--since", "2026-01-02"], []],
    [
      ["--only", "file", "--until", "2026-01-01"],
      ["file a.txt", "file /home/me/app/b.txt"],
    ],
  ])("%j chooses what is listed", async (argv, expected) => {
    const rows = JSON.parse((await run(folder(), ...argv, "--json")).stdout) as Array<{ kind: string; text: string }>;
    expect(rows.map(({ kind, text }) => `${kind} ${text}`)).toEqual(expected);
  });

  it("gives programs the whole path, the message and the project, as JSON and CSV", async () => {
    const [row] = JSON.parse((await run(folder(), "--only", "files", "--json")).stdout) as object[];
    expect(row).toMatchObject({
      session: "s1",
      entry: "s1-c0",
      time: "2026-01-01T10:00:02.000Z",
      path: "/home/me/app/a.txt",
      project: "/home/me/app",
    });
    const [head, first] = (await run(folder(), "--only", "todos", "--csv")).stdout.split("\n");
    expect([head, first]).toEqual([
      "kind,session,entry,time,text,detail,agent,path,title,project",
      "todo,s1,s1-c1,2026-01-01T10:00:03.000Z,Sow,,,,do it,/home/me/app",
    ]);
  });

  it("says which kinds there are, and that there is nothing", async () => {
    expect((await run(folder(), "--only", "todoes")).stderr).toBe(
      "ccdag: Unexpected --only `todoes`, expected failed, todos, plans, prs or files, with commas\n",
    );
    expect((await run(folder(), "--only", "prs")).stdout).toBe("Nothing of this was found.\n");
  });
});
