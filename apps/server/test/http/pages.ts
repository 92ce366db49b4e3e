import { expect, test } from "vitest";
import { type World, type Branches, type Messages, type Query, queryOf, reversed } from "../api.ts";

const unknown = "11111111-1111-4111-8111-111111111111";

/** Tests of a server. */
export function pageTests(world: World): void {
  /** Eleven messages `0` to `10` and a fork `a`, `b` after `4`. */
  async function tree(): Promise<{ session: string; ids: string[]; fork: string[] }> {
    const session = await world.api.session();
    const ids = await world.api.sayAll(session, ...Array.from({ length: 11 }, (_, at) => `${at}`));
    const a = await world.api.say(session, "a", { parent_id: ids[4] });
    return { session, ids, fork: [a.id, (await world.api.say(session, "b")).id] };
  }

  /** All pages of a list; `between` runs after each. */
  async function pages(session: string, query: Query, between = async () => {}): Promise<Messages[]> {
    const found: Messages[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await world.api.read(session, { ...query, ...(cursor === undefined ? {} : { cursor }) });
      found.push(page);
      expect(page.has_more).toBe(page.next_cursor !== undefined);
      cursor = page.next_cursor;
      if (cursor === undefined) return found;
      await between();
    }
  }

  test.each([1, 2, 3, 5, 6, 11, 200, 0])(
    "P5 P6 pages of %s with leaf_id have each message once, in both orders",
    async (limit) => {
      const { session, ids } = await tree();
      for (const leaf of [ids[10]!, ids[4]!]) {
        const path = ids.slice(0, ids.indexOf(leaf) + 1);
        const asc = await pages(session, { leaf_id: leaf, limit });
        expect(asc.flatMap((page) => page.ids)).toEqual(path);
        const desc = await pages(session, { leaf_id: leaf, limit, time_desc: true });
        expect(desc.flatMap((page) => page.ids)).toEqual(reversed(path));
        const sizes = [...asc, ...desc].map((page) => page.items.length);
        expect(Math.max(...sizes)).toBe(limit === 0 ? path.length : Math.min(limit, path.length));
        for (const page of [...asc, ...desc]) expect(page).toMatchObject({ leaf_id: leaf, is_leaf: leaf === ids[10] });
      }
    },
  );

  test.each([false, true])("P6 pages neither overlap nor skip while others append, time_desc %s", async (time_desc) => {
    const { session, ids, fork } = await tree();
    const grow = async () => {
      await world.api.say(session, "new");
      await world.api.say(session, "new", { parent_id: ids[10] });
    };
    const inOrder = (list: readonly string[]) => (time_desc ? reversed(list) : list);
    const branch = [...ids.slice(0, 5), ...fork];
    // The cursor remembers the leaf, so the branch stays the same although another one is the newest by now.
    expect((await pages(session, { limit: 2, time_desc }, grow)).flatMap((page) => page.ids)).toEqual(inOrder(branch));
    const other = await pages(session, { limit: 2, time_desc, leaf_id: ids[10]! }, grow);
    expect(other.flatMap((page) => page.ids)).toEqual(inOrder(ids));
  });

  test("P5 scope=session gives every message in the order in which it was stored, in both orders", async () => {
    const { session, ids, fork } = await tree();
    const all = await pages(session, { scope: "session", limit: 4 });
    expect(all.flatMap((page) => page.ids)).toEqual([...ids, ...fork]);
    for (const page of all) expect([page.leaf_id, page.is_leaf]).toEqual([undefined, undefined]);
    const desc = await pages(session, { scope: "session", limit: 4, time_desc: true });
    expect(desc.flatMap((page) => page.ids)).toEqual(reversed([...ids, ...fork]));
  });

  test("P6 a cursor that is broken, or of another list, order, leaf or session, is refused", async () => {
    const { session, ids } = await tree();
    const other = await tree();
    const cursor = (await world.api.read(session, { leaf_id: ids[10]!, limit: 2 })).next_cursor!;
    const all = (await world.api.read(session, { scope: "session", limit: 2 })).next_cursor!;
    const broken = ["", "x", cursor.slice(1), cursor.slice(0, -4), `${cursor}${cursor}`, "bm90IGEgY3Vyc29y"];
    const queries: (readonly [string, Query])[] = [
      ...broken.map((one) => [session, { cursor: one }] as const),
      [session, { cursor, time_desc: true }],
      [session, { cursor, scope: "session" }],
      [session, { cursor, leaf_id: ids[9]! }],
      [session, { cursor: all }],
      [session, { cursor: all, scope: "session", time_desc: true }],
      [other.session, { cursor }],
      [other.session, { cursor: all, scope: "session" }],
    ];
    for (const [id, query] of queries) {
      const { status, error } = await world.api.get(`session/${id}/messages?${queryOf(query)}`);
      expect([query, status, error]).toEqual([query, 400, "INVALID_CURSOR"]);
    }
    for (const path of [`session/${session}/branches`, "session"])
      expect(await world.api.get(`${path}?cursor=${all}`)).toMatchObject({ status: 400, error: "INVALID_CURSOR" });
  });

  test("P6 a cursor that a client made up gives no error of the server", async () => {
    const { session, ids } = await tree();
    for (const list of [ids[10]!, `all ${session}`, `leaves ${session}`, "sessions"])
      for (const at of ["0", "1", "2147483648", "9".repeat(15), "-1", "1.5", "1e3", "NaN"])
        for (const direction of ["asc", "desc"])
          for (const path of [`session/${session}/messages`, `session/${session}/branches`, "session"]) {
            const cursor = Buffer.from(["v1", list, direction, at, ids[3]].join("|")).toString("base64url");
            const query = queryOf({
              cursor,
              time_desc: direction === "desc",
              scope: list.startsWith("all") ? "session" : "path",
            });
            const { status } = await world.api.get(`${path}?${query}`);
            expect([path, query, [200, 400].includes(status)]).toEqual([path, query, true]);
          }
  });

  test("S006 P4 an unknown leaf and one of another session give the same bytes", async () => {
    const { session } = await tree();
    const foreign = (await tree()).ids[3]!;
    for (const path of ["messages", "token_counts", "export"]) {
      const ask = (leaf: string) => world.api.get(`session/${session}/${path}?leaf_id=${leaf}`);
      const [a, b] = [await ask(unknown), await ask(foreign)];
      expect([path, a.status, a.error, a.text]).toEqual([path, 404, "LEAF_NOT_FOUND", b.text]);
      expect(await ask("x")).toMatchObject({ status: 400, error: "INVALID_LEAF_ID" });
    }
  });

  test("a limit is a whole number from 0 to 200, and time_desc is true or false", async () => {
    const { session } = await tree();
    for (const limit of ["", "-1", "201", "1.5", "1e1", "0x1", " 1", "१", "99999999999999999999"])
      for (const path of [`session/${session}/messages`, `session/${session}/branches`, "session"])
        expect(await world.api.get(`${path}?${queryOf({ limit })}`)).toMatchObject({
          status: 400,
          error: "INVALID_QUERY",
        });
    for (const time_desc of ["", "1", "TRUE", "yes"])
      expect(await world.api.get(`session/${session}/messages?${queryOf({ time_desc })}`)).toMatchObject({
        status: 400,
        error: "INVALID_QUERY",
      });
  });

  test("P9 branches come in pages, in the order in which they were stored; a limit of 0 means all", async () => {
    const session = await world.api.session();
    const root = await world.api.say(session, "root");
    const ids: string[] = [];
    for (const at of [0, 1, 2, 3, 4]) ids.push((await world.api.say(session, `${at}`, { parent_id: root.id })).id);
    const list = async (query: Query) =>
      (await world.api.get<Branches>(`session/${session}/branches?${queryOf(query)}`)).data;
    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.next_cursor! });
    const third = await list({ limit: 2, cursor: second.next_cursor! });
    expect([first, second, third].map(({ has_more }) => has_more)).toEqual([true, true, false]);
    expect([first, second, third].flatMap(({ leaves }) => leaves.map(({ message_id }) => message_id))).toEqual(ids);
    for (const query of [{}, { limit: 0 }] as Query[]) expect((await list(query)).leaves).toHaveLength(5);
  });

  test("P8 a session without messages has no leaves and no items, with 200", async () => {
    const session = await world.api.session();
    expect(await world.api.read(session)).toEqual({
      items: [],
      ids: [],
      metas: [],
      parent_ids: [],
      leaf_id: null,
      is_leaf: false,
      has_more: false,
      this_time_tokens: 0,
    });
    const queries: Query[] = [{ scope: "session" }, { time_desc: true, limit: 5 }, { format: "gemini" }];
    for (const query of queries) expect((await world.api.read(session, query)).items).toEqual([]);
    expect((await world.api.get(`session/${session}/branches`)).data).toEqual({ leaves: [], has_more: false });
    expect((await world.api.get(`session/${session}/tree`)).data).toEqual({ nodes: [], forks: [], leaf_id: null });
    expect((await world.api.get(`session/${session}/token_counts`)).data).toMatchObject({ total_tokens: 0 });
  });
}
