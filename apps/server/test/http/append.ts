import { openStore } from "@ccdag/store";
import { expect, test } from "vitest";
import { createApp } from "../../src/index.ts";
import type { WireMessage } from "../../src/wire.ts";
import { Api, type World, type Branches, sorted } from "../api.ts";

const unknown = "11111111-1111-4111-8111-111111111111";
const blob = { role: "user", content: "a" };

/** Store 64 messages without a parent through several servers at once; every third is a fork from `fork`. */
async function sayAtOnce(apis: readonly Api[], session: string, fork: string): Promise<WireMessage[]> {
  const each = Array.from({ length: 96 }, (_, at) => (at % 3 === 2 ? { parent_id: fork } : {}));
  return Promise.all(each.map((more, at) => apis[at % apis.length]!.say(session, `${at}`, more)));
}

/** Check that messages without a parent followed the newest one, and the others the fork: no other fork is there. */
function checkChain(messages: readonly WireMessage[], first: WireMessage): void {
  const inOrder = [...messages].sort((a, b) => a.seq - b.seq);
  let before = first;
  for (const one of inOrder) {
    const parent = [first, ...messages].find(({ id }) => id === one.parent_id)!;
    expect(one.depth).toBe(parent.depth + 1);
    if (Number(one.parts[0]!.text) % 3 === 2) expect(parent).toBe(first);
    else {
      // The newest that was there when it came, and never an older one than the one before it.
      expect(parent.seq < one.seq && parent.seq >= before.seq).toBe(true);
      before = one;
    }
  }
}

/** Tests of a server. */
export function appendTests(world: World): void {
  const post = (session: string, body: object, key?: string) =>
    world.api.post(
      `session/${session}/messages`,
      body,
      key === undefined ? {} : { headers: { "Idempotency-Key": key } },
    );

  test("P1 64 messages that are stored at once without a parent are a chain, and 32 with one are exactly the forks", async () => {
    const session = await world.api.session();
    const first = await world.api.say(session, "first");
    const messages = await sayAtOnce([world.api], session, first.id);
    checkChain(messages, first);
    const { data } = await world.api.get<Branches>(`session/${session}/branches`);
    const parents = new Set(messages.map(({ parent_id }) => parent_id));
    expect(data.leaves.map(({ message_id }) => message_id).sort()).toEqual(
      messages.flatMap(({ id }) => (parents.has(id) ? [] : [id])).sort(),
    );
  });

  test("P1 expected_leaf_id refuses a message if another one came in between, and changes nothing", async () => {
    const session = await world.api.session();
    const [a, b] = await world.api.sayAll(session, "a", "b");
    expect(await post(session, { blob, expected_leaf_id: a })).toMatchObject({ status: 409, error: "LEAF_MOVED" });
    expect(await world.api.texts(session)).toEqual(["a", "b"]);
    const race = await Promise.all(Array.from({ length: 8 }, () => post(session, { blob, expected_leaf_id: b })));
    expect(sorted(race.map(({ status }) => status))).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
    // It may begin a branch somewhere else.
    const leaf = race.find(({ status }) => status === 201)!.data.id;
    const branch = await post(session, { blob, parent_id: a, expected_leaf_id: leaf });
    expect([branch.status, branch.data.parent_id]).toEqual([201, a]);
  });

  test("P3 root begins again at the top, and refuses a parent beside it", async () => {
    const session = await world.api.session();
    const [a] = await world.api.sayAll(session, "a", "b");
    const root = await world.api.say(session, "c", { root: true });
    expect(root).toMatchObject({ parent_id: null, depth: 1 });
    expect(await world.api.say(session, "d", { root: false })).toMatchObject({ parent_id: root.id, depth: 2 });
    expect(await post(session, { blob, root: true, parent_id: a })).toMatchObject({
      status: 400,
      error: "INVALID_BODY",
    });
    expect((await world.api.get<{ forks: string[] }>(`session/${session}/tree`)).data.forks).toEqual([]);
  });

  test("S005 a parent that is no UUID is 400", async () => {
    const session = await world.api.session();
    for (const parent_id of ["", "x", `${unknown}0`, ` ${unknown}`, unknown.replaceAll("-", ""), `{${unknown}}`])
      expect(await post(session, { blob, parent_id })).toMatchObject({ status: 400, error: "INVALID_PARENT_ID" });
    for (const parent_id of [1, {}, [], true])
      expect(await post(session, { blob, parent_id })).toMatchObject({ status: 400, error: "INVALID_BODY" });
    expect((await world.api.read(session)).items).toEqual([]);
  });

  test("S002 S006 P4 an unknown parent and one of another session are 404, with one body", async () => {
    const session = await world.api.session();
    await world.api.say(session, "a");
    const other = await world.api.say(await world.api.session(), "b");
    const answers = [
      await post(session, { blob, parent_id: unknown }),
      await post(session, { blob, parent_id: other.id }),
      await post(session, { blob, parent_id: session }),
    ];
    for (const { status, error, text } of answers)
      expect([status, error, text]).toEqual([404, "PARENT_NOT_FOUND", answers[0]!.text]);
    expect((await world.api.read(session)).items).toHaveLength(1);
  });

  test("a message that is sent again with its key is stored once, also 20 at once", async () => {
    const session = await world.api.session();
    const [a] = await world.api.sayAll(session, "a", "b");
    const body = { blob, parent_id: a, meta: { n: 1 } };
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(session, body, "key 1")));
    expect(sorted(answers.map(({ status }) => status))).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    await world.api.say(session, "c");
    expect(await post(session, body, "key 1")).toMatchObject({ status: 200, text: answers[0]!.text });
    expect((await world.api.read(session, { scope: "session" })).items).toHaveLength(4);
    for (const changed of [
      { ...body, blob: { role: "user", content: "x" } },
      { ...body, meta: {} },
      { ...body, parent_id: unknown },
    ])
      expect(await post(session, changed, "key 1")).toMatchObject({ status: 409, error: "ID_CONFLICT" });
    // A key belongs to its session.
    expect((await post(await world.api.session(), { blob }, "key 1")).status).toBe(201);
  });

  test("P1 messages without a parent are a chain, whichever of two servers over one database takes them", async (context) => {
    context.skip(world.place === undefined, "a store in memory has one server");
    const store = await openStore(world.place);
    const app = createApp(store);
    const apis = [world.api, new Api((request) => app.fetch(request))];
    const session = await world.api.session();
    const first = await world.api.say(session, "first");
    checkChain(await sayAtOnce(apis, session, first.id), first);
    expect(await apis[1]!.read(session, { scope: "session" })).toEqual(
      await world.api.read(session, { scope: "session" }),
    );
    await store.close();
  });
}
