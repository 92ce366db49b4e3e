import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Gate } from "@ccdag/site/live";
import { networkHost, serve } from "./serving.ts";
import { put, scratch, talk } from "./world.ts";

const page = "/talk/session-s.html";
const world = () => scratch({ "talk/s.jsonl": talk("s") });
const refusal = "Expected the address that `ccdag serve` printed, with its token.\n";

describe("serve", () => {
  it("prints the address on which it listens, with a token of 128 bits that is another one each time", async () => {
    const [first, second] = await Promise.all([serve(world()), serve(world())]);
    for (const { address } of [first, second]) {
      const [scheme, host] = networkHost === undefined ? ["http:", "127.0.0.1"] : ["https:", networkHost];
      expect([address.protocol, address.hostname, address.pathname]).toEqual([scheme, host, "/"]);
      expect(address.search).toMatch(/^\?token=[\w-]{22}$/);
    }
    expect(second.address.search).not.toBe(first.address.search);
    expect([first.lines[0], first.lines.at(-1)]).toEqual([first.address.href, "Press Ctrl+C to stop."]);
    expect(first.lines.length === 2).toBe(networkHost === undefined);
    expect((await serve(world(), "-q")).lines).toHaveLength(1);
  });

  it.each([
    ["/"],
    [page],
    ["/talk/"],
    ["/talk/none.html"],
    ["/none/"],
    ["/events"],
    ["/favicon.ico"],
    ["/%2e%2e/"],
    ["//"],
    ["/?leaf=a"],
  ])("answers 403 with one line to whoever has no token: %s", async (path) => {
    const { ask, address } = await serve(world());
    const token = address.search.slice("?token=".length);
    const { port } = address;
    for (const [query, cookie] of [
      ["", undefined],
      ["token=", `ccdag-${port}=`],
      ["token=x", `ccdag-${port}=x`],
      [`token=${token.slice(0, -1)}`, `ccdag-${port}=${token}`],
      [`token=${token}x`, `other=${token}`],
      [`Token=${token}`, `ccdag-1=${token}`],
      [`token[]=${token}`, token],
    ] as const)
      for (const method of ["GET", "POST", "DELETE"]) {
        const asked = query === "" ? path : `${path}${path.includes("?") ? "&" : "?"}${query}`;
        const { status, text, headers } = await ask(asked, cookie === undefined ? {} : { cookie }, method);
        expect([asked, status, text]).toEqual([asked, 403, refusal]);
        expect(headers["set-cookie"]).toBeUndefined();
      }
    expect((await ask(path, {}, "HEAD")).status).toBe(403);
  });

  it("adds the sessions of a worktree to its project when the first one begins", async () => {
    const root = scratch({ "-srv-garden/s.jsonl": talk("s"), "-srv-mill/t.jsonl": talk("t") });
    const { ask, enter } = await serve(root);
    const cookie = await enter();
    const sessions = async () => (await ask("/srv-garden/", cookie)).text.match(/Question \w+/g);
    // What is in a session arrives when it is read.
    await expect.poll(sessions, { timeout: 20_000 }).toEqual(["Question s"]);
    put(root, "-srv-garden--claude-worktrees-fix/u.jsonl", talk("u"));
    await expect.poll(sessions, { timeout: 20_000 }).toEqual(["Question s", "Question u"]);
    put(root, "-srv-garden--claude-worktrees-fix/v.jsonl", talk("v"));
    await expect.poll(sessions, { timeout: 20_000 }).toEqual(["Question s", "Question u", "Question v"]);
    expect((await ask("/", cookie)).text).not.toContain("worktrees");
  });

  it("exchanges the token for a cookie, at any address, and redirects to it without the token", async () => {
    const { ask, address } = await serve(world());
    const { search, port } = address;
    const secure = networkHost === undefined ? "" : "; Secure";
    for (const [path, target] of [
      [`/${search}`, "/"],
      [`${page}${search}`, page],
      [`${page}${search}&leaf=a`, `${page}?leaf=a`],
      [`/none/${search}`, "/none/"],
      [`//example.org/${search}`, "/example.org/"],
      [`/%0d%0aX: y${search}`.replace(" ", "%20"), "/%0d%0aX:%20y"],
    ] as const) {
      const { status, headers } = await ask(path);
      expect([path, status, headers.location]).toEqual([path, 303, target]);
      expect(headers["set-cookie"]).toEqual([
        expect.stringMatching(new RegExp(`^ccdag-${port}=[\\w-]{22}; Path=/; HttpOnly; SameSite=Strict${secure}$`)),
      ]);
      expect(headers["set-cookie"]![0]).not.toContain(search.slice("?token=".length));
    }
  });

  it("redacts pages, names and addresses where a config says so (redaction)", async () => {
    const key = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
    const folder = scratch({
      [`talk/${key}.jsonl`]: talk(key).replace(`Question ${key}`, "$ pass show a\\nTr0ub4dor-x"),
      "ccdag.config.json": '{"plugins": ["redact"]}',
    });
    const { ask, enter } = await serve(folder, "--config", "ccdag.config.json");
    const headers = await enter();
    const { headers: first } = await ask("/", headers);
    expect(first.location).toMatch(/session-REDACTED-github-1\.html$/);
    const { status, text } = await ask(first.location!, headers);
    expect([status, text.includes("REDACTED-")]).toEqual([200, true]);
    expect(text).not.toMatch(/ghp_|Tr0ub4dor/);
  });

  it("shows pages, files and events to a browser with the cookie, in which the token is nowhere", async () => {
    const { ask, enter, address } = await serve(world());
    const headers = await enter();
    const { status, text } = await ask(page, headers);
    expect([status, text.includes("Answer s")]).toEqual([200, true]);
    expect(text).not.toContain(address.search.slice("?token=".length));
    expect(text).not.toContain(headers.cookie.split("=")[1]);
    expect((await ask("/", headers)).headers.location).toBe(page);
    expect(await ask("/events", headers)).toMatchObject({
      status: 200,
      text: expect.stringContaining("hello") as string,
    });
    // An old token in a bookmark is removed from the address.
    expect((await ask(`${page}?token=old`, headers)).headers.location).toBe(page);
    expect((await ask(page, headers, "POST")).status).toBe(405);
  });

  it("does not admit with the cookie of another server", async () => {
    const [first, second] = await Promise.all([serve(world()), serve(world())]);
    const { cookie } = await first.enter();
    const value = cookie.split("=")[1]!;
    for (const one of [cookie, `ccdag-${second.address.port}=${value}`])
      expect((await second.ask(page, { cookie: one })).status).toBe(403);
    const both = `${cookie}; ${(await second.enter()).cookie}`;
    for (const server of [first, second]) expect((await server.ask(page, { cookie: both })).status).toBe(200);
  });

  it("answers only to the name on which it listens", async () => {
    const { ask, enter, address } = await serve(world());
    const { port, hostname: own } = address;
    const { cookie } = await enter();
    for (const host of [
      `localhost:${port}`,
      `[::1]:${port}`,
      ...(networkHost === undefined ? [] : [`127.0.0.1:${port}`]),
      own,
      `${own}:1`,
      `example.org:${port}`,
      `${own}.example.org:${port}`,
    ])
      for (const path of [page, `/${address.search}`])
        expect([host, (await ask(path, { cookie, host })).status]).toEqual([host, 403]);
    expect((await ask(page, { cookie, host: `${own}:${port}` })).status).toBe(200);
  });

  it("sends the headers that protect a page with every response", async () => {
    const { ask, enter, address } = await serve(world());
    const { cookie } = await enter();
    for (const [path, headers] of [
      [page, { cookie }],
      ["/none/", { cookie }],
      ["/events", { cookie }],
      [`/${address.search}`, {}],
      [page, {}],
      [page, { host: "example.org" }],
    ] as const)
      expect([path, (await ask(path, headers)).headers]).toEqual([
        path,
        expect.objectContaining({
          "x-content-type-options": "nosniff",
          "cross-origin-resource-policy": "same-origin",
          "cross-origin-opener-policy": "same-origin",
          "referrer-policy": "no-referrer",
          "cache-control": expect.stringMatching(/no-store|no-cache/) as string,
          "content-security-policy": "frame-ancestors 'none'",
        }),
      ]);
  });

  /** A plugin with which a message cannot be rendered. */
  const bad = `export default function () {
    const text = (node) => { if (node.value.includes("BOOM")) throw new Error("no /home/ada"); return { type: "text", value: node.value } }
    this.data().ccdagToMdastExtensions = [{handlers: {text}}]
  }`;

  it("answers 500 without a path for a session that cannot be rendered; other sessions are shown", async () => {
    const folder = scratch({ "talk/s.jsonl": talk("s"), "talk/BOOM.jsonl": talk("BOOM"), "bad.mjs": bad });
    const { ask, enter, lines } = await serve(join(folder, "talk"), "--use", "../bad.mjs");
    const headers = await enter();
    const answer = await ask("/talk/session-BOOM.html", headers);
    expect([answer.status, answer.text]).toEqual([500, "Cannot render this page; `ccdag serve` printed why.\n"]);
    expect(lines.at(-1)).toMatch(/^ccdag: Cannot render `\/talk\/session-BOOM.html`: .*no \/home\/ada/);
    for (const path of [page, "/talk/"]) expect([path, (await ask(path, headers)).status]).toEqual([path, 200]);
  });

  it("updates open pages of other sessions when one cannot be rendered any more", async () => {
    const folder = scratch({ "talk/a.jsonl": talk("a"), "talk/s.jsonl": talk("s"), "bad.mjs": bad });
    const { ask, enter, send } = await serve(join(folder, "talk"), "--use", "../bad.mjs");
    const headers = await enter();
    for (const path of ["/talk/session-a.html", page]) expect((await ask(path, headers)).status).toBe(200);
    const listen = async (path: string, began: () => void) => {
      const version = / data-version="([^"]+)"/.exec((await ask(path, headers)).text)![1]!;
      const query = new URLSearchParams({ page: path, version });
      return new Promise<string>((resolve, reject) => {
        let text = "";
        send({ path: `/events?${query}`, headers }, (response) => {
          response
            .on("error", () => {})
            .on("data", (chunk) => {
              if (text === "") began();
              text += String(chunk);
              if (/^event: (?:patch|change)/m.test(text)) resolve(text);
            });
        })
          .on("error", reject)
          .end();
      });
    };
    let count = 0;
    const begin = () => {
      if (++count < 2) return;
      put(folder, "talk/a.jsonl", talk("a") + talk("BOOM", "a-a"));
      put(folder, "talk/s.jsonl", talk("s") + talk("more", "s-a"));
    };
    const changed = await Promise.all([listen("/talk/session-a.html", begin), listen(page, begin)]);
    expect(changed.map((text) => text.includes("hello"))).toEqual([true, true]);
    expect((await ask("/talk/session-a.html", headers)).status).toBe(500);
    expect((await ask(page, headers)).text).toContain("Answer more");
  });

  it("answers without a path for a project that is gone; other projects are shown", async () => {
    const folder = scratch({ "a/s.jsonl": talk("s"), "b/t.jsonl": talk("t") });
    const { ask, enter } = await serve(folder, "--no-watch");
    const headers = await enter();
    const index = (await ask("/", headers)).text;
    expect(["a/session-s.html", "b/session-t.html"].filter((href) => index.includes(`href="${href}"`))).toHaveLength(2);
    rmSync(join(folder, "a"), { recursive: true });
    put(folder, "a", "a file");
    const [gone, kept] = await Promise.all(
      ["/a/session-s.html", "/b/session-t.html"].map((path) => ask(path, headers)),
    );
    expect([gone!.status, kept!.status]).toEqual([500, 200]);
    expect(gone!.text).not.toMatch(/\/tmp|ENO|Error/);
    const now = (await ask("/", headers)).text;
    expect([now.includes("session-s.html"), now.includes("session-t.html")]).toEqual([false, true]);
  });
});

describe("the address that a browser is started with", () => {
  it("admits once: other users can read the arguments of a command", async () => {
    const gate = new Gate(() => "http://127.0.0.1:80");
    const { createApp } = await import("@ccdag/site/live");
    const { ServedProjects } = await import("@ccdag/site/live");
    const reader = {
      list: async () => [],
      read: async function* () {},
      search: async () => {},
      close: async () => {},
    };
    const app = createApp(new ServedProjects({ index: "./", divide: async () => [], reader }), {
      isOwnHost: () => true,
      check: (context) => gate.check(context),
      failed: () => {},
    });
    const address = gate.addressForOnce();
    const ask = async (url: string, method = "GET") => (await app.request(url, { method })).status;
    expect(await ask(address, "HEAD")).toBe(403);
    expect([await ask(address), await ask(address)]).toEqual([303, 403]);
    expect([await ask(gate.addressOf("")), await ask(gate.addressOf(""))]).toEqual([303, 303]);
    expect(address).not.toContain(gate.addressOf("").split("=")[1]);
  });
});
