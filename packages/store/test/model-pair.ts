import { deepEqual, equal } from "node:assert/strict";
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { OrderedPageRequest, Store } from "../src/index.ts";
import { Model, type ModelRange } from "./model.ts";
import { codeOf } from "./say.ts";

/** A number that chooses one of the messages that there are. */
export const choice = fc.nat({ max: 1_000_000 });
const size = fc.option(fc.integer({ min: 1, max: 6 }), { nil: undefined });
/** Something that is done to a session, or read from it. */
export const operation = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("append" as const), count: fc.integer({ min: 1, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constant("fork" as const), at: choice }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("root" as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("refused" as const), at: choice }) },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("path" as const), at: choice, limit: size, isDescending: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ does: fc.constant("newest" as const), limit: size, isDescending: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("messages" as const), limit: size, isDescending: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("leaves" as const), limit: size }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant("tree" as const) }) },
);
export type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** A session and its model, which agree after each step. */
export class Pair {
  readonly model = new Model();
  readonly names = new Map<string, number>();
  readonly ids: string[] = [];
  readonly session: string;
  readonly #store: Store;

  constructor(store: Store, session: string) {
    this.#store = store;
    this.session = session;
  }

  nameOf = (id: string | null) => (id === null ? undefined : (this.names.get(id) ?? -1));

  async append(where: { readonly after?: number; readonly root?: boolean }): Promise<void> {
    const { after, root = false } = where;
    const name = this.model.append(root ? undefined : (after ?? this.model.newest()));
    const parentId = after === undefined ? undefined : this.ids[after];
    const content = { role: name % 2 ? ("assistant" as const) : ("user" as const), parts: [], meta: { name } };
    const { message } = await this.#store.append(this.session, content, { parentId, root });
    this.names.set(message.id, name);
    this.ids.push(message.id);
    const { parentId: parent, depth } = message;
    const expected = [this.model.messages[name]!.parent?.name, this.model.depth(name)];
    deepEqual([this.nameOf(parent), depth], expected);
  }

  /** Read all pages of a list, and compare each with the model's. */
  async pages(
    list: readonly number[],
    { limit, isDescending = false }: ModelRange,
    read: (options: OrderedPageRequest) => Promise<{ ids: readonly string[]; nextCursor?: string | undefined }>,
  ): Promise<void> {
    let [after, cursor]: [number | undefined, string | undefined] = [undefined, undefined];
    do {
      const page = Model.page(list, { after, limit, isDescending });
      const { ids, nextCursor } = await read({ limit, cursor, timeDesc: isDescending });
      deepEqual({ names: ids.map(this.nameOf), hasMore: nextCursor !== undefined }, page);
      [after, cursor] = [page.names.at(-1), nextCursor];
    } while (cursor !== undefined);
  }

  async path(leaf: number | undefined, leafId: string | undefined, range: ModelRange): Promise<void> {
    const list = leaf === undefined ? [] : this.model.path(leaf);
    const isLeaf = leaf !== undefined && this.model.children(leaf).length === 0;
    await this.pages(list, range, async (options) => {
      const path = await this.#store.path(this.session, { ...options, leafId });
      deepEqual([this.nameOf(path.leafId), path.isLeaf], [leaf, isLeaf]);
      deepEqual(
        path.items.map(({ depth }) => depth),
        path.items.map(({ id }) => this.model.depth(this.nameOf(id)!)),
      );
      return { ids: path.items.map(({ id }) => id), nextCursor: path.nextCursor };
    });
  }

  async tree(): Promise<void> {
    const { nodes, forks, leafId } = await this.#store.tree(this.session);
    deepEqual(
      nodes.map(({ id, parentId, depth, childCount }) => [this.nameOf(id), this.nameOf(parentId), depth, childCount]),
      this.model.messages.map(({ name, parent }) => [
        name,
        parent?.name,
        this.model.depth(name),
        this.model.children(name).length,
      ]),
    );
    const isFork = ({ name }: { readonly name: number }) => this.model.children(name).length > 1;
    deepEqual(
      forks.map(this.nameOf),
      this.model.messages.filter(isFork).map(({ name }) => name),
    );
    equal(this.nameOf(leafId), this.model.newest());
  }

  async leaves(range: ModelRange): Promise<void> {
    const newest = this.model.newest();
    await this.pages(this.model.leaves(), range, async ({ limit, cursor }) => {
      const { leaves, nextCursor } = await this.#store.leaves(this.session, { limit, cursor });
      for (const { messageId, depth, isDefault } of leaves) {
        const name = this.nameOf(messageId)!;
        deepEqual([depth, isDefault], [this.model.depth(name), name === newest]);
      }
      return { ids: leaves.map(({ messageId }) => messageId), nextCursor };
    });
  }

  async messages(range: ModelRange): Promise<void> {
    const names = this.model.messages.map(({ name }) => name);
    await this.pages(names, range, async (options) => {
      const { items, nextCursor } = await this.#store.messages(this.session, options);
      deepEqual(
        items.map(({ meta }) => meta["name"]),
        items.map(({ id }) => this.nameOf(id)),
      );
      return { ids: items.map(({ id }) => id), nextCursor };
    });
  }

  async refused(at: number): Promise<void> {
    const content = { role: "user" as const, parts: [], meta: {} };
    const code = codeOf(this.#store.append(this.session, content, { parentId: randomUUID() }));
    equal(await code, "PARENT_NOT_FOUND");
    if (at === this.model.newest() || this.ids[at] === undefined) return;
    const moved = codeOf(this.#store.append(this.session, content, { expectedLeafId: this.ids[at] }));
    equal(await moved, "LEAF_MOVED");
  }

  async run(operation: Operation): Promise<void> {
    const chosen = (at: number) => (this.ids.length === 0 ? undefined : at % this.ids.length);
    if (operation.does === "append") for (let left = operation.count; left > 0; left--) await this.append({});
    else if (operation.does === "root") await this.append({ root: true });
    else if (operation.does === "tree") await this.tree();
    else if (operation.does === "leaves") await this.leaves(operation);
    else if (operation.does === "messages") await this.messages(operation);
    else if (operation.does === "newest") await this.path(this.model.newest(), undefined, operation);
    else {
      const at = chosen(operation.at);
      if (at === undefined) return;
      if (operation.does === "fork") await this.append({ after: at });
      else if (operation.does === "refused") await this.refused(at);
      else await this.path(at, this.ids[at], operation);
    }
  }
}
