import { once } from "node:events";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { emptyCounts } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { cellsOf } from "@ccdag/report";
import { listed, type ListedRow, type SessionRow } from "@ccdag/library";
import { commonFlags } from "../src/pick/actions.ts";
import { clipboardTools } from "../src/pick/clipboard.ts";
import { filterEntries, type PickList } from "../src/pick/pick-list.ts";
import { freeName } from "../src/pick/free-name.ts";
import { moveCursor } from "../src/pick/move-cursor.ts";
import { layoutList, pageRows } from "../src/pick/layout.ts";
import { paint } from "../src/pick/paint.ts";
import { projectEntries } from "../src/pick/project-entries.ts";
import { type ItemContext, mixedColumns, sessionEntries } from "../src/pick/session-entries.ts";
import { quoteWord, resumeCommand } from "../src/pick/shell-words.ts";
import { ccdag, put, scratch, talk } from "./world.ts";

const now = Date.UTC(2026, 2, 14);
const hour = 3_600_000;
const row = (id: string, more: Partial<SessionRow> = {}): ListedRow => {
  const [found] = listed([sessionRow(id, more)], [], undefined);
  return { ...found!, project: found!.cwd ?? "" };
};
const sessionRow = (id: string, more: Partial<SessionRow>): SessionRow => ({
  ...emptyCounts(),
  id,
  title: `Title of ${id}`,
  path: `-home-me-app/${id}.jsonl`,
  client: "claude-code",
  cwd: "/home/me/app",
  from: now - 3 * hour,
  to: now - hour,
  prompts: 2,
  messages: 4,
  bytes: 1200,
  calls: [[now - hour, "claude-sonnet-4-5", "", 1000, 100, 0, 0, 0, 0, 0]],
  ...more,
});
const context: ItemContext = {
  home: "/home/me",
  now,
  zone: "utc",
};

/** A terminal without a person. */
function fakeTerminal() {
  const input = new PassThrough();
  // A prompt ends what it writes to, unless it is stdout, which never ends.
  const output = Object.assign(new PassThrough(), { columns: 120, rows: 30, end: () => output });
  let written = "";
  output.on("data", (chunk: Buffer) => (written += String(chunk)));
  return {
    terminal: { input, output: output as never },
    press: (keys: string) => {
      written = "";
      input.write(keys);
    },
    /** Waits for a text that was written since the last key. */
    shows: async (text: string) => {
      while (!written.includes(text)) await once(output, "data");
    },
  };
}

describe("`ccdag` without a command", () => {
  it("prints the help on stdout where there is no terminal", async () => {
    const { code, stdout, stderr } = await ccdag([]);
    expect([code, stdout.startsWith("Usage: ccdag"), stderr]).toEqual([0, true, ""]);
  });

  it("prints the help where nobody types", async () => {
    const { code, stdout } = await ccdag([], { env: { CI: "true" }, terminal: fakeTerminal().terminal });
    expect([code, stdout.startsWith("Usage: ccdag")]).toEqual([0, true]);
  });

  it("lets a person choose a session, and runs a command for it", async () => {
    const home = scratch();
    put(home, ".claude/projects/-p/aaaa-1.jsonl", talk("aaaa-1"));
    put(home, ".claude/projects/-p/bbbb-2.jsonl", talk("bbbb-2"));
    const { terminal, press, shows } = fakeTerminal();
    const done = ccdag([], { env: { HOME: home }, cwd: home, terminal });
    await shows("Projects ›");
    press("\r");
    await shows("All projects ›");
    press("question BBBB");
    await shows("1 of 2");
    press("\r");
    await shows("Show the tree");
    press("3");
    await shows("> 3 Show the tree");
    press("\u0003");
    const { code, stdout, stderr } = await done;
    expect([code, stdout, stderr]).toEqual([130, expect.stringContaining("session bbbb-2"), "$ ccdag tree bbbb-2\n\n"]);
  });

  it("is a command that expects a terminal", async () => {
    expect(await ccdag(["pick"])).toMatchObject({
      code: 2,
      stderr: "ccdag: Expected a terminal; `ccdag ls` lists all sessions\n",
    });
  });
});

