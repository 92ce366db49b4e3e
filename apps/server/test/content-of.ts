import type { Store } from "@ccdag/store";

/** Everything in a store, in an order that does not depend on when it came there. */
export async function contentOf(store: Store): Promise<unknown> {
  const files = await store.transcripts.files();
  const { items } = await store.sessions();
  const sessions = await Promise.all(
    items.map(async ({ id, createdAt, updatedAt }) => {
      const messages = (await store.messages(id)).items;
      const { leaves } = await store.leaves(id);
      return { id, createdAt, updatedAt, messages: messages.map((one) => ({ ...one, updatedAt: null })), leaves };
    }),
  );
  return {
    files: files.map(({ path, hash, bytes, isDerived }) => ({ path, hash, bytes, isDerived })),
    sessions: sessions.sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}
