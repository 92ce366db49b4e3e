import type { Thinking } from "@ccdag/ccast";
import { isObject } from "@ccdag/core";
import type { JsonRecord, SourceFile } from "@ccdag/store";

/** The records of files, for what the tree does not keep of them. */
export interface RawRecords {
  /** The block that a thought was recorded as, with its signature, which the API wants back; absent if it is not found. */
  thinking(node: Thinking): JsonRecord | undefined;
}

/** Finds records by the position of a node. A file is divided into lines when one of them is asked for. */
export function rawRecords(files: readonly SourceFile[]): RawRecords {
  const bytes = new Map(files.map((file) => [file.path, file.bytes]));
  const lines = new Map<string, readonly string[]>();
  const readLines = (path: string) => {
    const known = lines.get(path) ?? new TextDecoder().decode(bytes.get(path)).split("\n");
    lines.set(path, known);
    return known;
  };
  return {
    thinking({ value, redacted, data, position }) {
      const path = data?.path;
      if (path === undefined || position === undefined || !bytes.has(path)) return undefined;
      const type = redacted ? "redacted_thinking" : "thinking";
      return blocksIn(readLines(path)[position.start.line - 1]).find(
        (block) => block["type"] === type && (redacted === true || block["thinking"] === value),
      );
    },
  };
}

/** The blocks of the message in a record. */
function blocksIn(line: string | undefined): JsonRecord[] {
  try {
    const { message } = JSON.parse(line ?? "") as { readonly message?: { readonly content?: unknown } };
    return Array.isArray(message?.content)
      ? ((message.content as unknown[]).filter((one) => isObject(one)) as JsonRecord[])
      : [];
  } catch {
    // The tree was made of it, so this is a file with other line ends; the thought is stored without its signature.
    return [];
  }
}
