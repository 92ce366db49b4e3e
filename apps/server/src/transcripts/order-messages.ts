import { kahn } from "@ccdag/order";
import type { ImportedMessage } from "@ccdag/store";

/**
 * Order messages by time, each after its parent.
 *
 * @param messages each after its parent.
 * @param active the leaf in which a person would continue: it becomes the last one, whatever agents wrote after it.
 */
export function orderMessages(messages: readonly ImportedMessage[], active: string | undefined): ImportedMessage[] {
  const { order } = kahn(messages, {
    ids: ({ id }) => id,
    parent: ({ parentId }) => parentId,
    priority: ({ createdAt }) => createdAt.getTime(),
  });
  const parents = new Set(order.map(({ parentId }) => parentId));
  const last = order.findLast(({ id }) => id === active && !parents.has(id)) ?? lastLeafBelow(order, active);
  return last === undefined ? [...order] : [...order.filter((one) => one !== last), last];
}

/** The newest leaf that follows a message, such as the result of its last call; absent if there is none. */
function lastLeafBelow(order: readonly ImportedMessage[], id: string | undefined): ImportedMessage | undefined {
  const below = new Set<string | null>(id === undefined ? [] : [id]);
  const parents = new Set(order.map(({ parentId }) => parentId));
  let last: ImportedMessage | undefined;
  for (const message of order) {
    if (!below.has(message.parentId)) continue;
    below.add(message.id);
    if (!parents.has(message.id)) last = message;
  }
  return last;
}
