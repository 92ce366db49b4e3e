import { appendFileSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { DocumentNames } from "@ccdag/site/folder";
import { ccdag, documentsIn, jsonl, put, read, scratch } from "./world.ts";

/** A session of a project, with a prompt of a day. */
function session(cwd: string, prompt: string, day: string): string {
  const timestamp = `${day}T10:00:00.000Z`;
  return jsonl(
    { type: "user", uuid: `${prompt}-u`, parentUuid: null, cwd, timestamp, message: { content: prompt } },
    {
      type: "assistant",
      uuid: `${prompt}-a`,
      parentUuid: `${prompt}-u`,
      cwd,
      timestamp: `${day}T10:05:00.000Z`,
      message: {
        id: `m-${prompt}`,
        model: "claude-sonnet-4-5",
        content: [{ type: "text", text: `answer to ${prompt}` }],
        usage: { input_tokens: 100_000, output_tokens: 0 },
      },
    },
  );
}

/** A root with two projects, and an export of it. */
function world() {
  const folder = scratch({
    "root/-home-me-app/aaaaaaaa-1.jsonl": session("/home/me/app", "Fix the parser", "2026-03-01"),
    "root/-home-me-app/bbbbbbbb-2.jsonl": session("/home/me/app", "Write the docs", "2026-03-03"),
    "root/-home-me-web/cccccccc-3.jsonl": session("/home/me/web", "Über alles | 看板", "2026-03-02"),
  });
  const out = join(folder, "out");
  const run = (...options: string[]) => ccdag(["export", join(folder, "root"), "-o", `${out}/`, ...options]);
  return { folder, out, run };
}

const parser = "app/2026-03-01-fix-the-parser-aaaaaaaa.md";
const docs = "app/2026-03-03-write-the-docs-bbbbbbbb.md";
const web = "web/2026-03-02-über-alles-看板-cccccccc.md";

describe("a folder of documents", () => {
  it("has a folder for each project, and names with date and title", async () => {
    const { out, run } = world();
    expect(await run()).toMatchObject({ code: 0, stderr: `4 documents in ${out}/\n` });
    expect(documentsIn(out).sort()).toEqual([parser, docs, web]);
    for (const name of documentsIn(out)) expect(existsSync(join(out, name))).toBe(true);
  });

  it("has an index with date, project, length and cost, newest first", async () => {
    const { out, run } = world();
    await run();
    const rows = read(out, "index.md").trim().split("\n").slice(4);
    expect(rows).toEqual([
      `| 2026-03-03 10:00 | app | [Write the docs](${docs}#session-bbbbbbbb-2) | 5 min | 2 | \\$0.3000 |`,
      `| 2026-03-02 10:00 | web | [Über alles \\| 看板](${encodeURI(web)}#session-cccccccc-3) | 5 min | 2 | \\$0.3000 |`,
      `| 2026-03-01 10:00 | app | [Fix the parser](${parser}#session-aaaaaaaa-1) | 5 min | 2 | \\$0.3000 |`,
    ]);
  });

  it.each(["html", "json", "obsidian"])("has one for %s, too", async (to) => {
    const { out, run } = world();
    await run("--to", to);
    const ending = to === "obsidian" ? "md" : to;
    const index = read(out, `index.${ending}`);
    const places = ["write-the-docs", "fix-the-parser"].map((words) => index.indexOf(words));
    expect(places[0]).toBeGreaterThan(0);
    expect(places[0]).toBeLessThan(places[1]!);
    expect(index).toContain(to === "json" ? '"cost": 0.3' : "$0.30");
  });

  it("keeps the name of a document when its title changes", async () => {
    const { folder, out, run } = world();
    await run();
    const title = { type: "custom-title", customTitle: "Another name", sessionId: "aaaaaaaa-1" };
    appendFileSync(join(folder, "root/-home-me-app/aaaaaaaa-1.jsonl"), jsonl(title));
    expect((await run()).code).toBe(0);
    expect(documentsIn(out).sort()).toEqual([parser, docs, web]);
    expect([read(out, parser), read(out, "index.md")]).toEqual([
      expect.stringContaining("Another name"),
      expect.stringContaining(`[Another name](${parser}`),
    ]);
  });

  it("keeps the documents of deleted sessions, and lists them", async () => {
    const { folder, out, run } = world();
    await run();
    const before = read(out, parser);
    rmSync(join(folder, "root/-home-me-app/aaaaaaaa-1.jsonl"));
    for (let round = 0; round < 2; round++) {
      expect((await run()).stderr).toContain("1 document of earlier exports kept");
      expect([read(out, parser), read(out, "index.md")]).toEqual([before, expect.stringContaining(parser)]);
    }
    // Another project alone does not touch it either.
    await ccdag(["export", join(folder, "root/-home-me-web"), "-o", `${out}/`]);
    for (const name of [parser, docs, web]) expect(read(out, "index.md")).toContain(encodeURI(name));
  });

  it("removes what a later export no longer writes, unless somebody changed it", async () => {
    const { folder, out } = world();
    const agent = (id: string) =>
      jsonl({ type: "user", uuid: id, parentUuid: null, isSidechain: true, agentId: id, message: { content: id } });
    for (const id of ["one", "two"]) put(folder, `root/-home-me-app/aaaaaaaa-1/subagents/agent-${id}.jsonl`, agent(id));
    const run = (agents: string) =>
      ccdag(["export", join(folder, "root"), "--to", "obsidian", "--agents", agents, "-o", `${out}/`]);
    await run("separate");
    expect(readdirSync(join(out, "app"))).toHaveLength(4);
    appendFileSync(join(out, "app/agent-two.md"), "my own words");
    expect((await run("inline")).stderr).toContain("not removed, because they were changed: app/agent-two.md");
    expect(readdirSync(join(out, "app")).filter((name) => name.startsWith("agent"))).toEqual(["agent-two.md"]);
  });

  it.each(["index.md", parser])("does not overwrite %s of somebody else", async (name) => {
    const { out, run } = world();
    put(out, name, "mine");
    expect(await run()).toMatchObject({ code: 2, stderr: expect.stringContaining("ccdag did not write") as string });
    expect(read(out, name)).toBe("mine");
  });

  it("continues after a run that was killed before it wrote its list", async () => {
    const { out, run } = world();
    await run();
    const list = JSON.parse(read(out, ".ccdag-export.json")) as {
      formats: { ".md": { documents: Array<{ files: object }>; index: object } };
    };
    const { documents, index } = list.formats[".md"];
    const files = [...documents.map((one) => one.files), index].flatMap((one) => Object.entries(one));
    rmSync(join(out, ".ccdag-export.json"));
    expect((await run()).code).toBe(2);
    writeFileSync(join(out, ".ccdag-export.journal"), files.map((line) => `${JSON.stringify(line)}\n`).join(""));
    expect((await run()).code).toBe(0);
    expect(readdirSync(out).sort()).toEqual([".ccdag-export.json", "app", "index.md", "web"]);
  });

  it("two runs at once list the documents of both", async () => {
    const { folder, out } = world();
    const runs = ["app", "web"].map((name) =>
      ccdag(["export", join(folder, `root/-home-me-${name}`), "-o", `${out}/`]),
    );
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0]);
    expect(documentsIn(out).sort()).toEqual([parser, docs, web]);
    expect(readdirSync(out).sort()).toEqual([".ccdag-export.json", "app", "index.md", "web"]);
  });

  it("leaves no folder behind if there is nothing to write", async () => {
    const { out, run } = world();
    expect((await run("--since", "2027-01-01")).code).toBe(2);
    expect(existsSync(out)).toBe(false);
  });

  it("says that documents of an earlier export are not redacted", async () => {
    const { folder, run } = world();
    await run();
    rmSync(join(folder, "root/-home-me-app/aaaaaaaa-1.jsonl"));
    expect((await run("--redact")).stderr).toContain(`not redacted: ${parser}`);
  });

  it("a redacted export gives a new name to a document whose name holds a secret", async () => {
    const { folder, out, run } = world();
    const secret = "ghp_a8F3kQ9zLm2Xw7Rt5Yb1Nc6Vd4Hs0Jp3Ge8U";
    put(folder, "root/-home-me-app/eeeeeeee-5.jsonl", session("/home/me/app", `use ${secret} for it`, "2026-03-05"));
    await run("--no-redact");
    expect(readdirSync(join(out, "app")).join()).toContain(secret.slice(4).toLowerCase());
    await run("--redact");
    const all = [...readdirSync(join(out, "app")), read(out, "index.md"), read(out, ".ccdag-export.json")].join("\n");
    expect(all.toLowerCase()).not.toContain(secret.slice(4, 20).toLowerCase());
  });

  it("has no document in the place of the index", async () => {
    const folder = scratch({
      "p/index.jsonl": jsonl({
        type: "user",
        uuid: "x",
        parentUuid: null,
        message: { content: "<system-reminder></system-reminder>" },
      }),
    });
    const out = join(folder, "out");
    expect((await ccdag(["export", join(folder, "p"), "-o", `${out}/`])).code).toBe(0);
    expect(documentsIn(out)).toEqual(["index-2.md"]);
    expect(read(out, "index.md")).toContain("index-2.md");
  });

  it("does not use a list of another form", async () => {
    const { out, run } = world();
    await run();
    const list = read(out, ".ccdag-export.json").replaceAll('"file":', '"other":');
    writeFileSync(join(out, ".ccdag-export.json"), list);
    expect((await run()).stderr).toContain("which ccdag did not write");
  });

  it("gives projects with one name a folder each", async () => {
    const { folder, out, run } = world();
    put(folder, "root/-work-app/dddddddd-4.jsonl", session("/work/app", "Ship it", "2026-03-04"));
    for (let round = 0; round < 2; round++) {
      await run();
      expect(documentsIn(out).sort()).toEqual(["app-2/2026-03-04-ship-it-dddddddd.md", parser, docs, web].sort());
    }
  });
});

