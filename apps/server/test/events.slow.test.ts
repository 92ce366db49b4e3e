import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { type RunningServer, serveStore } from "../src/index.ts";

let server: RunningServer;
beforeAll(async () => void (server = await serveStore({ port: 0, token: false, graceSeconds: 1 })));
afterAll(() => server.close());

async function post<T>(path: string, body: object = {}): Promise<T> {
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${server.url}/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return ((await response.json()) as { data: T }).data;
}

const newSession = async () => (await post<{ id: string }>("session")).id;
const say = (session: string, content: string, more: object = {}) =>
  post<{ id: string }>(`session/${session}/messages`, { blob: { role: "user", content }, ...more });

interface Sent {
  readonly id: string;
  readonly kind: string;
  readonly ref: string | null;
  readonly message: { readonly id: string; readonly parent_id: string | null };
}

/** A program in another process that reads events, and prints each: `curl` does as well. */
function subscribe(session: string, after: string | undefined, onEvent: (event: Sent) => void): ChildProcess {
  const program = `
    const response = await fetch(process.argv[1], { headers: JSON.parse(process.argv[2]) });
    for await (const piece of response.body) process.stdout.write(piece);`;
  const headers = { Accept: "text/event-stream", ...(after === undefined ? {} : { "Last-Event-ID": after }) };
  const url = `${server.url}/session/${session}/events`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, url, JSON.stringify(headers)]);
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.startsWith("data: ")) onEvent(JSON.parse(line.slice(6)) as Sent);
  });
  return child;
}

test("issue 42 a subscriber in another process that is killed and comes back has every message once, in the order of each branch", async () => {
  const session = await newSession();
  const root = await say(session, "root");
  const seen: Sent[] = [];
  let child = subscribe(session, undefined, (event) => seen.push(event));
  onTestFinished(() => void child.kill("SIGKILL"));
  const write = async (branch: string) => {
    for (let at = 0; at < 30; at++) {
      await say(session, `${branch}${at}`, { branch, ...(at === 0 ? { from: root.id } : {}) });
      if (at % 10 === 9) await setTimeout(50);
    }
  };
  const all = Promise.all([write("a"), write("b")]);
  for (const count of [5, 25]) {
    await expect.poll(() => seen.length).toBeGreaterThan(count);
    child.kill("SIGKILL");
    const last = seen.at(-1)!.id;
    child = subscribe(session, last, (event) => seen.push(event));
  }
  await all;
  await expect.poll(() => new Set(seen.map(({ id }) => id)).size).toBe(61);
  const known = new Set<string>();
  // What came a second time is known by its id.
  const once = seen.filter(({ id }) => !known.has(id) && known.add(id));
  for (const branch of ["a", "b"]) {
    const own = once.filter(({ ref }) => ref === branch);
    expect(own).toHaveLength(30);
    expect(own.map(({ message }) => message.parent_id)).toEqual([
      root.id,
      ...own.slice(0, -1).map((one) => one.message.id),
    ]);
  }
});

test("issue 42 a stream ends with its session, and with its server", async () => {
  const session = await newSession();
  const open = async (url: string) => {
    const response = await fetch(`${url}/session/${session}/events`, { headers: { Accept: "text/event-stream" } });
    expect([response.status, response.headers.get("Content-Type")]).toEqual([200, "text/event-stream"]);
    return response.text();
  };
  const stream = open(server.url);
  await setTimeout(50);
  await fetch(`${server.url}/session/${session}`, { method: "DELETE" });
  expect(await stream).toBe("");
  const missing = await fetch(`${server.url}/session/${session}/events`, { headers: { Accept: "text/event-stream" } });
  expect(missing.status).toBe(404);
  const folder = mkdtempSync(join(tmpdir(), "ccdag-events-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const other = await serveStore({ port: 0, token: false, where: join(folder, "store"), graceSeconds: 30 });
  const made = await fetch(`${other.url}/session`, { method: "POST" });
  const { data } = (await made.json()) as { data: { id: string } };
  const headers = { Accept: "text/event-stream" };
  const second = await fetch(`${other.url}/session/${data.id}/events`, { headers });
  const start = performance.now();
  await other.close();
  await second.text();
  expect(performance.now() - start).toBeLessThan(10_000);
});

test("issue 42 consumers of a group share the events, and continue where the group was", async () => {
  const session = await newSession();
  for (const text of "abcd") await say(session, text);
  const group = `session/${session}/events/groups/tasks`;
  interface Leased {
    readonly lease: string | null;
    readonly events: readonly Sent[];
  }
  const first = await post<Leased>(`${group}/lease`, { limit: 3 });
  expect(first.events).toHaveLength(3);
  await post(`${group}/acknowledge`, { lease: first.lease, event_id: first.events[1]!.id });
  const second = await post<Leased>(`${group}/lease`);
  expect(second.events.map(({ id }) => id)[0]).toBe(first.events[2]!.id);
  await post(`${group}/acknowledge`, { lease: second.lease, event_id: second.events.at(-1)!.id });
  expect(await post(`${group}/lease`)).toEqual({ lease: null, events: [] });
});