describe("the entries of the picker", () => {
  it("are the newest first, and match words of the title, the project and the id in any order", () => {
    const rows = [row("a1", { to: now - 9 * hour }), row("b2", { title: "Fix CI", gitBranch: "win" }), row("c3")];
    const entries = sessionEntries(rows, context, false);
    expect(entries.map(({ value }) => value.id)).toEqual(["b2", "c3", "a1"]);
    const find = (typed: string) => filterEntries(entries, typed).map(({ value }) => value.id);
    expect(find("  ci FIX ")).toEqual(["b2"]);
    expect(find("win")).toEqual(["b2"]);
    expect(find("~/app title")).toEqual(["c3", "a1"]);
    expect(find("a1")).toEqual(["a1"]);
    expect(find("nothing")).toEqual([]);
  });

  it("say what is known of a session", () => {
    const [entry] = sessionEntries([row("a1", { branches: 3, agents: 2 })], context, false);
    expect(entry).toMatchObject({ title: "Title of a1", cells: ["1 h", "", "3", "2", "2 h"] });
    expect(Object.fromEntries(entry!.facts().map(([label, text]) => [label, text]))).toMatchObject({
      id: "a1",
      project: "~/app",
      ended: "2026-03-13 23:00 (1 h ago)",
      messages: "4 (2 prompts)",
      models: "claude-sonnet-4-5",
      size: "1.2 KB",
    });
  });

  it("begin with the project of the current folder, then all projects", () => {
    const other = { path: "-x/b.jsonl", cwd: "/x" };
    const rows = [row("a", { to: now - 9 * hour }), row("b", other), row("c", { ...other, path: "-x/c.jsonl" })];
    const names = (current?: string) =>
      projectEntries(rows, context, current).map(({ title, cells }) => [title, cells[1]]);
    expect(names("-home-me-app")).toEqual([
      ["~/app", "1"],
      ["All projects", "3"],
      ["/x", "2"],
    ]);
    expect(names()).toEqual([
      ["All projects", "3"],
      ["/x", "2"],
      ["~/app", "1"],
    ]);
  });

  it("hold no text that a terminal obeys", () => {
    const evil = "\u001B]0;x\u0007\u009B2J\r\u202E";
    const hostile = row(`i${evil}`, { title: `t${evil}`, cwd: `/c${evil}`, gitBranch: evil, continues: evil });
    const list = [sessionEntries([hostile], context, true), projectEntries([hostile], context, undefined)];
    const texts = list.flat().flatMap((one) => [one.title, ...one.cells, ...one.facts().flat()]);
    // oxlint-disable-next-line no-control-regex
    for (const text of texts) expect(String(text)).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202E]/);
    expect(paint([[{ text: evil }]])).not.toContain("\u009B");
  });
});

describe("the layout of the list", () => {
  const rows = Array.from({ length: 40 }, (_, at) =>
    row(`id-${at}`, { title: `${"日本語 und mehr ".repeat(at % 9)}${at}`, agents: at, branches: at }),
  );
  const list: PickList<ListedRow> = {
    heading: "All",
    titleHead: "TITLE",
    columns: mixedColumns,
    entries: sessionEntries(rows, context, true),
    escape: "goes back",
  };
  const draw = (columns: number, height: number, cursor = 0) =>
    layoutList({ list, found: list.entries, cursor, size: { columns, rows: height } }).map((line) =>
      line.map(({ text }) => text).join(""),
    );

  it.each([
    [80, 24],
    [120, 40],
    [200, 50],
    [100, 24],
    [40, 10],
    [30, 5],
  ])("fills a terminal of %i × %i and never leaves it", (columns, height) => {
    for (const cursor of [0, 20, 39]) {
      const lines = draw(columns, height, cursor);
      expect(lines).toHaveLength(height - 1);
      for (const line of lines) expect(cellsOf(line)).toBeLessThan(columns);
      expect(lines.filter((line) => line.startsWith("> "))).toHaveLength(1);
    }
  });

  it("has the preview beside the list where there is room, else below it", () => {
    expect(draw(120, 40).some((line) => /^> .* │ /.test(line) || /^ {2}.* │ id /.test(line))).toBe(true);
    expect(draw(80, 24).findIndex((line) => line.startsWith("id "))).toBeGreaterThan(
      pageRows({ columns: 80, rows: 24 }),
    );
    expect(draw(80, 10).join("\n")).not.toContain("id  ");
  });

  it("omits columns before it cuts titles", () => {
    expect(draw(200, 50)[0]).toMatch(/TITLE +AGE +PROJECT +BRANCHES +AGENTS +LENGTH/);
    expect(draw(45, 24)[0]).toMatch(/TITLE +AGE *$/);
  });
});

