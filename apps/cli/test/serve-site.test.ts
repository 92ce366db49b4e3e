import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { run } from "../src/index.ts";
import { buildSite, ccdag, put, scratch, talk } from "./world.ts";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Serve a site until the test ends. */
async function serve(...argv: string[]): Promise<{
  readonly address: URL;
  readonly ask: (path: string, headers?: Record<string, string>, method?: string) => Promise<Answer>;
  readonly enter: () => Promise<{ cookie: string }>;
}> {
  let stop = () => {};
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  let running: Promise<number> | undefined;
  const line = await new Promise<string>((printed, failed) => {
    running = run(["serve", ...argv, "--port", "0"], {
      stdin: (async function* () {})(),
      stdout: () => Promise.resolve(),
      stderr: (text) => printed(text.split("\n")[0]!),
      cwd: argv[0]!,
      env: {},
      isTerminal: false,
      stop: stopped,
    });
    running.then((code) => failed(new Error(`ended with ${code}`)), failed);
  });
  onTestFinished(async () => {
    stop();
    await running;
  });
  const address = new URL(line);
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<Answer>((resolve, reject) => {
      request({ hostname: "127.0.0.1", port: address.port, path, headers, method }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: Buffer.concat(chunks) }),
        );
      })
        .on("error", reject)
        .end();
    });
  const enter = async () => ({
    cookie: (await ask(`/${address.search}`)).headers["set-cookie"]![0]!.split(";")[0]!,
  });
  return { address, ask, enter };
}

async function site(): Promise<string> {
  const [folder, out] = [scratch({ "talk/s.jsonl": talk("s") }), join(scratch(), "site")];
  await buildSite(join(folder, "talk"), out, { search: true });
  return out;
}

const filesIn = (out: string): string[] =>
  readdirSync(out, { recursive: true, withFileTypes: true, encoding: "utf8" })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(out.length + 1)
        .replaceAll("\\", "/"),
    );

describe("serve of a built site", () => {
  it("sends the index and every file that the manifest lists, as they are", async () => {
    const out = await site();
    const { ask, enter } = await serve(out);
    const headers = await enter();
    const types = { html: "text/html; charset=utf-8", js: "text/javascript; charset=utf-8" } as Record<string, string>;
    const files = filesIn(out).filter((path) => !path.startsWith("ccdag-site") && !path.startsWith("."));
    expect(files.map((path) => path.split("/")[0]).sort()).toEqual(expect.arrayContaining(["index.html", "search"]));
    for (const path of files) {
      const answer = await ask(`/${path}`, headers);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.body.equals(readFileSync(join(out, path)))).toBe(true);
      expect(answer.headers["content-type"]).toBe(types[path.split(".").at(-1)!]);
    }
    const index = await ask("/", headers);
    expect(index.body.equals(readFileSync(join(out, "index.html")))).toBe(true);
    expect(index.headers).toMatchObject({
      "content-security-policy": expect.stringMatching(/^default-src 'none';.*; frame-ancestors 'none'$/) as string,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "no-store",
    });
    expect((await ask("/search/index.js", headers)).headers["content-security-policy"]).toMatch(/^sandbox/);
  });

  it("sends nothing else: no other file of the folder, none outside of it, and none through a link", async () => {
    const out = await site();
    const outside = scratch({ "secret.txt": "secret" });
    writeFileSync(join(out, "notes.html"), "mine");
    mkdirSync(join(out, "talk/private"), { recursive: true });
    writeFileSync(join(out, "talk/private/session-x.html"), "mine");
    symlinkSync(join(outside, "secret.txt"), join(out, "talk/session-link.html"));
    const { ask, enter } = await serve(out);
    const headers = await enter();
    for (const path of [
      "/notes.html",
      "/ccdag-site.json",
      "/talk/private/session-x.html",
      "/talk/session-link.html",
      "/talk/",
      "/talk",
      "/talk/../notes.html",
      "/talk/%2e%2e/notes.html",
      "/%2e%2e/%2e%2e/etc/passwd",
      "/..%2f..%2fetc%2fpasswd",
      "//etc/passwd",
      "/index.html/",
      "/events",
    ])
      expect([path, (await ask(path, headers)).status]).toEqual([path, 404]);
    // A file that is listed, but is a link now.
    const page = filesIn(out).find((path) => path.endsWith("session-s.html") && !path.startsWith("search"))!;
    rmSync(join(out, page));
    symlinkSync(join(outside, "secret.txt"), join(out, page));
    expect((await ask(`/${page}`, headers)).status).toBe(404);
    expect((await ask("/", headers, "POST")).status).toBe(405);
  });

  it("admits only the browser that opened the printed address, under its own name", async () => {
    const out = await site();
    const { ask, enter, address } = await serve(out);
    for (const path of ["/", "/index.html", "/search/index.js", "/none"])
      expect([path, (await ask(path)).status]).toEqual([path, 403]);
    const headers = await enter();
    expect((await ask("/", headers)).status).toBe(200);
    expect((await ask("/", { ...headers, host: `localhost:${address.port}` })).status).toBe(403);
  });

  it("sends what a later run wrote", async () => {
    const folder = scratch({ "talk/s.jsonl": talk("s") });
    const out = join(scratch(), "site");
    await buildSite(join(folder, "talk"), out, { search: true });
    const { ask, enter } = await serve(out);
    const headers = await enter();
    put(folder, "talk/t.jsonl", talk("t"));
    await buildSite(join(folder, "talk"), out, { search: true });
    const index = (await ask("/", headers)).body.toString();
    const [, href] = /href="([^"]*session-t\.html)"/.exec(index)!;
    expect((await ask(`/${href}`, headers)).body.toString()).toContain("Answer t");
  });

  it("is alone: other inputs beside it, and an invalid manifest, are refused", async () => {
    const out = await site();
    const other = scratch({ "talk/s.jsonl": talk("s") });
    const { code, stderr } = await ccdag(["serve", out, join(other, "talk"), "--port", "0"]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/Unexpected inputs beside the site/)]);
    const copy = join(scratch(), "copy");
    cpSync(out, copy, { recursive: true });
    writeFileSync(
      join(copy, "ccdag-site.json"),
      '{"version":1,"projects":{"p":{"files":{"../x":"1-a"},"sessions":[]}}}',
    );
    const refused = await ccdag(["serve", copy, "--port", "0"]);
    expect([refused.code, refused.stderr.includes("http:")]).toEqual([2, false]);
  });
});
