import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createApp } from "../../src/index.ts";
import { Api, type World } from "../api.ts";

/** Tests of what whoever runs a server needs. */
export function operateTests(world: World): void {
  test("/metrics counts requests by route, without ids, for who may read", async () => {
    const app = createApp(world.store, { token: "own" });
    const api = new Api((request) => app.fetch(request));
    const session = await api.session({ token: "own" });
    await api.get(`session/${session}/messages`, { token: "own" });
    expect((await api.get("/metrics")).status).toBe(401);
    const { text, headers } = await api.get("/metrics", { token: "own" });
    expect(headers.get("Content-Type")).toMatch(/^text\/plain; version=0\.0\.4/);
    const labels = 'method="GET",route="/api/v1/session/:session_id/messages",status="200"';
    expect(text).toContain(`ccdag_http_request_duration_seconds_count{${labels}} 1\n`);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).not.toContain(session);
  });

  test("a long answer is compressed for who takes it so, and is the same; a short one is not", async () => {
    const app = createApp(world.store);
    const session = await world.api.session();
    await world.api.say(session, "water ".repeat(10_000));
    const ask = (path: string, encoding?: string) =>
      app.request(
        `http://localhost/api/v1/${path}`,
        encoding === undefined ? {} : { headers: { "Accept-Encoding": encoding } },
      );
    const path = `session/${session}/messages`;
    const plain = await (await ask(path)).text();
    const packed = await ask(path, "br, gzip");
    expect([packed.status, packed.headers.get("Content-Encoding"), packed.headers.get("Vary")]).toEqual([
      200,
      "gzip",
      "Accept-Encoding",
    ]);
    const bytes = Buffer.from(await packed.arrayBuffer());
    expect(bytes.length).toBeLessThan(plain.length / 10);
    expect(gunzipSync(bytes).toString()).toBe(plain);
    const short = await ask("ping", "gzip");
    expect([short.headers.get("Content-Encoding"), await short.json()]).toEqual([null, { code: 0, msg: "pong" }]);
  });
}
