import { expect } from "vitest";
import type { Store } from "../src/index.ts";
import type { OldSession } from "./old-store.ts";
import { user } from "./say.ts";

/** Check that a store reads as the one of the first version that it was, and continues from there. */
export async function checkMigrated(store: Store, sessions: readonly OldSession[]): Promise<void> {
  expect((await store.sessions()).items.map(({ id, updatedAt }) => [id, updatedAt])).toEqual(
    sessions.map(({ id, updatedAt }) => [id, updatedAt]),
  );
  for (const { id, lastId, messages, leaves } of sessions) {
    const { items } = await store.messages(id);
    expect(
      items.map(({ id, parentId, seq, depth, parts }) => [id, parentId, seq, depth, JSON.stringify(parts)]).join("\n"),
    ).toBe(
      messages
        .map(({ id, parent_id, seq, depth, parts }) => [id, parent_id, seq, depth, JSON.stringify(JSON.parse(parts))])
        .join("\n"),
    );
    const found = (await store.leaves(id)).leaves;
    expect(found.map(({ messageId }) => messageId)).toEqual(leaves);
    expect(found.filter(({ isDefault }) => isDefault).map(({ messageId }) => messageId)).toEqual([lastId]);
    expect((await store.tree(id)).leafId).toBe(lastId);
    const parents = new Map(messages.map((message) => [message.id, message.parent_id]));
    for (const leaf of [undefined, leaves[0]!, leaves.at(-1)!, leaves[Math.floor(leaves.length / 2)]!]) {
      const path: string[] = [];
      for (let at: string | null = leaf ?? lastId; at !== null; at = parents.get(at)!) path.unshift(at);
      const read = await store.path(id, leaf === undefined ? {} : { leafId: leaf });
      expect(read.items.map((item) => item.id)).toEqual(path);
      const page = await store.path(id, { leafId: leaf, limit: 5, timeDesc: true });
      expect(page.items.map((item) => item.id)).toEqual(path.toReversed().slice(0, 5));
    }
    const next = (await store.append(id, user("next"))).message;
    expect([next.parentId, next.seq > messages.at(-1)!.seq]).toEqual([lastId, true]);
    expect((await store.refs.get(id, "main")).messageId).toBe(next.id);
    await store.append(id, user("branch"), { branch: "b", from: messages[0]!.id });
  }
}