describe("keys", () => {
  it.each([
    ["up", 0, 0],
    ["down", 0, 1],
    ["pagedown", 3, 9],
    ["pageup", 3, 0],
    ["end", 3, 9],
    ["home", 3, 0],
    ["x", 3, undefined],
  ])("%s at %i moves to %s", (name, from, to) => {
    expect(moveCursor({ name }, from, 10, 8)).toBe(to);
  });

  it("moves with Ctrl+N and Ctrl+P, and not with N", () => {
    expect([true, false].map((ctrl) => moveCursor({ name: "n", ctrl }, 0, 10, 8))).toEqual([1, undefined]);
    expect(moveCursor({ name: "p", ctrl: true }, 5, 10, 8)).toBe(4);
  });
});

describe("what is copied and written", () => {
  it("is quoted for a shell", () => {
    expect(quoteWord("/home/me/app", "linux")).toBe("/home/me/app");
    expect(quoteWord("/a b/$(x)'y", "linux")).toBe(String.raw`'/a b/$(x)'\''y'`);
    expect(quoteWord(String.raw`C:\a b`, "win32")).toBe(String.raw`"C:\a b"`);
    expect(quoteWord("C:\\%PATH%", "win32")).toBeUndefined();
    expect(quoteWord("a\nrm x", "linux")).toBeUndefined();
  });

  it("goes to the folder in which the session ran", () => {
    const resume = (id: string, cwd?: string, client = "claude-code") =>
      resumeCommand({ id, cwd, client }, "/here", "linux");
    expect(resume("a-1", "/here")).toBe("claude --resume a-1");
    expect(resume("a-1")).toBe("claude --resume a-1");
    expect(resume("a-1", "/it's")).toBe(String.raw`cd '/it'\''s' && claude --resume a-1`);
    expect(resume("a-1", "/there", "codex")).toBe("cd /there && codex resume a-1");
    expect(resume("a-1", "/there", "unheard-of")).toBeUndefined();
    for (const [id, cwd] of [["--x"], ["a;b"], ["a", "/b\u001B[A"], ["a", "-"]] as const)
      expect(resume(id!, cwd)).toBeUndefined();
  });

  it("has a name that no file has", () => {
    const taken = ["fix-ci.md", "fix-ci-2.md"];
    const name = (title: string) => freeName(title, ".md", (one) => taken.includes(one));
    expect(name("Fix: CI!")).toBe("fix-ci-3.md");
    expect(name("../../etc/passwd")).toBe("etc-passwd.md");
    expect(name("日本語")).toBe("日本語.md");
    expect(name("")).toBe("session.md");
    expect(name("CON")).toBe("session-con.md");
    expect(name("x ".repeat(300)).length).toBeLessThan(70);
  });

  it("is copied by a program of this machine, but not over SSH", () => {
    expect(clipboardTools({}, "darwin")).toEqual([["pbcopy"]]);
    expect(clipboardTools({ DISPLAY: ":0" }, "linux").map(([name]) => name)).toEqual(["xclip", "xsel"]);
    expect(clipboardTools({ SSH_TTY: "/dev/pts/1", DISPLAY: ":0" }, "linux")).toEqual([]);
  });

  it("gets the options that every command has", () => {
    const folder = scratch({ "a/x": "", "b/x": "" });
    const roots = ["a", "b", "c"].map((name) => join(folder, name));
    const options = { root: "in a variable", utc: true, cache: false, config: false, cost: true, quiet: undefined };
    const found = commonFlags(options, roots);
    expect(new Set(found)).toEqual(
      new Set(["--no-cache", "--no-config", `--root=${roots[0]}`, `--root=${roots[1]}`, "--utc"]),
    );
  });
});
