import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { browserOf, serve, serveIn, type Server } from "./serving.ts";
import { jsonl, put, scratch, talk } from "./world.ts";

/** The sessions of the home, as a page lists them: title and address. */
const rowsOf = (text: string) =>
  Array.from(text.matchAll(/<a href="([^"]+\/session-[^"]+)">([^<]+)<\/a>/g), ([, href, title]) => [title, href]);

/** What a search finds until it ends. */
async function find(server: Server, words: string): Promise<Array<Record<string, unknown>>> {
  const { cookie } = await server.enter();
  const url = new URL(`/events/search?${new URLSearchParams({ q: words }).toString()}`, server.address);
  const text = await (await fetch(url, { headers: { cookie } })).text();
  return Array.from(
    text.matchAll(/event: found\ndata: (.*)\n/g),
    ([, json]) => JSON.parse(json!) as Record<string, unknown>,
  );
}

const world = () =>
  scratch({
    "projects/-srv-garden/s.jsonl": talk("s"),
    "projects/-srv-garden/t.jsonl": talk("t").replaceAll("Question t", "Which beds need water?"),
    "projects/-srv-mill/u.jsonl": talk("u"),
  });

describe("the home", () => {
  it("lists the sessions of all projects with the addresses of their pages", async () => {
    const folder = join(world(), "projects");
    const get = await browserOf(await serve(folder));
    const rows = async () => rowsOf((await get("/")).text).toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1));
    await expect.poll(rows, { timeout: 20_000 }).toEqual([
      ["Question s", "srv-garden/session-s.html"],
      ["Question u", "srv-mill/session-u.html"],
      ["Which beds need water?", "srv-garden/session-t.html"],
    ]);
    for (const [title, href] of await rows()) {
      const { status, text } = await get(`/${href}`);
      expect([title, status, text.includes(title!)]).toEqual([title, 200, true]);
    }
    expect((await get("/srv-garden/")).text).toContain('<a href="../" rel="up">All projects</a>');
  });

  it("is what `serve` shows without an input, and opens the project of the current folder", async () => {
    const top = world();
    put(top, "work/.keep", "");
    const cwd = join(top, "work");
    const folder = cwd.replaceAll(/[^a-z\d]/gi, "-");
    put(top, `projects/${folder}/v.jsonl`, talk("v"));
    const server = await serveIn(cwd, { CLAUDE_CONFIG_DIR: top });
    expect(server.address.pathname).toBe(`/${folder.replace(/^-+/, "")}/`);
    const get = await browserOf(server);
    await expect.poll(async () => rowsOf((await get("/")).text).length, { timeout: 20_000 }).toBe(4);
    const elsewhere = await serveIn(top, { CLAUDE_CONFIG_DIR: top });
    expect(elsewhere.address.pathname).toBe("/");
  });

  it("has a session that begins, and one of a project that begins", async () => {
    const folder = join(world(), "projects");
    const get = await browserOf(await serve(folder));
    const titles = async () => rowsOf((await get("/")).text).map(([title]) => title);
    await expect.poll(titles, { timeout: 20_000 }).toContain("Question u");
    put(folder, "-srv-mill/x.jsonl", talk("x"));
    put(folder, "-srv-pond/y.jsonl", talk("y"));
    await expect.poll(titles, { timeout: 20_000 }).toEqual(expect.arrayContaining(["Question x", "Question y"]));
  });

  it("counts what sessions did or left, and leads to the messages (issue 45)", async () => {
    const plan = { type: "tool_use", id: "c", name: "ExitPlanMode", input: { plan: "# Water the beds" } };
    const planned = { type: "assistant", uuid: "plan", parentUuid: "u", message: { id: "m", content: [plan] } };
    const asked = { type: "user", uuid: "u", parentUuid: null, message: { content: "How?" } };
    const folder = join(world(), "projects");
    put(folder, "-srv-mill/w.jsonl", jsonl(asked, planned));
    const get = await browserOf(await serve(folder));
    const home = async () => (await get("/")).text;
    await expect.poll(home, { timeout: 20_000 }).toContain('<a href="work.html#plan">1 plan</a>');
    expect((await get("/srv-mill/")).text).toContain('<a href="work.html#plan">1 plan</a>');
    expect((await get("/srv-garden/")).text).not.toContain("work.html");
    for (const path of ["/", "/srv-mill/"]) {
      const { text } = await get(`${path}work.html`);
      const [, href] = /<a href="([^"]+)">Water the beds</.exec(text)!;
      const { status, headers } = await get(new URL(href!, `http://h${path}`).pathname);
      expect([status, headers.location]).toEqual([302, "/srv-mill/session-w.html#msg-plan"]);
    }
  });

  it("finds words in every session, and leads to where they were said", async () => {
    const server = await serve(join(world(), "projects"));
    const [found, ...others] = await find(server, '"beds need" water');
    expect(others).toEqual([]);
    expect(found).toMatchObject({ project: "srv-garden", page: "session-t.html", count: 1 });
    const [text] = found!["texts"] as Array<Record<string, string>>;
    expect(text).toMatchObject({ speaker: "you", before: "Which ", match: "beds need" });
    const get = await browserOf(server);
    const { status, headers } = await get(`/srv-garden/at/session-t.html/${text!["entry"]}`);
    expect([status, headers.location]).toEqual([302, `/srv-garden/session-t.html#msg-${text!["entry"]}`]);
    expect(await find(server, "nowhere-at-all")).toEqual([]);
    expect(await find(server, "/Question/")).toEqual([]);
    expect(await find(server, " ")).toEqual([]);
  });

  it.each([
    ["/none/at/session-t.html/a", 404, undefined],
    ["/srv-garden/at/none.html/a", 302, "/srv-garden/none.html"],
    ["/srv-garden/at/%2F%2Fexample.org/a", 302, "/srv-garden/%2F%2Fexample.org"],
  ])("leads nowhere else: %s", async (path, status, location) => {
    const { status: given, headers } = await (await browserOf(await serve(join(world(), "projects"))))(path);
    expect([given, headers.location]).toEqual([status, location]);
  });

  it("lists sessions for the list beside pages", async () => {
    const get = await browserOf(await serve(join(world(), "projects")));
    const titles = async () =>
      (JSON.parse((await get("/events/sessions")).text) as Array<{ title: string }>).map(({ title }) => title);
    await expect
      .poll(async () => (await titles()).toSorted(), { timeout: 20_000 })
      .toEqual(["Question s", "Question u", "Which beds need water?"]);
  });

  it("neither names nor searches what is redacted", async () => {
    const key = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const folder = scratch({
      [`a/${key}.jsonl`]: talk(key),
      "b/s.jsonl": talk("s").replaceAll("Question s", `Question s with ${key}`),
      "ccdag.config.json": '{"plugins": ["redact"]}',
    });
    const server = await serve(folder, "--config", "ccdag.config.json");
    const get = await browserOf(server);
    await expect.poll(async () => rowsOf((await get("/")).text).length, { timeout: 20_000 }).toBe(2);
    for (const path of ["/", "/events/sessions"]) expect((await get(path)).text).not.toContain(key.slice(0, 8));
    expect((await get("/events/search?q=with")).status).toBe(404);
  });
});
