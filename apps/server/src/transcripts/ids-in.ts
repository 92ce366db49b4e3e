import { Buffer } from "node:buffer";
import type { SourceFile } from "@ccdag/store";

/** Fields that name an entry, as a client writes them. Text of a message may look like one: a session more is made anew then. */
const named = /"(?:uuid|parentUuid|logicalParentUuid|leafUuid|messageId)"\s*:\s*"([0-9a-f-]{36})"/gi;

/** The ids that files name: a session that was imported before and holds one of them belongs to these files. */
export function idsIn(files: readonly SourceFile[]): Set<string> {
  const ids = new Set<string>();
  for (const { bytes } of files) {
    // Each byte is a character, so that a file may be of any size and encoding.
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    for (const [, id] of text.matchAll(named)) ids.add(id!.toLowerCase());
  }
  return new Set([...ids].filter((id) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)));
}