it.each([
  ["", "2026-03-01-s"],
  ["../../etc/passwd", "2026-03-01-etc-passwd-s"],
  ["a\u0000b\u202Ec: <d>|e?*", "2026-03-01-a-bc-d-e-s"],
  ["CON", "2026-03-01-con-s"],
  ["x".repeat(300), `2026-03-01-${"x".repeat(79)}-s`],
  ["看".repeat(100), `2026-03-01-${"看".repeat(30)}-s`],
])("a title is a safe part of a file name: %j", (title, expected) => {
  const time = Date.parse("2026-03-01T10:00:00Z");
  const message = { type: "message", role: "user", timestamp: time, children: [] };
  const thread = { type: "session", sessionId: "s", title, cwd: "/p", children: [message] };
  const name = new DocumentNames(".md", "utc").next("session-s", thread as never, thread as never);
  expect(name).toBe(`p/${expected}.md`);
});

it("names of projects take no time that grows with their number", () => {
  const names = new DocumentNames(".md", "utc");
  const message = { type: "message", role: "user", timestamp: 0, children: [] };
  const thread = (at: number) => ({ type: "session", sessionId: `s${at}`, cwd: `/w/${at}/app`, children: [message] });
  const folders = Array.from({ length: 5000 }, (_, at) => names.next("s", thread(at) as never, thread(at) as never));
  expect(new Set(folders).size).toBe(5000);
  expect(folders.at(-1)).toBe("app-5000/1970-01-01-s4999.md");
});
