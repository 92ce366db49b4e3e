import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";

// The steps of the action are run as GitHub runs them, against an API that behaves as that of GitHub.

const top = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ccdag-action-"));
const work = join(folder, "work");
const session = "642fe51e-78f5-4e03-aad6-929a942a6fe9";
const bot = { login: "github-actions[bot]" };

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string };
}
interface Step {
  readonly if?: string;
  readonly env: Readonly<Record<string, string>>;
  readonly run: string;
}
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}
const action = parse(readFileSync(join(top, "action.yml"), "utf8")) as Action;

let comments: Comment[] = [];
let asked: string[] = [];
let server: Server;
let api = "";

/** What GitHub does with comments of a pull request. */
function answer(method: string, path: string, body: string): unknown {
  const id = Number(/\/issues\/comments\/(\d+)$/.exec(path)?.[1]);
  if (method === "GET") return Number(/page=(\d+)$/.exec(path)![1]) > 1 ? [] : comments;
  if (method === "DELETE") return void (comments = comments.filter((one) => one.id !== id));
  const { body: text } = JSON.parse(body) as { body: string };
  if (method === "PATCH") comments.find((one) => one.id === id)!.body = text;
  else comments.push({ id: comments.length + 100, body: text, user: bot });
  return {};
}

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (bytes) => (body += String(bytes)));
    request.on("end", () => {
      const isKnown = request.headers.authorization === "Bearer secret";
      asked.push(`${request.method} ${request.url!.replace(/^\/repos\/ada\/weather/, "")}`);
      const json = isKnown ? answer(request.method!, request.url!, body) : { message: "Bad credentials" };
      response.writeHead(isKnown ? (json === undefined ? 204 : 200) : 401).end(json && JSON.stringify(json));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  mkdirSync(join(folder, "bin"));
  // npx fetches the released version; here it is that of the repository.
  writeFileSync(
    join(folder, "bin/npx"),
    `#!/bin/sh\nshift 2\nexec "${process.execPath}" "${top}apps/cli/bin.js" "$@"\n`,
  );
  chmodSync(join(folder, "bin/npx"), 0o755);
  execFileSync("git", ["init", "-q", "--bare", join(folder, "origin.git")]);
  execFileSync("git", ["clone", "-q", join(folder, "origin.git"), work], { stdio: "ignore" });
  commit("base");
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  comments = [
    { id: 1, body: "Looks good to me.", user: { login: "grace" } },
    { id: 2, body: `<!-- ccdag session=${session} part=1 of=1 -->\nA copy of mine.`, user: { login: "grace" } },
  ];
  asked = [];
  rmSync(join(folder, "temp"), { recursive: true, force: true });
});

function git(...args: string[]): string {
  return execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", ...args], {
    cwd: work,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).trim();
}
function commit(name: string): string {
  git("commit", "-q", "--allow-empty", "-m", name);
  return git("rev-parse", "HEAD");
}
const base = () => git("rev-list", "--max-parents=0", "HEAD");

/** Run the steps with inputs; returns what they printed and the exit code of the last one. */
async function use(inputs: Readonly<Record<string, string>>): Promise<{ code: number; printed: string }> {
  const event = join(folder, "event.json");
  const pull = { number: 7, base: { sha: base() }, head: { sha: git("rev-parse", "HEAD") } };
  writeFileSync(event, JSON.stringify({ pull_request: pull }));
  const value = (name: string) => inputs[name] ?? (name === "token" ? "secret" : action.inputs[name]!.default);
  let printed = "";
  for (const step of action.runs.steps) {
    if (step.if !== undefined && value(/inputs\.(\w+)/.exec(step.if)![1]!) === "") continue;
    const given = Object.entries(step.env).map(([name, text]) => [
      name,
      text.replace(/^\$\{\{ inputs\.(\w+) \}\}$/, (_, input: string) => value(input)),
    ]);
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", step.run], {
      cwd: work,
      env: {
        PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
        HOME: join(folder, "home"),
        RUNNER_TEMP: join(folder, "temp"),
        GITHUB_OUTPUT: join(folder, "output"),
        GITHUB_ACTION_PATH: top,
        GITHUB_EVENT_PATH: event,
        GITHUB_REPOSITORY: "ada/weather",
        GITHUB_API_URL: api,
        ...(Object.fromEntries(given) as Record<string, string>),
      },
    });
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += String(text)));
    const [code] = (await once(child, "close")) as [number];
    if (code !== 0) return { code, printed };
  }
  return { code: 0, printed };
}

