import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { OrderedPageRequest, Store } from "../../src/index.ts";
import { codeOf, say, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** Cursors of other lists, and broken ones. */
export function cursors(opened: Opened): void {
  let store: Store;
  beforeAll(() => void ({ store } = opened));

  type Read = (options: OrderedPageRequest) => Promise<{ readonly nextCursor?: string | undefined }>;

  /** A project with two sessions of one tree each: 1 ─ 2 ┬ 3 ─ 4, 2 ─ 5 ─ 6 and the lists that can be read. */
  async function lists(): Promise<Readonly<Record<string, Read>>> {
    const projectId = randomUUID();
    const { id } = await store.createSession({ projectId });
    await store.createSession({ projectId });
    const ids = await say(store, id, "1", "2", "3", "4");
    await store.append(id, user("5"), { parentId: ids[1] });
    await say(store, id, "6");
    return {
      path: (options) => store.path(id, options),
      "path to another leaf": (options) => store.path(id, { ...options, leafId: ids[3] }),
      messages: (options) => store.messages(id, options),
      leaves: ({ limit, cursor }) => store.leaves(id, { limit, cursor }),
      sessions: (options) => store.sessions({ ...options, projectId }),
    };
  }

  test("P6 a cursor of another list, session, project or direction is refused", async () => {
    const [own, other] = [await lists(), await lists()];
    const made = Object.entries(own).map(([name, read]) => ({ name, read }));
    for (const { name, read } of made) {
      for (const timeDesc of name === "leaves" ? [false] : [false, true]) {
        const { nextCursor: cursor } = await read({ limit: 1, timeDesc });
        expect(cursor).toBeTypeOf("string");
        await read({ limit: 1, timeDesc, cursor });
        for (const [otherName, otherRead] of [...Object.entries(own), ...Object.entries(other)]) {
          // The path to a message whose leaf nobody names continues to the leaf of the cursor.
          const isSame = otherRead === read || (otherRead === own["path"] && name.startsWith("path"));
          if (!isSame)
            expect([name, otherName, await codeOf(otherRead({ limit: 1, timeDesc, cursor }))]).toEqual([
              name,
              otherName,
              "INVALID_CURSOR",
            ]);
        }
        if (name !== "leaves")
          expect(await codeOf(read({ limit: 1, timeDesc: !timeDesc, cursor }))).toBe("INVALID_CURSOR");
      }
    }
  });

  test("P6 a cursor continues the path to its leaf if no leaf is named", async () => {
    const { id } = await store.createSession();
    const ids = await say(store, id, "1", "2", "3");
    const { nextCursor: cursor } = await store.path(id, { limit: 1, leafId: ids[2] });
    await store.append(id, user("4"), { parentId: ids[0] });
    const { items, leafId } = await store.path(id, { cursor });
    expect([items.map(({ id }) => id), leafId]).toEqual([ids.slice(1), ids[2]]);
  });

  test("P6 a cursor is that of the same list if the ids are written in capital letters", async () => {
    const { id } = await store.createSession();
    const ids = await say(store, id, "1", "2");
    const leafId = ids[1]!;
    const { nextCursor: cursor } = await store.path(id, { limit: 1, leafId });
    const { items } = await store.path(id.toUpperCase(), { cursor, leafId: leafId.toUpperCase() });
    expect(items.map((message) => message.id)).toEqual([leafId]);
    const { nextCursor } = await store.messages(id, { limit: 1 });
    expect((await store.messages(id.toUpperCase(), { cursor: nextCursor })).items).toEqual(items);
  });

  test("P6 a broken cursor is refused by every list, whatever is in it", async () => {
    const id = randomUUID();
    const write = (...fields: readonly (string | number)[]) => Buffer.from(fields.join("|")).toString("base64url");
    for (const [name, read] of Object.entries(await lists())) {
      const { nextCursor = "" } = await read({ limit: 1 });
      const [version, list = "", direction, at = "", last = ""] = Buffer.from(nextCursor, "base64url")
        .toString()
        .split("|");
      expect([version, direction]).toEqual(["v1", "asc"]);
      const broken = [
        "",
        "x",
        "null",
        "🙂",
        nextCursor.slice(1),
        nextCursor.slice(0, -4),
        nextCursor.slice(0, 20),
        write("v2", list, "asc", at, last),
        write("v1", "", "asc", at, last),
        write("v1", `${list}x`, "asc", at, last),
        write("v1", list, "up", at, last),
        write("v1", list, "asc", "", last),
        write("v1", list, "asc", -1, last),
        write("v1", list, "asc", "1.5", last),
        write("v1", list, "asc", "1e3", last),
        write("v1", list, "asc", "0x1", last),
        write("v1", list, "asc", "1 or true", last),
        write("v1", list, "asc", "9".repeat(16), last),
        write("v1", list, "asc", at, "x"),
        write("v1", list, "asc", at, last, "more"),
        write("v1", list, "asc", at),
        write("v1", `${id}' or true --`, "asc", at, last),
      ];
      for (const cursor of broken)
        expect([name, cursor, await codeOf(read({ cursor, limit: 1 }))]).toEqual([name, cursor, "INVALID_CURSOR"]);
    }
  });

  test("P6 a cursor far behind the end of a list gives an empty page", async () => {
    for (const [name, read] of Object.entries(await lists())) {
      const { nextCursor = "" } = await read({ limit: 1 });
      const [version, list, direction, , id] = Buffer.from(nextCursor, "base64url").toString().split("|");
      const far = Buffer.from([version, list, direction, "9".repeat(15), id].join("|")).toString("base64url");
      const { nextCursor: after, ...page } = await read({ limit: 1, cursor: far });
      expect([name, after, Object.values(page).find(Array.isArray)]).toEqual([name, undefined, []]);
    }
  });

  test("P6 a cursor is text that fits into an address as it is", async () => {
    for (const read of Object.values(await lists())) expect((await read({ limit: 1 })).nextCursor).toMatch(/^[\w-]+$/);
  });
}
