import { execFileSync } from "node:child_process";
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { lock } from "@ccdag/site";
import { ccdag, jsonl, put, read, sample, scratch, talk } from "./world.ts";

const filesOf = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[])
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
const pagesOf = (folder: string) => filesOf(folder).filter((path) => path.endsWith(".html"));

/** Every link of a site to a missing page or anchor. */
function broken(folder: string): string[] {
  const pages = new Map(pagesOf(folder).map((path) => [path, read(folder, path)]));
  const found: string[] = [];
  for (const [path, text] of pages)
    for (const [, href] of text.replace(/<script>.*<\/script>/gs, "").matchAll(/ (?:href|src)="([^"]+)"/g)) {
      if (/^(?:https?:|mailto:|data:)/.test(href!)) continue;
      const [target, name] = href!.split("#") as [string, string?];
      const page = target === "" ? path : posix.join(posix.dirname(path), decodeURIComponent(target));
      const isThere = existsSync(join(folder, page));
      const hasName = name === undefined || pages.get(page)?.includes(` id="${decodeURIComponent(name)}"`) === true;
      if (!isThere || !hasName) found.push(`${path}: ${href}`);
    }
  return found;
}

const fileAt = (path: string) => {
  const { ino, mtimeMs } = statSync(path);
  return `${ino} ${mtimeMs}`;
};
/** The identity of each file of a folder, which changes when the file is written again. */
const written = (folder: string) => new Map(filesOf(folder).map((path) => [path, fileAt(join(folder, path))] as const));

/** A long conversation: a number of turns of a given length. */
function longTalk(turns: number, length: number): string {
  const records = [];
  for (let turn = 0; turn < turns; turn++) {
    const time = new Date(Date.UTC(2026, 0, 1, 10, 0, turn)).toISOString();
    const parentUuid = turn === 0 ? null : `a${turn - 1}`;
    records.push({
      type: "user",
      uuid: `u${turn}`,
      parentUuid,
      timestamp: time,
      message: { content: `Question ${turn}` },
    });
    const text = `Answer ${turn}. ${"All is said. ".repeat(length / 13)}`;
    const message = { id: `m${turn}`, model: "claude", content: [{ type: "text", text }] };
    records.push({ type: "assistant", uuid: `a${turn}`, parentUuid: `u${turn}`, timestamp: time, message });
  }
  return jsonl(...records);
}