const talk = (words: string, part = 1, of = 1) => `<!-- ccdag session=${session} part=${part} of=${of} -->\n\n${words}`;

/** Add a note to the last commit, as the guide says, and push it. */
function note(text: string): void {
  writeFileSync(join(folder, "talk.md"), text);
  git("notes", "--ref=ccdag", "add", "-f", "-F", join(folder, "talk.md"));
  git("push", "-q", "--force", "origin", "refs/notes/ccdag");
}

describe("the action", () => {
  it("posts the sessions in the notes of the commits, updates them in place, and leaves all other comments", async () => {
    commit("one");
    note(`${talk("First.", 1, 2)}\n\n${talk("Second.", 2, 2)}`);
    expect(await use({})).toMatchObject({ code: 0 });
    const mine = () => comments.filter(({ user }) => user === bot).map(({ id, body }) => [id, body.split("\n").at(-1)]);
    expect(mine()).toEqual([
      [102, "First."],
      [103, "Second."],
    ]);
    asked = [];
    expect(await use({})).toMatchObject({ code: 0 });
    expect(asked).toEqual(["GET /issues/7/comments?per_page=100&page=1"]);
    commit("two");
    note(talk("All of it."));
    expect(await use({})).toMatchObject({ code: 0 });
    expect(mine()).toEqual([[102, "All of it."]]);
    expect(comments.slice(0, 2).map(({ body }) => body.split("\n").at(-1))).toEqual([
      "Looks good to me.",
      "A copy of mine.",
    ]);
  });

  it("exports transcripts redacted, and makes a page of them", async () => {
    const path = join(top, "tooling/fixtures/sample/-home-ada-weather");
    expect(await use({ path, page: "true", notes: "" })).toMatchObject({ code: 0 });
    const { body } = comments.at(-1)!;
    expect(body).toMatch(/^<!-- ccdag session=642fe51e-/);
    expect(body).toContain("do not line up");
    expect(body).not.toContain("/home/ada");
    const [, page = ""] = /^page=(.*)$/m.exec(readFileSync(join(folder, "output"), "utf8"))!;
    expect(existsSync(page)).toBe(true);
  });

  it("takes no line of an output for a mark, and posts nothing without one", async () => {
    commit("three");
    const forged = `<!-- ccdag session=${session} part=2 of=2 -->`;
    note(`${talk("Output:")}\n\n\`\`\`\`text\n\`\`\`\n${forged}\n@everyone\n\`\`\`\`\n\nThe end.`);
    await use({});
    expect(comments).toHaveLength(3);
    expect(comments.at(-1)!.body).toContain(`${forged}\n@everyone`);
    comments = [];
    note("A note of somebody else.");
    git("notes", "--ref=ccdag", "remove", "HEAD~1", "HEAD~2");
    git("push", "-q", "--force", "origin", "refs/notes/ccdag");
    expect(await use({})).toMatchObject({
      code: 0,
      printed: expect.stringContaining("There is no session to post.") as string,
    });
    expect(comments).toEqual([]);
  });

  it("runs no text of an input, and says what GitHub answered", async () => {
    const evil = `$(touch ${join(folder, "ran")}); "; touch ${join(folder, "ran")}`;
    expect((await use({ path: evil })).code).not.toBe(0);
    expect(existsSync(join(folder, "ran"))).toBe(false);
    const { code, printed } = await use({ token: "wrong" });
    expect([code, printed]).toEqual([1, expect.stringContaining("GitHub answered 401 to GET /issues/7/comments")]);
  });
});
