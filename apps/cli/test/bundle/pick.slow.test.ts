import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { jsonl, put, read, scratch, talk } from "../world.ts";

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
if (!hasTmux)
  console.warn("No tmux: the tests of the picker are skipped, because nothing can press keys. Install tmux.");

const bin = new URL("../../out/ccdag/bin.js", import.meta.url).pathname;
const evil = "\u001B]2;OWNED\u0007\u009B2J\r\u001B]52;c;T1dORUQ=\u0007";
const obeyed = ["\u001B]2;", "\u009B", "\u001B]52;c;T1dORUQ"];

/** A session with a title, in a folder in which it ran. */
const session = (id: string, title: string, cwd: string) =>
  talk(id)
    .split("\n")
    .filter(Boolean)
    .map((line) => `${JSON.stringify({ ...(JSON.parse(line) as object), sessionId: id, cwd, gitBranch: evil })}\n`)
    .join("") + jsonl({ type: "custom-title", customTitle: title, sessionId: id });

/** A home folder with two projects; the first one is that of the folder `app`. */
function world() {
  const home = scratch();
  const app = join(home, "app");
  const other = join(home, "it's $(other)");
  put(home, "app/README", "");
  const folderOf = (cwd: string) => `.claude/projects/${cwd.replace(/[^a-zA-Z0-9]/g, "-")}`;
  put(home, `${folderOf(app)}/aaaa1111-1.jsonl`, session("aaaa1111-1", "Fix the login", app));
  put(home, `${folderOf(app)}/bbbb2222-2.jsonl`, session("bbbb2222-2", "Columns of the weather table", app));
  put(home, `${folderOf(app)}/cccc3333-3.jsonl`, session("cccc3333-3", `Hostile ${evil} title`, app));
  put(home, `${folderOf(other)}/dddd4444-4.jsonl`, session("dddd4444-4", "Elsewhere 日本語", other));
  return { home, app };
}

/** `ccdag` in a terminal. */
function terminal({ home, app }: ReturnType<typeof world>, columns: number, rows: number, words = "") {
  const tmux = (...args: string[]) =>
    spawnSync("tmux", ["-u", "-S", join(home, "s"), "-f", "/dev/null", ...args], { encoding: "utf8" }).stdout;
  onTestFinished(() => void tmux("kill-server"));
  const env = `env -u CI -u DISPLAY -u WAYLAND_DISPLAY -u WSL_DISTRO_NAME -u CLAUDE_CONFIG_DIR HOME=${home}`;
  const command = `sleep 1; ${env} ${process.execPath} ${bin} ${words}; echo "code $?"; sleep 300`;
  tmux("new-session", "-d", "-x", String(columns), "-y", String(rows), "-c", app, command);
  tmux("pipe-pane", "-o", `cat > ${home}/raw`);
  const screen = () => tmux("capture-pane", "-p");
  return {
    screen,
    keys: (...keys: string[]) => void tmux("send-keys", ...keys),
    type: (text: string) => void tmux("send-keys", "-l", text),
    title: () => tmux("display-message", "-p", "#{pane_title}"),
    resize: (x: number, y: number) => void tmux("resize-window", "-x", String(x), "-y", String(y)),
    /** What was written to the terminal. */
    raw: () => read(home, "raw"),
    shows: async (pattern: RegExp): Promise<string> => {
      // What matched is looked at: the next screen may be half painted.
      let shown = "";
      await expect.poll(() => (shown = screen())).toMatch(pattern);
      return shown;
    },
  };
}

