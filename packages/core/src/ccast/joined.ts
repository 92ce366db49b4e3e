import type { Compaction, Content, Data, Message } from "@ccdag/ccast";
import { fieldsWithoutPlace } from "../entry/drift.ts";
import type { Entry, RawBlock } from "../entry/entry.ts";
import { withWordsAndUnknown } from "./position.ts";
import { nodeTypeOf } from "./to-content.ts";

/**
 * Whether an entry can join the message of another. A record without a uuid is only known there by its blocks, and fields
 * that have no place stay with a block that has room for them.
 *
 * @param entry the entry.
 * @param blocks those of its blocks that no other entry holds.
 */
export function canJoin(entry: Entry, blocks: readonly RawBlock[]): boolean {
  if (fieldsWithoutPlace(entry).length > 0) return blocks.some((block) => hasRoom(nodeTypeOf(block)));
  return entry.uuid !== undefined || blocks.length > 0;
}

/**
 * Add the fields that have no place, of an entry that joins the node of another: to the first of its own nodes that has
 * room for them, else to that node.
 */
export function addFields(own: readonly Content[], joined: Message | Compaction, entry: Entry): void {
  const { unknown } = withWordsAndUnknown(entry).data;
  if (unknown === undefined) return;
  const node = own.find(({ type }) => hasRoom(type)) ?? joined;
  const data = node.data as Data | undefined;
  node.data = { ...data, unknown: { ...data?.unknown, ...unknown } };
}

/** Whether a node has room for fields: the data of an image or a document are its bytes. */
function hasRoom(type: Content["type"]): boolean {
  return type !== "image" && type !== "document";
}
