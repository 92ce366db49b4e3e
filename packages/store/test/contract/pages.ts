import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { OrderedPageRequest, Store } from "../../src/index.ts";
import { codeOf, say, textsOf, user } from "../say.ts";
import type { Opened } from "./opened.ts";

/** A page of any list, with a name of each item. */
interface Page {
  readonly names: readonly string[];
  readonly nextCursor?: string | undefined;
}

type Read = (options: OrderedPageRequest) => Promise<Page>;

/** Pages of every list. */
export function pages(opened: Opened): void {
  let store: Store;
  beforeAll(() => void ({ store } = opened));

  const newSession = async () => (await store.createSession()).id;

  /** All pages of a list; `between` runs between any two. */
  async function pagesOf(read: Read, options: OrderedPageRequest, between?: () => Promise<unknown>): Promise<Page[]> {
    const pages: Page[] = [];
    let cursor: string | undefined;
    do {
      const page = await read({ ...options, cursor });
      pages.push(page);
      cursor = page.nextCursor;
      if (pages.length > 1000) throw new Error("The pages do not end");
      if (cursor !== undefined) await between?.();
    } while (cursor !== undefined);
    return pages;
  }

  /** Check that pages of every size, joined, are the whole list, and that none but the last is short. */
  async function checkPages(read: Read, timeDesc: boolean): Promise<readonly string[]> {
    const { names, nextCursor } = await read({ timeDesc });
    expect(nextCursor).toBeUndefined();
    for (let limit = 1; limit <= names.length + 1; limit++) {
      const pages = await pagesOf(read, { limit, timeDesc });
      expect(pages.flatMap((page) => page.names)).toEqual(names);
      const sizes = pages.map((page) => page.names.length);
      expect(sizes).toEqual(sizes.map((_, at) => Math.min(limit, names.length - at * limit)));
    }
    expect(await read({ timeDesc, limit: 0 })).toEqual({ names });
    return names;
  }

  const path =
    (id: string, leafId?: string): Read =>
    async (options) => {
      const { items, nextCursor } = await store.path(id, { ...options, leafId });
      return { names: textsOf(items), nextCursor };
    };
  const messages =
    (id: string): Read =>
    async (options) => {
      const { items, nextCursor } = await store.messages(id, options);
      return { names: textsOf(items), nextCursor };
    };
  const leaves =
    (id: string): Read =>
    async ({ limit, cursor }) => {
      const page = await store.leaves(id, { limit, cursor });
      return { names: page.leaves.map(({ messageId }) => messageId), nextCursor: page.nextCursor };
    };
  const sessions =
    (projectId: string): Read =>
    async (options) => {
      const { items, nextCursor } = await store.sessions({ ...options, projectId });
      return { names: items.map(({ id }) => id), nextCursor };
    };

  const directions = [false, true];

  /** 0 … 11, where 5 follows 1, 8 follows 3, and 10 begins anew. */
  async function sampleSession(): Promise<{ id: string; ids: string[] }> {
    const id = await newSession();
    const ids: string[] = [];
    for (let at = 0; at < 12; at++) {
      const parentId = at === 5 ? ids[1] : at === 8 ? ids[3] : null;
      ids.push((await store.append(id, user(`${at}`), { parentId, root: at === 10 })).message.id);
    }
    return { id, ids };
  }

  test("P5 P6 pages of a path, in both directions and every size, are the whole path", async () => {
    const { id, ids } = await sampleSession();
    const paths: [number | undefined, string][] = [
      [4, "0 1 2 3 4"],
      [9, "0 1 2 3 8 9"],
      [7, "0 1 5 6 7"],
      [6, "0 1 5 6"],
      [10, "10"],
      [undefined, "10 11"],
    ];
    for (const [last, names] of paths)
      for (const timeDesc of directions) {
        const read = path(id, last === undefined ? undefined : ids[last]);
        const found = await checkPages(read, timeDesc);
        expect((timeDesc ? [...found].reverse() : found).join(" ")).toBe(names);
      }
  });

  test("P5 P6 pages of all messages, in both directions and every size, are all messages", async () => {
    const { id } = await sampleSession();
    const names = await checkPages(messages(id), false);
    expect(names).toEqual(Array.from({ length: 12 }, (_, at) => `${at}`));
    expect(await checkPages(messages(id), true)).toEqual([...names].reverse());
  });

  test("P6 P9 pages of leaves of every size are all leaves", async () => {
    const { id, ids } = await sampleSession();
    expect(await checkPages(leaves(id), false)).toEqual([4, 7, 9, 11].map((at) => ids[at]));
  });

  test("P6 pages of sessions, in both directions and every size, are those of the project, the oldest first", async () => {
    const projectId = randomUUID();
    const ids: string[] = [];
    for (let at = 0; at < 20; at++) {
      ids.push((await store.createSession({ projectId })).id);
      await store.createSession({ projectId: randomUUID() });
    }
    expect(await checkPages(sessions(projectId), false)).toEqual(ids);
    expect(await checkPages(sessions(projectId), true)).toEqual([...ids].reverse());
  });

  test("P6 a page has 200 items at most, and a long path is read whole without a limit", async () => {
    const id = await newSession();
    await say(store, id, ...Array.from({ length: 205 }, (_, at) => `${at}`));
    for (const timeDesc of directions) {
      for (const read of [path(id), messages(id)]) {
        const pages = await pagesOf(read, { limit: 200, timeDesc });
        expect(pages.map(({ names }) => names.length)).toEqual([200, 5]);
        expect((await read({ timeDesc })).names).toEqual(pages.flatMap(({ names }) => names));
      }
    }
  });

  test.each([-1, 201, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "5", null])(
    "P6 a limit of %j is refused by every list",
    async (wrong) => {
      const id = await newSession();
      const limit = wrong as number;
      expect(await codeOf(store.path(id, { limit }))).toBe("INVALID_QUERY");
      expect(await codeOf(store.messages(id, { limit }))).toBe("INVALID_QUERY");
      expect(await codeOf(store.leaves(id, { limit }))).toBe("INVALID_QUERY");
      expect(await codeOf(store.sessions({ limit }))).toBe("INVALID_QUERY");
    },
  );

  test("P6 pages of a path stay those of its leaf while others append after it, beside it and elsewhere", async () => {
    for (const timeDesc of directions)
      for (let limit = 1; limit <= 4; limit++) {
        const { id, ids } = await sampleSession();
        await store.append(id, user("newest"), { parentId: ids[9] });
        const { names: before } = await path(id)({ timeDesc });
        const between = async () => {
          await store.append(id, user("after"));
          await store.append(id, user("beside"), { parentId: ids[2] });
          await store.append(id, user("elsewhere"), { root: true });
        };
        const pages = await pagesOf(path(id), { limit, timeDesc }, between);
        expect(pages.flatMap(({ names }) => names)).toEqual(before);
        expect(before).toHaveLength(7);
      }
  });

  test("P6 pages of all messages neither overlap nor skip while others append", async () => {
    for (let limit = 1; limit <= 5; limit++) {
      const { id, ids } = await sampleSession();
      let left = 7;
      const between = async () => {
        if (left-- > 0) await store.append(id, user(`new ${left}`), { parentId: ids[left] });
      };
      const up = await pagesOf(messages(id), { limit }, between);
      expect(up.flatMap(({ names }) => names)).toEqual((await messages(id)({})).names);
      left = 7;
      const { names: before } = await messages(id)({ timeDesc: true });
      const down = await pagesOf(messages(id), { limit, timeDesc: true }, between);
      expect(down.flatMap(({ names }) => names)).toEqual(before);
    }
  });

  test("P6 pages of leaves show none twice, and each that stays a leaf, while others append", async () => {
    for (let limit = 1; limit <= 4; limit++) {
      const { id, ids } = await sampleSession();
      const { names: before } = await leaves(id)({});
      let round = 0;
      const between = async () => {
        // First a leaf that was shown, then one that was not, then a new branch.
        if (round === 0) await store.append(id, user("a"), { parentId: before[0] });
        if (round === 1) await store.append(id, user("b"), { parentId: ids[11] });
        if (round === 2) await store.append(id, user("c"), { parentId: ids[6] });
        round++;
      };
      const found = (await pagesOf(leaves(id), { limit }, between)).flatMap(({ names }) => names);
      expect(new Set(found).size).toBe(found.length);
      const after = (await leaves(id)({})).names;
      expect(found).toEqual(expect.arrayContaining(before.filter((leaf) => after.includes(leaf))));
    }
  });

  test("P6 pages of sessions neither overlap nor skip while others are created", async () => {
    const projectId = randomUUID();
    for (let at = 0; at < 5; at++) await store.createSession({ projectId });
    let left = 30;
    const between = async () => (left-- > 0 ? store.createSession({ projectId }) : undefined);
    const up = await pagesOf(sessions(projectId), { limit: 1 }, between);
    expect(up.flatMap(({ names }) => names)).toEqual((await sessions(projectId)({})).names);
    left = 30;
    const { names: before } = await sessions(projectId)({ timeDesc: true });
    const down = await pagesOf(sessions(projectId), { limit: 2, timeDesc: true }, between);
    expect(down.flatMap(({ names }) => names)).toEqual(before);
  });
}
