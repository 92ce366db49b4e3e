import { describe, expect, it } from "vitest";
import { edit, sessionWithAgent, transcript, write } from "./edits-world.ts";
import { ccdag, scratch } from "./world.ts";

const run = (folder: string, ...argv: string[]) => ccdag(["edits", ...argv, "--utc", "--no-cache"], { cwd: folder });

describe("ccdag edits", () => {
  it("lists the files that a session and its agents changed, how often and by whom", async () => {
    const { code, stdout, stderr } = await run(scratch(sessionWithAgent()), "s1.jsonl");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        "FILE            EDITS  ADDED  REMOVED  BY       FIRST             LAST              KNOWN",
        "src/ä b.txt         2      3        1  main 2   2026-01-01 10:00  2026-01-01 10:00  whole",
        "b.txt               1      1        1  fixer 1  2026-01-01 10:00  2026-01-01 10:00  whole",
        "/tmp/notes.txt      1      1        0  fixer 1  2026-01-01 10:00  2026-01-01 10:00  whole",
        "",
        "1 call failed and changed nothing.",
        "",
      ].join("\n"),
    );
  });

  it("lists each edit in the order in which it took effect, for people and for programs", async () => {
    const folder = scratch(sessionWithAgent());
    const { stdout } = await run(folder, "s1.jsonl", "--each", "--json");
    const rows = JSON.parse(stdout) as Array<Record<string, unknown>>;
    expect(
      rows.map(({ tool, file, by, uuid }) => `${tool as string} ${file as string} ${by as string} ${uuid as string}`),
    ).toEqual([
      "Write src/ä b.txt main s1-c0",
      "Edit b.txt fixer g-c0",
      "Write /tmp/notes.txt fixer g-c1",
      "Edit src/ä b.txt main s1-c2",
    ]);
    expect(rows[1]).toMatchObject({
      session: "s1",
      agentId: "7f",
      before: "recorded",
      after: "edited",
      changedOutside: false,
      added: 1,
    });
    const csv = (await run(folder, "s1.jsonl", "--csv")).stdout.split("\n");
    expect([csv[0], csv[2]]).toEqual([
      "session,file,edits,added,removed,by,from,to,known,changedOutside,changedLater,path,worktree",
      "s1,b.txt,1,1,1,fixer 1,2026-01-01T10:00:02.000Z,2026-01-01T10:00:02.000Z,whole,0,,/home/me/app/b.txt,",
    ]);
  });

  it.each([
    [["--file", "b.txt"], "b.txt"],
    [["--file", "src/ä b.txt"], "src/ä b.txt"],
    [["--file", "**/b.txt"], "b.txt"],
    [["--file", "src/*.txt"], "src/ä b.txt"],
    [["--file", "/home/*/app/{a,b}.txt"], "b.txt"],
    [["--tools", "Write"], "src/ä b.txt /tmp/notes.txt"],
    [["--base", "/tmp"], "/home/me/app/src/ä b.txt /home/me/app/b.txt notes.txt"],
  ])("%j chooses and names files", async (argv, files) => {
    const { stdout } = await run(scratch(sessionWithAgent()), "s1.jsonl", "--json", ...argv);
    expect((JSON.parse(stdout) as Array<{ file: string }>).map(({ file }) => file).join(" ")).toBe(files);
  });

  it("prints a patch on stdout, and on stderr how much of it is known", async () => {
    const { code, stdout, stderr } = await run(scratch(sessionWithAgent()), "s1.jsonl", "--patch");
    expect([code, stderr]).toEqual([
      0,
      "2 files, 1 not in the patch; comments in the patch say why; names are relative to /home/me/app\n",
    ]);
    expect(stdout).toBe(
      [
        'diff --git "a/src/\\303\\244 b.txt" "b/src/\\303\\244 b.txt"',
        "new file mode 100644",
        "--- /dev/null",
        '+++ "b/src/\\303\\244 b.txt"\t',
        "@@ -0,0 +1,2 @@",
        "+one",
        "+2",
        "diff --git a/b.txt b/b.txt",
        "--- a/b.txt",
        "+++ b/b.txt",
        "@@ -1,1 +1,1 @@",
        "-x",
        "\\ No newline at end of file",
        "+y",
        "\\ No newline at end of file",
        "# /tmp/notes.txt: not in the patch: it is outside the folder of the patch",
        "",
      ].join("\n"),
    );
  });

  it("a program gets every character of a patch, a terminal gets none that it obeys", async () => {
    const folder = scratch({ "s1.jsonl": transcript("s1", [write("a.txt", "\u001b]0;x\u0007\r\n")]) });
    expect((await run(folder, "s1.jsonl", "--patch")).stdout).toContain("+\u001b]0;x\u0007\r\n");
    const { stdout } = await ccdag(["edits", "s1.jsonl", "--patch"], { cwd: folder, isStdoutTerminal: true });
    expect(stdout).toContain("+␛]0;x␇␍\n");
    const name = scratch({ "s1.jsonl": transcript("s1", [write("a\u001b[2J\n.txt", "")]) });
    expect((await run(name, "s1.jsonl")).stdout).toContain("a␛[2J␊.txt");
  });

  it("names are relative to the git repository of the folder of the session, if it is on this machine", async () => {
    const repository = scratch({ ".git/HEAD": "", "packages/a/x": "" });
    const cwd = `${repository}/packages/a`;
    const folder = scratch({
      "s1.jsonl": transcript("s1", [write(`${cwd}/new.txt`, "1\n"), write(`${repository}/top.txt`, "")], cwd),
    });
    const names = async (...argv: string[]) =>
      (await run(folder, "s1.jsonl", "--patch", ...argv)).stdout.match(/(?<=diff --git a\/)\S+/g);
    expect(await names()).toEqual(["packages/a/new.txt", "top.txt"]);
    expect(await names("--base", cwd)).toEqual(["new.txt"]);
  });

  it("has only what is on the path that was continued, or on that of --leaf", async () => {
    const forked = transcript("s1", [edit("a.txt", "1", "2", "1\n"), edit("a.txt", "2", "3", "2\n")])
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const again = {
      ...forked[0],
      uuid: "again",
      parentUuid: "s1-r0",
      timestamp: "2026-01-01T11:00:00Z",
      message: { role: "user", content: "otherwise" },
    };
    const answer = {
      type: "assistant",
      uuid: "said",
      parentUuid: "again",
      sessionId: "s1",
      timestamp: "2026-01-01T11:00:01Z",
      message: { id: "m", role: "assistant", content: [{ type: "text", text: "Yes." }] },
    };
    const before = {
      ...forked[3],
      uuid: "asked",
      parentUuid: "s1-r0",
      type: "user",
      message: { role: "user", content: "more" },
    };
    const records = [...forked.slice(0, 3), before, { ...forked[3], parentUuid: "asked" }, forked[4]!, again, answer];
    const folder = scratch({ "s1.jsonl": records.map((record) => `${JSON.stringify(record)}\n`).join("") });
    const short = await run(folder, "s1.jsonl");
    expect(short.stdout).toMatch(/^a\.txt +1 /m);
    expect(short.stdout).toContain(
      "Not listed: 1 edit on branches that were not continued; --leaf lists another path.",
    );
    expect((await run(folder, "s1.jsonl", "--patch")).stdout).toContain("-1\n+2\n");
    expect((await run(folder, "s1.jsonl", "--patch", "--leaf", "s1-r1")).stdout).toContain("-1\n+3\n");
  });

  it.each([
    [["."], "Unexpected --patch of 2 sessions, expected one of them: s1, s2"],
    [["s1.jsonl", "--json"], "Unexpected --patch with --json, expected one of them"],
    [["s1.jsonl", "--tools", "Edit"], "Unexpected --tools with --patch: a patch holds every edit of a file"],
    [["s1.jsonl", "--file", "nowhere.txt"], "No edit of `nowhere.txt`"],
  ])("%j cannot be a patch", async (argv, message) => {
    const folder = scratch({ ...sessionWithAgent(), "s2.jsonl": transcript("s2", [write("z", "")]) });
    const named = argv[0] === "." ? [`${folder}/`, ...argv.slice(1)] : argv;
    const { code, stderr, stdout } = await run(folder, "--patch", ...named);
    expect([code, stdout, stderr]).toEqual([2, "", `ccdag: ${message}\n`]);
  });

  it("a session without edits says so, and a folder lists every session", async () => {
    const folder = scratch({
      ...sessionWithAgent(),
      "s2.jsonl": transcript("s2", []),
      "s3.jsonl": transcript("s3", [write("z", "")]),
    });
    expect(await run(folder, "s2.jsonl")).toMatchObject({ code: 0, stdout: "No file was changed.\n" });
    expect(await run(folder, "s2.jsonl", "--patch")).toMatchObject({
      code: 0,
      stdout: "",
      stderr: "No file was changed.\n",
    });
    const { stdout } = await run(folder, `${folder}/`);
    expect(stdout.match(/^s\d +\S+/gm)).toEqual(
      ["s1  src/ä", "s1  b.txt", "s1  /tmp/notes.txt", "s3  z"].map(
        (row) => expect.stringMatching(new RegExp(`^${row.split("  ").join(" +")}`)) as string,
      ),
    );
  });
});