describe.skipIf(!hasTmux)("`ccdag` in a terminal", () => {
  it("lets a person filter, see a preview, choose, draw the tree, copy and write", async () => {
    const { home, app } = world();
    const { shows, keys, type, raw } = terminal({ home, app }, 120, 40);
    await shows(/Projects ›[^]*> ~\/app +.* 3 [^]*All projects .* 4 /);
    keys("Enter");
    await shows(/Sessions of ~\/app ›/);
    type("WEATHER colu");
    await shows(/^1 of 3/m);
    // The preview is painted after the list.
    const list = await shows(/ │ messages +2 \(1 prompt\)\n/);
    expect(list).toMatch(/ │ Columns of the weather table\n> Columns of the weather table .* │ id +bbbb2222-2\n/);
    expect(list).toMatch(/ │ messages +2 \(1 prompt\)\n/);
    keys("Enter");
    await shows(/> 1 Open as a page/);
    type("3");
    await shows(/\$ ccdag tree bbbb2222-2\n● session bbbb2222[^]*> 3 Show the tree/);
    keys("Down", "Enter");
    await shows(/^bbbb2222-2\n(?:Copied|Sent)/m);
    expect(raw()).toContain(`\u001B]52;c;${Buffer.from("bbbb2222-2").toString("base64")}\u0007`);
    for (const name of ["columns-of-the-weather-table.md", "columns-of-the-weather-table-2.md"]) {
      type("2");
      await shows(new RegExp(`^${name}$`, "m"));
      expect(read(app, name)).toMatch(/Question bbbb2222-2/);
    }
    keys("Escape");
    await shows(/Sessions of ~\/app › WEATHER colu/);
    keys("Escape");
    await shows(/^3 · type/m);
    keys("Escape");
    await shows(/^Projects ›/m);
    keys("Escape");
    await shows(/^code 0$/m);
  });

  it("goes to the folder of a session before it resumes it", async () => {
    const { shows, keys, type } = terminal(world(), 140, 30);
    await shows(/Projects ›/);
    type("all");
    keys("Enter");
    await shows(/^All projects ›[^]*PROJECT/);
    type("日本");
    await shows(/^1 of 4/m);
    keys("Enter");
    await shows(/> 1 Open as a page/);
    type("5");
    const copied = await shows(/^(?:Copied|Sent)/m);
    expect(copied).toMatch(/^cd '\/.*\/it'\\''s \$\(other\)' && claude --resume dddd4444-4$/m);
  });

  it("leaves with 130 at Ctrl+C, in the list and in the menu, and shows what was on the screen", async () => {
    for (const enters of [0, 2]) {
      const { shows, keys, screen } = terminal(world(), 80, 24);
      await shows(/Projects ›/);
      for (let count = 0; count < enters; count++) {
        keys("Enter");
        await shows(count === 0 ? /Sessions of/ : /Open as a page/);
      }
      keys("C-c");
      await shows(/^code 130$/m);
      expect(screen()).not.toMatch(/Error|at .*\.js|Projects ›/);
    }
  });

  it("has the preview below the list in a narrow terminal, and follows its size", async () => {
    const { shows, keys, resize } = terminal(world(), 80, 24);
    await shows(/Projects ›/);
    keys("Enter");
    await shows(/^> .*\n(?:.*\n)+─+\n.*\nid +/m);
    resize(130, 30);
    await shows(/^> .* │ id +/m);
    resize(50, 10);
    const small = await shows(/^Sessions of(?![^]* │)[^]*^> /m);
    expect(small.split("\n").filter((line) => line.startsWith("> "))).toHaveLength(1);
  });

  it("lets no title move the cursor, name the window or fill the clipboard", async () => {
    const one = world();
    const { shows, keys, type, title, raw } = terminal(one, 120, 30);
    await shows(/Projects ›/);
    keys("Enter");
    await shows(/Sessions of/);
    type("hostile");
    await shows(/^> Hostile/m);
    keys("Enter");
    await shows(/Open as a page/);
    type("3");
    await shows(/● session cccc3333/);
    type("2");
    await shows(/^\S*hostile\S*\.md$/m);
    expect(title()).not.toContain("OWNED");
    expect(obeyed.filter((one) => raw().includes(one))).toEqual([]);
    expect(readdirSync(one.app).every((name) => /^[\w.-]+$/.test(name))).toBe(true);
  });

  it("serves a session until Ctrl+C, and then shows the menu again", async () => {
    const { shows, keys, type } = terminal(world(), 100, 30, "pick --no-cache");
    await shows(/Projects ›/);
    keys("Enter");
    await shows(/Sessions of/);
    keys("Enter");
    await shows(/Open as a page/);
    type("1");
    await shows(/http:\/\/127\.0\.0\.1:\d+[^]*Press Ctrl\+C to stop/);
    keys("C-c");
    await shows(/> 1 Open as a page/);
    // `serve` ends a process that does not stop in time.
    await wait(1000);
    keys("Escape");
    expect(await shows(/Sessions of/)).not.toContain("code");
  });
});