describe("ccdag site", () => {
  it("R014 R006: writes an index as a tree, a page for each session, and valid links", async () => {
    const out = join(scratch(), "site");
    const { code, stderr } = await ccdag(["site", join(sample, ".."), "-o", out]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^6 projects, 8 pages, \d+ written, 0 removed in /)]);
    expect(broken(out)).toEqual([]);
    const index = read(out, "index.html");
    // The second session names the first one by its number, and by its title.
    expect(index).toMatch(
      /<li [^>]*><a href="home-ada-weather\/session-642fe51e[^"]*">Straight columns for the weather table<\/a>.*?<li [^>]*data-up="0"><a href="home-ada-weather\/session-7c6e8ad8[^"]*">[^<]*<\/a><p class="up">continues <a href="[^"]*session-642fe51e/,
    );
    expect(index).toMatch(
      /<p>The columns of my little weather tool .*?<p class="end">It helps now, .*?3 h 36 min · 35 messages · 6 files changed · 1 agent · 2 branches · 1.6M tokens · \$0.9604 · sonnet-4-5</,
    );
    // Each session has its own page, and a page that continues another one links back to it.
    const branch = pagesOf(out).find((path) => path.includes("session-7c6e8ad8"))!;
    expect(read(out, branch)).toMatch(/← <\/?[^>]*href="session-642fe51e[^"]*#msg-/);
  });

  it("does not write equal files again", async () => {
    const [out, other] = [join(scratch(), "site"), join(scratch(), "site")];
    await ccdag(["site", sample, "-o", out]);
    await ccdag(["site", sample, "-o", other]);
    expect(filesOf(out)).toEqual(filesOf(other));
    for (const path of filesOf(out)) expect([path, read(out, path) === read(other, path)]).toEqual([path, true]);
    const before = written(out);
    const { stderr } = await ccdag(["site", sample, "-o", out]);
    expect(stderr).toMatch(/ 0 written, 0 removed/);
    expect(written(out)).toEqual(before);
  });

  it("R007: renders a session that grew again; links stay valid, and other files stay as they are", async () => {
    const folder = scratch({ "p/a.jsonl": talk("a"), "p/b.jsonl": longTalk(12, 200_000) });
    const out = join(scratch(), "site");
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    const pages = pagesOf(out).filter((path) => path.includes("session-b"));
    expect(pages.length).toBeGreaterThan(1);
    expect(broken(out)).toEqual([]);
    const before = written(out);
    const homes = new Map(
      pages.flatMap((path) => [...read(out, path).matchAll(/<article id="([^"]+)"/g)].map(([, id]) => [id, path])),
    );
    put(folder, "p/b.jsonl", longTalk(30, 200_000));
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    expect(broken(out)).toEqual([]);
    const now = pagesOf(out).filter((path) => path.includes("session-b"));
    expect(now.length).toBeGreaterThan(pages.length);
    for (const path of now)
      for (const [, id] of read(out, path).matchAll(/<article id="([^"]+)"/g))
        expect([id, homes.get(id!) ?? path]).toEqual([id, path]);
    expect(before.get("p/session-a.html")).toBeDefined();
    expect(written(out).get("p/session-a.html")).toBe(before.get("p/session-a.html"));
    expect(written(out).get("index.html")).not.toBe(before.get("index.html"));
  });

  it("no page is larger than 3 MB, for any pasted text or output", async () => {
    const call = (id: string, text: string) => ({
      type: "assistant",
      uuid: `c${id}`,
      parentUuid: "u0",
      timestamp: "2026-01-01T10:00:01.000Z",
      message: {
        id: `mc${id}`,
        model: "claude",
        content: [{ type: "tool_use", id: `t${id}`, name: "Bash", input: { command: text } }],
      },
    });
    const result = (id: string, text: string) => ({
      type: "user",
      uuid: `r${id}`,
      parentUuid: `c${id}`,
      timestamp: "2026-01-01T10:00:02.000Z",
      message: { content: [{ type: "tool_result", tool_use_id: `t${id}`, content: text }] },
    });
    const first = {
      type: "user",
      uuid: "u0",
      parentUuid: null,
      timestamp: "2026-01-01T10:00:00.000Z",
      message: { content: "<&> ".repeat(1_500_000) },
    };
    const text = jsonl(
      first,
      call("1", "x"),
      result("1", "line <b>\n".repeat(600_000)),
      { ...call("2", "y"), parentUuid: "r1" },
      result("2", "short"),
    );
    const folder = scratch({ "p/s.jsonl": text });
    const out = join(scratch(), "site");
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    const pages = pagesOf(out);
    expect(pages.length).toBeGreaterThan(4);
    for (const path of pages) expect([path, statSync(join(out, path)).size < 3_000_000]).toEqual([path, true]);
    // Nothing is lost: the text is on the page, and the output in a file.
    const content = pages.map((path) => read(out, path)).join("");
    expect(content.split("&#x3C;&#x26;> ").length - 1 + content.split("<&> ").length - 1).toBeGreaterThanOrEqual(
      1_490_000,
    );
    const file = filesOf(out).find((path) => path.endsWith(".txt"))!;
    expect(read(out, file)).toBe("line <b>\n".repeat(600_000));
    expect(broken(out)).toEqual([]);
  });

  it("a long agent has its own page, and its call links to it", async () => {
    const folder = scratch();
    cpSync(sample, folder, { recursive: true });
    const path = filesOf(folder).find((one) => one.includes("/agent-") && one.endsWith(".jsonl"))!;
    const lines = read(folder, path).trim().split("\n");
    const last = JSON.parse(lines.at(-1)!) as Record<string, unknown>;
    let parentUuid = last["uuid"];
    for (let at = 0; at < 12; at++) {
      const uuid = `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`;
      const message = {
        id: `x${at}`,
        role: "assistant",
        model: "claude",
        content: [{ type: "text", text: "I look further. ".repeat(5000) }],
      };
      lines.push(JSON.stringify({ ...last, type: "assistant", uuid, parentUuid, message }));
      parentUuid = uuid;
    }
    put(folder, path, `${lines.join("\n")}\n`);
    const out = join(scratch(), "site");
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    expect(broken(out)).toEqual([]);
    const texts = pagesOf(out).map((one) => read(out, one));
    expect(texts.some((text) => /<section id="agent-[^"]+" class="thread agent"/.test(text))).toBe(true);
    expect(texts.some((text) => /<p class="agent"><a href="[^"]*#agent-/.test(text))).toBe(true);
  });

  it("keeps pages without transcripts; --prune removes them, but no foreign files", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s"), "q/t.jsonl": talk("t"), "q/u.jsonl": talk("u") });
    const out = join(scratch(), "site");
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    put(out, "p/notes.txt", "mine");
    rmSync(join(folder, "p"), { recursive: true });
    rmSync(join(folder, "q/u.jsonl"));
    const kept = await ccdag(["site", folder, "-o", out, "--no-search"]);
    expect(kept.stderr).toMatch(/1 project, 3 pages, 0 written, 0 removed, 2 kept without transcripts/);
    expect(read(out, "index.html")).toMatch(/p\/session-s\.html.*q\/session-t\.html.*q\/session-u\.html/s);
    expect(broken(out)).toEqual([]);
    const pruned = await ccdag(["site", folder, "-o", out, "--no-search", "--prune", "--yes"]);
    expect(pruned.stderr).toMatch(/1 project, 1 page, 1 written, 4 removed/);
    const shared = /^q\/attachments\/[\da-f]{20}\.(?:css|js)$/;
    expect(filesOf(out).filter((path) => shared.test(path))).toHaveLength(2);
    expect(filesOf(out).filter((path) => !shared.test(path))).toEqual([
      "ccdag-site.json",
      "index.html",
      "p/notes.txt",
      "q/session-t.html",
      "work.html",
    ]);
    expect(broken(out)).toEqual([]);
  });

  it("rejects a folder with other files, and removes nothing that an untrusted manifest lists", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s") });
    const other = scratch({ "index.html": "mine" });
    expect(await ccdag(["site", folder, "-o", other])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/contains other files/) as string,
    });
    expect((await ccdag(["site", folder, "-o", join(other, "index.html")])).stderr).toMatch(/which is a file/);
    expect(read(other, "index.html")).toBe("mine");
    for (const manifest of [
      { version: 1, projects: { p: { files: { "../victim.txt": "" }, sessions: [] } } },
      { version: 1, projects: { p: { files: {}, sessions: [{ href: "javascript:alert(1)" }] } } },
      { version: 1, projects: {}, search: { key: "", files: { "../victim.txt": "" } } },
      { version: 1, projects: null },
    ]) {
      const place = scratch({ "victim.txt": "alive", "site/ccdag-site.json": JSON.stringify(manifest) });
      expect((await ccdag(["site", folder, "-o", join(place, "site")])).code).toBe(2);
      expect(read(place, "victim.txt")).toBe("alive");
    }
  });

  it("renders every given session, each project under a unique name", async () => {
    const folder = scratch({
      "two/s1.jsonl": talk("a"),
      "two/s2.jsonl": talk("b"),
      "search/s3.jsonl": talk("c"),
      "history.jsonl": "{}\n",
    });
    const pagesFor = async (...paths: string[]) => {
      const out = join(scratch(), "site");
      const { code } = await ccdag(["site", ...paths, "-o", out, "--no-search"]);
      expect([paths, code]).toEqual([paths, 0]);
      return pagesOf(out).filter((path) => path.includes("/"));
    };
    const [first, second] = [join(folder, "two/s1.jsonl"), join(folder, "two/s2.jsonl")];
    expect(await pagesFor(first)).toEqual(["two/session-s1.html"]);
    expect(await pagesFor(first, second)).toEqual(["two-2/session-s2.html", "two/session-s1.html"]);
    expect(await pagesFor(first, join(folder, "two"))).toEqual(["two/session-s1.html", "two/session-s2.html"]);
    expect(await pagesFor(folder)).toEqual(["search-2/session-s3.html", "two/session-s1.html", "two/session-s2.html"]);
    const agent = scratch({ "agent-1.jsonl": talk("x") });
    expect((await ccdag(["site", join(agent, "agent-1.jsonl"), "-o", join(agent, "out")])).stderr).toMatch(
      /expected the transcript of a session/,
    );
  });

  it("with redaction, keeps no pages and no search index that were written without it", async () => {
    const secret = "maren.solberg@weather-lab.net";
    const folder = scratch({ "p/s.jsonl": talk("s").replace("Question s", `Write to ${secret}`) });
    const out = join(scratch(), "site");
    const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;
    execFileSync("node", [bin, "site", folder, "-o", out], { stdio: "pipe" });
    expect(existsSync(join(out, "search"))).toBe(true);
    await ccdag(["site", folder, "-o", out, "--redact", "--no-search"]);
    expect(existsSync(join(out, "search"))).toBe(false);
    for (const path of filesOf(out)) expect([path, read(out, path).includes(secret)]).toEqual([path, false]);
  });

  it("keeps no pages of another redaction, also after an interrupted run", async () => {
    const key = "sk-ant-api03-" + "Ab1Cd2Ef3G".repeat(9) + "-hT5Yk8QwAA";
    const talkWith = (name: string, prompt: string) => talk(name).replace(`Question ${name}`, prompt);
    const folder = scratch({
      "p/s.jsonl": talkWith("s", `My key is ${key}`),
      "p/t.jsonl": talkWith("t", "The plan of Walpurga"),
    });
    const list = join(scratch({ words: "Walpurga\n" }), "words");
    const out = join(scratch(), "site");
    const run = (...options: string[]) => ccdag(["site", folder, "-o", out, ...options]);
    const filesWith = (text: string) => filesOf(out).filter((path) => read(out, path).includes(text));
    await run("--redact", "--no-search");
    expect([filesWith(key), filesWith("Walpurga").length > 0]).toEqual([[], true]);
    // A run without redaction is interrupted in a project: its pages are in no list.
    put(folder, "q/v.jsonl", talkWith("v", "harmless"));
    writeFileSync(join(out, "q"), "");
    expect((await run("--no-search")).code).toBe(2);
    expect(filesWith(key).length).toBeGreaterThan(0);
    rmSync(join(out, "q"));
    await run("--redact", "--no-search");
    expect(filesWith(key)).toEqual([]);
    // A session without a transcript, and then another list of texts to redact.
    rmSync(join(folder, "p/t.jsonl"));
    const kept = await run("--redact", "--no-search");
    expect(kept.stderr).toMatch(/1 kept/);
    await run("--redact-extra", list, "--no-search");
    expect(filesWith("Walpurga")).toEqual([]);
    // Without redaction each session is listed once, with one name.
    await run("--no-search");
    const rows = [...read(out, "index.html").matchAll(/<li [^>]*><a href="[^"]*(session-[^"]+)"/g)].map(
      ([, page]) => page,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it("identifies a project by its sessions: another one with the same name gets another folder", async () => {
    const folder = scratch({ "x/proj/a.jsonl": talk("a"), "y/proj/b.jsonl": talk("b") });
    const out = join(scratch(), "site");
    const [x, y] = [join(folder, "x/proj"), join(folder, "y/proj")];
    await ccdag(["site", x, y, "-o", out, "--no-search"]);
    const before = written(out);
    await ccdag(["site", y, "-o", out, "--no-search"]);
    expect(pagesOf(out)).toEqual(["index.html", "proj-2/session-b.html", "proj/session-a.html", "work.html"]);
    expect(written(out).get("proj-2/session-b.html")).toBe(before.get("proj-2/session-b.html"));
    expect(broken(out)).toEqual([]);
  });

  it("removes files beside pages together with the pages that link to them", async () => {
    const folder = scratch({ "p/gone.jsonl": talk("gone") });
    const big = (text: string) =>
      talk("s") +
      jsonl(
        {
          type: "assistant",
          uuid: "c",
          parentUuid: "s-a",
          timestamp: "2026-01-01T10:00:01.000Z",
          message: { id: "c", model: "claude", content: [{ type: "tool_use", id: "t", name: "Bash", input: {} }] },
        },
        {
          type: "user",
          uuid: "r",
          parentUuid: "c",
          timestamp: "2026-01-01T10:00:02.000Z",
          message: { content: [{ type: "tool_result", tool_use_id: "t", content: text.repeat(30_000) }] },
        },
      );
    const out = join(scratch(), "site");
    for (const text of ["one of it ", "two of it ", "three of it "]) {
      put(folder, "p/s.jsonl", big(text));
      await ccdag(["site", folder, "-o", out, "--no-search"]);
      rmSync(join(folder, "p/gone.jsonl"), { force: true });
    }
    expect(filesOf(out).filter((path) => path.endsWith(".txt"))).toHaveLength(1);
    expect(pagesOf(out)).toContain("p/session-gone.html");
    expect(broken(out)).toEqual([]);
  });

  it("rejects a second run at the same time", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s") });
    const out = join(scratch(), "site");
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    const release = await lock(out);
    const { code, stderr } = await ccdag(["site", folder, "-o", out, "--no-search"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Another run of ccdag site.*\.ccdag-site\.lock/)]);
    await release();
    expect((await ccdag(["site", folder, "-o", out, "--no-search"])).code).toBe(0);
  });

  it("links use the anchors of pages, not ids in the text of messages", async () => {
    const folder = scratch();
    const long = longTalk(12, 200_000).replace("Question 11", 'I read id=\\"msg-u2\\" in a page');
    const [, , third = "", fourth = ""] = long.split("\n");
    put(folder, "p/a.jsonl", long);
    const fork = (line: string) =>
      JSON.stringify({
        ...(JSON.parse(line) as object),
        sessionId: "b",
        forkedFrom: { sessionId: "a", messageUuid: "u1" },
      });
    put(
      folder,
      "p/b.jsonl",
      `${[long.split("\n")[0]!, long.split("\n")[1]!, third, fourth].map(fork).join("\n")}\n${talk("new", "a1")}`,
    );
    const out = join(scratch(), "site");
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    expect(pagesOf(out).length).toBeGreaterThan(3);
    expect(broken(out)).toEqual([]);
  });

  it("the page of work leads to the messages, also to those of a later page of a long session (issue 45)", async () => {
    const call = { type: "tool_use", id: "c", name: "Bash", input: { command: "npm test" } };
    const said = {
      uuid: "late",
      parentUuid: "a11",
      timestamp: "2026-01-01T11:00:00Z",
      message: { id: "c", content: [call] },
    };
    const content = [{ type: "tool_result", tool_use_id: "c", content: "Exit code 1", is_error: true }];
    const end = { uuid: "end", parentUuid: "late", timestamp: "2026-01-01T11:00:01Z", message: { content } };
    const long = longTalk(12, 200_000) + jsonl({ type: "assistant", ...said }, { type: "user", ...end });
    const out = join(scratch(), "site");
    const folder = scratch({ "p/a.jsonl": long });
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    expect(read(out, "index.html")).toContain('<a href="work.html#failed">1 failed call</a>');
    const [, page] = /<a href="p\/(session-a[^"#]*)#msg-late">Bash: npm test<\/a>/.exec(read(out, "work.html"))!;
    expect(page).not.toBe("session-a.html");
    expect(broken(out)).toEqual([]);
    const before = written(out);
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    expect(written(out)).toEqual(before);
  });

  it("two sessions with one id have two pages, and invalid times are ignored", async () => {
    const odd = talk("c").replaceAll('"2026-01-01T10:00:00.000Z"', "1e20");
    const folder = scratch({
      "x/same.jsonl": talk("a"),
      "x/deep/same.jsonl": talk("b"),
      "x/odd.jsonl": talk("d") + odd.replace("null", '"d-a"'),
    });
    const out = join(scratch(), "site");
    const { code } = await ccdag(["site", folder, "-o", out, "--no-search"]);
    expect(code).toBe(0);
    expect(broken(out)).toEqual([]);
    const rows = [...read(out, "index.html").matchAll(/<li><a href="([^"]+)"/g)].map(([, href]) => href);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it("an interrupted run leaves a site that works, and the next run completes it", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s"), "q/t.jsonl": talk("t") });
    const out = join(scratch(), "site");
    await ccdag(["site", folder, "-o", out, "--no-search"]);
    put(folder, "p/s.jsonl", talk("s") + talk("s2", "s-a"));
    put(folder, "r/v.jsonl", talk("v"));
    // The folder of the last project cannot be created: a file has its name.
    writeFileSync(join(out, "r"), "");
    expect((await ccdag(["site", folder, "-o", out, "--no-search"])).code).toBe(2);
    expect(broken(out)).toEqual([]);
    expect(read(out, "p/session-s.html")).toContain("Question s2");
    rmSync(join(out, "r"));
    const { stderr } = await ccdag(["site", folder, "-o", out, "--no-search"]);
    // Projects that were rendered before the interruption are not rendered again.
    // The page of the last one, the files that its pages share, and the index.
    expect(stderr).toMatch(/^3 projects, 3 pages, 4 written/);
    expect(read(out, "index.html")).toContain("r/session-v.html");
  });

  it("redacts secrets and names in pages, index and addresses", async () => {
    const out = join(scratch(), "site");
    const folder = scratch();
    cpSync(sample, folder, { recursive: true });
    const { code } = await ccdag(["site", folder, "-o", out, "--redact", "--no-search"]);
    expect(code).toBe(0);
    expect(filesOf(out).join("\n")).not.toMatch(/ada/);
    for (const path of filesOf(out)) expect([path, /home\/ada/.exec(read(out, path))?.[0]]).toEqual([path, undefined]);
    expect(broken(out)).toEqual([]);
  });

  it("rejects a folder without transcripts, and a missing --output", async () => {
    const folder = scratch({ "notes.md": "" });
    expect(await ccdag(["site", folder, "-o", join(folder, "out")])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/No transcript in/) as string,
    });
    expect((await ccdag(["site", sample])).stderr).toMatch(/Expected --output <folder>/);
  });

  it("writes a search index of all pages, and keeps it if nothing has changed", async () => {
    const folder = scratch({ "p/s.jsonl": talk("s") });
    const out = join(scratch(), "site");
    const bin = new URL("../out/ccdag/bin.js", import.meta.url).pathname;
    const run = () => execFileSync("node", [bin, "site", folder, "-o", out], { encoding: "utf8", stdio: "pipe" });
    run();
    expect(read(out, "index.html")).toMatch(/script-src 'sha256-[^']+' 'strict-dynamic';/);
    // A page loads only the script that its own script names, and the style beside it.
    expect(read(out, "p/session-s.html")).toMatch(
      /content="default-src 'none'; script-src 'sha256-[^']+' 'strict-dynamic'; style-src 'self' file:; img-src/,
    );
    const before = written(join(out, "search"));
    run();
    expect(written(join(out, "search"))).toEqual(before);
    put(folder, "p/s.jsonl", talk("s") + talk("s2", "s-a"));
    run();
    expect(written(join(out, "search"))).not.toEqual(before);
  });
});
