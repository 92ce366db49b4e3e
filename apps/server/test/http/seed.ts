import { expect, test } from "vitest";
import type { WireMessage } from "../../src/wire.ts";
import { type World, type Branches, type Session, sorted } from "../api.ts";

/** Tests of a server. */
export function seedTests(world: World): void {
  /** M1 to M6, then M7 after M2, then M8 after it. */
  async function example(): Promise<{ session: string; ids: string[]; messages: WireMessage[] }> {
    const session = await world.api.session();
    const messages: WireMessage[] = [];
    const add = async (role: string, content: string, parent_id?: string) =>
      messages.push((await world.api.post(`session/${session}/messages`, { blob: { role, content }, parent_id })).data);
    for (const number of [1, 2, 3, 4, 5, 6]) await add(number % 2 === 1 ? "user" : "assistant", `M${number}`);
    await add("user", "M7", messages[1]!.id);
    await add("assistant", "M8", messages[6]!.id);
    return { session, ids: messages.map(({ id }) => id), messages };
  }

  test("S001 S002 S004 a message with a parent_id is answered as a message, with 201", async () => {
    const session = await world.api.session();
    const first = await world.api.say(session, "a");
    const blob = { role: "assistant", content: "b" };
    const body = { blob, format: "openai", meta: { note: 1 }, parent_id: first.id };
    const { status, text, data } = await world.api.post(`session/${session}/messages`, body);
    expect(status).toBe(201);
    expect(JSON.parse(text)).toEqual({
      code: 0,
      data: {
        id: data.id,
        session_id: session,
        parent_id: first.id,
        role: "assistant",
        parts: [{ type: "text", text: "b", asset: null, filename: null }],
        meta: { note: 1 },
        task_id: null,
        session_task_process_status: "disable_tracking",
        created_at: data.created_at,
        updated_at: data.created_at,
        depth: 2,
        seq: data.seq,
      },
      msg: "",
    });
  });

  test("S003 without a parent_id, or with null, a message follows the newest one", async () => {
    const { session, ids } = await example();
    expect(await world.api.say(session, "a")).toMatchObject({ parent_id: ids[7], depth: 5 });
    const early = await world.api.say(session, "b", { parent_id: ids[0] });
    expect(await world.api.say(session, "c", { parent_id: null })).toMatchObject({ parent_id: early.id, depth: 3 });
  });

  test("S011 S012 P9 P12 the branches are M6, six deep, and M8, four deep, in this order", async () => {
    const { session, ids, messages } = await example();
    const { text } = await world.api.get(`session/${session}/branches`);
    expect(JSON.parse(text)).toEqual({
      code: 0,
      data: {
        leaves: [
          { message_id: ids[5], depth: 6, created_at: messages[5]!.created_at, is_default: false },
          { message_id: ids[7], depth: 4, created_at: messages[7]!.created_at, is_default: true },
        ],
        has_more: false,
      },
      msg: "",
    });
  });

  test("S008 S013 leaf_id gives one path from its root; no session is made, and nothing is copied", async () => {
    const { session, ids } = await example();
    const read = await world.api.read(session, { leaf_id: ids[7]! });
    expect(read.items.map(({ content }) => content)).toEqual(["M1", "M2", "M7", "M8"]);
    expect(read.ids).toEqual([ids[0], ids[1], ids[6], ids[7]]);
    expect(read.parent_ids).toEqual([null, ids[0], ids[1], ids[6]]);
    expect(await world.api.texts(session, { leaf_id: ids[5]! })).toEqual(["M1", "M2", "M3", "M4", "M5", "M6"]);
    expect(await world.api.texts(session, { scope: "session" })).toHaveLength(8);
    const { data } = await world.api.get<{ items: Session[] }>("session");
    expect(data.items.filter(({ id }) => id === session)).toHaveLength(1);
  });

  test("S009 P2 without leaf_id the newest branch is read", async () => {
    const { session, ids } = await example();
    expect(await world.api.texts(session)).toEqual(["M1", "M2", "M7", "M8"]);
    await world.api.say(session, "M9", { parent_id: ids[5] });
    expect(await world.api.texts(session)).toEqual(["M1", "M2", "M3", "M4", "M5", "M6", "M9"]);
  });

  test("S009 a session without a fork is read as ever", async () => {
    const session = await world.api.session();
    const ids = await world.api.sayAll(session, "a", "b", "c");
    expect(await world.api.read(session)).toMatchObject({ ids, leaf_id: ids[2], is_leaf: true, has_more: false });
  });

  test("S014 P4 each leaf can be read, and each message that is none", async () => {
    const { session, ids } = await example();
    const { data } = await world.api.get<Branches>(`session/${session}/branches`);
    for (const { message_id, depth } of data.leaves) {
      const read = await world.api.read(session, { leaf_id: message_id });
      expect(read).toMatchObject({ leaf_id: message_id, is_leaf: true });
      expect(read.ids).toHaveLength(depth);
    }
    expect(await world.api.read(session, { leaf_id: ids[1]! })).toMatchObject({
      ids: [ids[0], ids[1]],
      is_leaf: false,
    });
    // Letter case is no part of a UUID.
    expect((await world.api.read(session.toUpperCase(), { leaf_id: ids[1]!.toUpperCase() })).ids).toHaveLength(2);
  });

  test("S015 what a message is answered with is its own path: no message and no token of another branch", async () => {
    const { session, ids } = await example();
    const secret = await world.api.say(session, "a secret of this branch", { parent_id: ids[6] });
    const context = await world.api.get(`session/${session}/messages?leaf_id=${ids[7]}&format=anthropic`);
    expect(context.text).not.toContain("secret");
    const count = async (query: string) =>
      (await world.api.get<{ total_tokens: number }>(`session/${session}/token_counts${query}`)).data.total_tokens;
    expect([await count(`?leaf_id=${ids[7]}`), await count(`?leaf_id=${secret.id}`), await count("")]).toEqual([
      4, 9, 14,
    ]);
  });

  test("S018 a wrong track is left, strategies are tried at once, a checkpoint is tried again", async () => {
    const session = await world.api.session();
    const ids = await world.api.sayAll(session, "the task", "a plan", "wrong");
    const attempts = await Promise.all(
      ["A", "B", "C"].map((text) => world.api.say(session, text, { parent_id: ids[1] })),
    );
    await Promise.all(attempts.map(({ id }, at) => world.api.say(session, `answer ${at}`, { parent_id: id })));
    const { data } = await world.api.get<Branches>(`session/${session}/branches`);
    const paths = await Promise.all(
      data.leaves.map(({ message_id }) => world.api.texts(session, { leaf_id: message_id })),
    );
    expect(paths.map((path) => path.slice(1).join(" ")).sort()).toEqual(
      ["a plan wrong", "a plan A answer 0", "a plan B answer 1", "a plan C answer 2"].sort(),
    );
    expect(await world.api.texts(session, { scope: "session" })).toHaveLength(9);
  });

  test("S019 the tree has every message with its parent, and names the forks", async () => {
    const { session, ids, messages } = await example();
    const { text } = await world.api.get(`session/${session}/tree`);
    const children = [1, 2, 1, 1, 1, 0, 1, 0];
    expect(JSON.parse(text)).toEqual({
      code: 0,
      data: {
        nodes: messages.map(({ id, parent_id, depth, seq, role, created_at }, at) => ({
          id,
          parent_id,
          depth,
          seq,
          role,
          child_count: children[at],
          created_at,
        })),
        forks: [ids[1]],
        leaf_id: ids[7],
      },
      msg: "",
    });
    expect(messages.map(({ seq }) => seq)).toEqual(sorted(messages.map(({ seq }) => seq)));
  });
}
