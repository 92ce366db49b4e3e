import { constants } from "node:buffer";
import { headOf } from "@ccdag/core";
import { readSkeleton } from "./parts/skeleton.ts";
import { readInto } from "./read-bytes.ts";
import type { ScanRoom } from "./scan-room.ts";
import type { StoredFile } from "./stored-catalogue.ts";
import type { ListedFile, SourceFor } from "./list-files.ts";

/** A file before it is scanned. */
export interface FileState {
  /** Its size, times, device and inode. */
  readonly state: string;
  readonly bytes: number;
}

/**
 * Scan a transcript, unless it is as it was when it was scanned before. One that has grown is scanned from its beginning: that
 * takes 2 ms for each megabyte, and nothing else shows that its first lines are as they were.
 *
 * @param path its path, as it is in what is read.
 * @param file where it is, and its state.
 * @param known what is stored of it; absent if nothing is.
 * @param options what finds its source, and where it is read to.
 */
export async function scanFile(
  path: string,
  { real, state }: Pick<ListedFile, "real"> & FileState,
  known: StoredFile | undefined,
  { sourceFor, room }: { readonly sourceFor: SourceFor | undefined; readonly room: ScanRoom },
): Promise<StoredFile | "unread" | "too-large"> {
  if (known?.skeleton && known.state === state) return known;
  const content = await readInto(real, room.take).catch(() => undefined);
  if (content === undefined) return "unread";
  if (content.bytes.length > constants.MAX_STRING_LENGTH) return "too-large";
  const source = await sourceFor?.(headOf(content.bytes));
  return { path, state, skeleton: readSkeleton({ path, value: content.bytes, source }, { toText }) };
}

/** The bytes as a text of one character each. */
function toText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}
