import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { messageFormats } from "@ccdag/store/formats";
import { type World, reversed, type Session, sorted } from "../api.ts";
import { form } from "../openapi-rows.ts";

const json = { "Content-Type": "application/json" };
const blob = { role: "user", content: "a" };

interface Sessions {
  readonly items: readonly Session[];
  readonly next_cursor?: string;
  readonly has_more: boolean;
}

/** Tests of a server. */
export function requestTests(world: World): void {
  test("a session that is created twice with use_uuid is 201, then 200 with the same one; of another project it is 409", async () => {
    const use_uuid = randomUUID();
    const first = await world.api.post<Session>("session", { use_uuid, configs: { a: 1 } });
    expect([first.status, first.data.id, first.data.configs]).toEqual([201, use_uuid, { a: 1 }]);
    const again = await world.api.post<Session>("session", { use_uuid: use_uuid.toUpperCase(), configs: { b: 2 } });
    expect([again.status, again.data]).toEqual([200, first.data]);
    const foreign = await world.store.createSession({ projectId: randomUUID() });
    const refused = await world.api.post("session", { use_uuid: foreign.id });
    expect([refused.status, refused.error]).toEqual([409, "ID_CONFLICT"]);
    expect(refused.text).not.toContain(foreign.projectId);
    const race = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => world.api.post<Session>("session", { use_uuid: race })),
    );
    expect(sorted(answers.map(({ status }) => status))).toEqual([...Array.from({ length: 9 }, () => 200), 201]);
  });

  test("P6 sessions are listed once each, the oldest first or the newest first, while others are created", async () => {
    const ids: string[] = [];
    for (let at = 0; at < 5; at++) ids.push(await world.api.session());
    for (const time_desc of [false, true]) {
      const found: string[] = [];
      for (let cursor = ""; ;) {
        const query = `limit=2&time_desc=${time_desc}${cursor === "" ? "" : `&cursor=${cursor}`}`;
        const { data } = await world.api.get<Sessions>(`session?${query}`);
        expect(data.has_more).toBe(data.next_cursor !== undefined);
        found.push(...data.items.map(({ id }) => id));
        if (data.next_cursor === undefined) break;
        cursor = data.next_cursor;
        if (time_desc || found.length === 2) await world.api.session();
      }
      expect(new Set(found).size).toBe(found.length);
      const shown = found.filter((id) => ids.includes(id));
      expect(shown).toEqual(time_desc ? reversed(ids) : ids);
    }
  });

  test("P10 a deleted session is gone with its messages, and can be made again without them", async () => {
    const use_uuid = await world.api.session();
    const key = { headers: { "Idempotency-Key": "one" } };
    await world.api.say(use_uuid, "a", {}, key);
    await world.api.sayAll(use_uuid, "b", "c");
    expect(await world.api.send("DELETE", `session/${use_uuid}`)).toMatchObject({ status: 200, data: null });
    for (const path of ["", "/messages", "/branches", "/tree", "/token_counts", "/export"])
      expect(await world.api.get(`session/${use_uuid}${path}`)).toMatchObject({
        status: 404,
        error: "SESSION_NOT_FOUND",
      });
    expect((await world.api.send("DELETE", `session/${use_uuid}`)).status).toBe(404);
    expect((await world.api.post("session", { use_uuid })).status).toBe(201);
    expect((await world.api.read(use_uuid, { scope: "session" })).items).toEqual([]);
    expect(await world.api.say(use_uuid, "a", {}, key)).toMatchObject({ depth: 1, parent_id: null });
  });

  test("a form without a file is the same as JSON, and one with a file is 415", async () => {
    const session = await world.api.session();
    const path = `session/${session}/messages`;
    const payload = { blob, format: "openai", meta: { n: 1 } };
    const asForm = await world.api.post(path, form(payload));
    const asJson = await world.api.post(path, payload);
    expect([asForm.status, asForm.data.parts, asForm.data.meta]).toEqual([201, asJson.data.parts, asJson.data.meta]);
    expect(asJson.data.parent_id).toBe(asForm.data.id);
    const file = await world.api.post(path, form(payload, new Blob(["a"])));
    expect([file.status, file.error]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
    const asFile = new FormData();
    asFile.set("payload", new Blob([JSON.stringify(payload)], { type: "application/json" }));
    expect(await world.api.post(path, asFile)).toMatchObject({ status: 415 });
    const other = new FormData();
    other.set("data", JSON.stringify(payload));
    expect(await world.api.post(path, other)).toMatchObject({ status: 400, error: "INVALID_BODY" });
    expect((await world.api.read(session)).items).toHaveLength(2);
  });

  test("a form that is none is 400", async () => {
    const session = await world.api.session();
    for (const type of ["multipart/form-data", "multipart/form-data; boundary=a", "multipart/form-data; boundary="])
      for (const body of ["", "a", "--a", "--a\r\n\r\n", "--a--"])
        expect(
          await world.api.post(`session/${session}/messages`, body, { headers: { "Content-Type": type } }),
        ).toMatchObject({ status: 400, error: "INVALID_BODY" });
  });

  test("a body that is no JSON, or no object, is 400; another content type is 415", async () => {
    const session = await world.api.session();
    for (const body of [
      "",
      "{",
      "{}}",
      "null",
      "[]",
      "1",
      '"a"',
      "{'a':1}",
      "\u0000",
      '{"blob":{"role":"user","content":"a"}',
    ])
      expect(await world.api.post(`session/${session}/messages`, body, { headers: json })).toMatchObject({
        status: 400,
        error: "INVALID_BODY",
      });
    const types = ["text/plain", "application/x-www-form-urlencoded", "application/json5", "text/json", ""];
    for (const type of types)
      expect(
        await world.api.post(`session/${session}/messages`, JSON.stringify({ blob }), {
          headers: { "Content-Type": type },
        }),
      ).toMatchObject({ status: 415, error: "UNSUPPORTED_MEDIA_TYPE" });
    for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON ;x=y"])
      expect(
        await world.api.post(`session/${session}/messages`, JSON.stringify({ blob }), {
          headers: { "Content-Type": type },
        }),
      ).toMatchObject({ status: 201 });
  });

  test("a body over the limit is 413, also of unknown length, and one at the limit is stored", async () => {
    const session = await world.api.session();
    const path = `session/${session}/messages`;
    const empty = JSON.stringify({ blob: { role: "user", content: "" } });
    const body = (bytes: number) => empty.replace('""', `"${"a".repeat(bytes - empty.length)}"`);
    expect(await world.api.post(path, body(300_000), { headers: json })).toMatchObject({ status: 201 });
    expect(await world.api.post(path, body(300_001), { headers: json })).toMatchObject({
      status: 413,
      error: "TOO_LARGE",
    });
    const meta = (bytes: number) => ({ blob, meta: { a: "a".repeat(bytes) } });
    expect(await world.api.post(path, meta(60_000))).toMatchObject({ status: 201 });
    expect(await world.api.post(path, meta(65_536))).toMatchObject({ status: 413, error: "TOO_LARGE" });
    expect(await world.api.post("session", { configs: { a: "a".repeat(65_536) } })).toMatchObject({ status: 413 });
    expect((await world.api.read(session)).items).toHaveLength(2);
  });

  test("names of JavaScript are names like others, in bodies, metas, configs and parts", async () => {
    const text = '{"__proto__":{"a":1},"constructor":{"prototype":{"b":2}},"toString":1,"hasOwnProperty":null}';
    const created = await world.api.post("session", `{"configs":${text}}`, { headers: json });
    expect(created.text).toContain(`"configs":${text}`);
    const session = (created.data as unknown as Session).id;
    const parts = `[{"type":"__proto__","meta":${text}}]`;
    const message = `{"format":"acontext","meta":${text},"blob":{"role":"user","parts":${parts}}}`;
    const stored = await world.api.post(`session/${session}/messages`, message, { headers: json });
    expect(stored.status).toBe(201);
    expect(stored.text).toContain(`"meta":${text}`);
    const read = await world.api.get(`session/${session}/messages?format=acontext`);
    expect(read.text.split(text)).toHaveLength(4);
    for (const name of ["__proto__", "constructor"])
      expect(
        await world.api.post(`session/${session}/messages`, `{"${name}":{"root":true},"blob":{}}`, { headers: json }),
      ).toMatchObject({ status: 400, error: "INVALID_BODY" });
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
    for (const name of ["__proto__", "constructor", "toString"]) {
      expect((await world.api.post(`session/${session}/messages`, { blob, format: name })).status).toBe(400);
      for (const parameter of ["format", "scope", "as", "time_desc"])
        if (parameter !== "as")
          expect((await world.api.get(`session/${session}/messages?${parameter}=${name}`)).status).toBe(400);
        else expect((await world.api.get(`session/${session}/export?as=${name}`)).status).toBe(400);
    }
  });

  test("what is stored can be read: JSON that is nested too deeply is 400, in each format and in texts", async () => {
    for (const levels of [1000, 1990, 2010, 4180, 4182, 4183, 5000, 100_000]) {
      const session = await world.api.session();
      const deep =
        levels > 30_000
          ? `${"[".repeat(levels)}${"]".repeat(levels)}`
          : `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
      const post = (body: string) => world.api.post(`session/${session}/messages`, body, { headers: json });
      const bodies = [
        `{"format":"acontext","blob":{"role":"user","parts":[{"type":"x","meta":{"a":${deep}}}]}}`,
        `{"blob":{"role":"user","content":"a"},"meta":{"a":${deep}}}`,
        `{"format":"anthropic","blob":{"role":"assistant","content":[{"type":"tool_use","id":"1","name":"f","input":${deep}}]}}`,
        `{"format":"gemini","blob":{"role":"model","parts":[{"executableCode":${deep}}]}}`,
        deep,
      ];
      for (const body of bodies)
        expect([levels, [201, 400].includes((await post(body)).status)]).toEqual([levels, true]);
      const call = { id: "c", type: "function", function: { name: "f", arguments: deep } };
      await world.api.post(`session/${session}/messages`, {
        blob: { role: "assistant", content: null, tool_calls: [call] },
      });
      await world.api.post(`session/${session}/messages`, { blob: { role: "tool", tool_call_id: "c", content: deep } });
      for (const format of messageFormats)
        expect([levels, format, (await world.api.get(`session/${session}/messages?format=${format}`)).status]).toEqual([
          levels,
          format,
          200,
        ]);
    }
  });
}
