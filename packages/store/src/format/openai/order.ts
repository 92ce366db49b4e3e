import type { OpenAiItem } from "./write-openai.ts";

/**
 * Put the results of tools directly after the message that called them, as the API demands. In a conversation that
 * keeps this rule nothing changes. It is broken where a client records each of several parallel calls, and each result,
 * as a message.
 */
export function orderResults<Item extends OpenAiItem>(items: readonly Item[]): Item[] {
  const groups: Item[][] = [];
  const groupOf = new Map<string, Item[]>();
  for (const item of items) {
    const asked = item.answers === undefined ? undefined : groupOf.get(item.answers);
    if (asked) {
      asked.push(item);
      continue;
    }
    const group = [item];
    groups.push(group);
    for (const id of item.calls) groupOf.set(id, group);
  }
  return groups.flat();
}
