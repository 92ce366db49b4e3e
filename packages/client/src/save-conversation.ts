import type { ClientReadOptions, ClientSaveOptions, ClientStoreOptions } from "./client-options.ts";
import { StoreRequestError } from "./store-request-error.ts";
import type { ClientMessage, ClientMessageFormat, ClientSaved } from "./types.ts";

/** The calls that saving takes. */
interface Calls {
  getMessages(
    sessionId: string,
    options: ClientReadOptions<ClientMessageFormat>,
  ): Promise<{ readonly items: readonly object[]; readonly ids: readonly string[]; readonly leafId: string | null }>;
  storeMessages(
    sessionId: string,
    blobs: readonly object[],
    options: ClientStoreOptions,
  ): Promise<readonly ClientMessage[]>;
  setRef(sessionId: string, name: string, change: { readonly messageId: string }): Promise<unknown>;
}

/** How many messages one call stores. */
const most = 200;

/** Store what a conversation has that its branch has not, as `client.sessions.saveConversation` says. */
export async function saveConversation(
  sessions: Calls,
  sessionId: string,
  messages: readonly object[],
  options: ClientSaveOptions,
): Promise<ClientSaved> {
  for (;;)
    try {
      return await save(sessions, sessionId, messages, options);
    } catch (error) {
      // Another program has stored something meanwhile: what is new is compared with that.
      if (!(error instanceof StoreRequestError) || error.code !== "LEAF_MOVED") throw error;
    }
}

async function save(
  sessions: Calls,
  sessionId: string,
  messages: readonly object[],
  { format = "openai", branch, meta }: ClientSaveOptions,
): Promise<ClientSaved> {
  const { items, ids, leafId } = await sessions.getMessages(sessionId, { format, branch });
  const known = countEqual(messages, items, ids);
  const before = known === 0 ? null : ids[known - 1]!;
  const isNewBranch = known < items.length && known < messages.length;
  let place = isNewBranch
    ? before === null
      ? { root: true }
      : { parentId: before }
    : { branch, expectedLeafId: leafId ?? undefined };
  const stored: ClientMessage[] = [];
  for (let from = known; from < messages.length; from += most) {
    const some = await sessions.storeMessages(sessionId, messages.slice(from, from + most), { format, meta, ...place });
    for (const one of some) stored.push(one);
    const last = some.at(-1)!.id;
    place = isNewBranch ? { parentId: last } : { branch, expectedLeafId: last };
  }
  const end = stored.at(-1)?.id ?? before;
  if (isNewBranch && branch !== undefined) await sessions.setRef(sessionId, branch, { messageId: end! });
  return { messages: stored, leafId: end, isNewBranch };
}

/** How many messages of a conversation a branch has: its first ones, up to one that differs. */
function countEqual(messages: readonly object[], items: readonly object[], ids: readonly string[]): number {
  let count = 0;
  while (count < messages.length && count < items.length && isEqual(messages[count]!, items[count]!)) count++;
  // A message may be several items: it is known as a whole or not at all.
  while (count > 0 && count < ids.length && ids[count] === ids[count - 1]) count--;
  return count;
}

/** Whether two values are the same JSON, whatever the order of their fields. */
function isEqual(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
