import { statOf } from "@ccdag/files";
import type { VFile } from "vfile";
import type { ExportedPart } from "./export-part.ts";
import { type FileMessages, messagesToData } from "@ccdag/library";

/** What is remembered of a part whose documents were written. */
export interface KeptPart extends Omit<ExportedPart, "documents"> {
  readonly messages: readonly FileMessages[];
  /** Each file that was written, with its size and time. */
  readonly marks: ReadonlyArray<readonly [path: string, mark: string]>;
}

/** What to remember of a part. */
export function keep({ exported, file }: { exported: ExportedPart; file: VFile }, paths: readonly string[]): KeptPart {
  const { documents: _, ...rest } = exported;
  const marks = paths.map((path) => [path, markOf(path)] as const);
  return { ...rest, messages: messagesToData(file), marks };
}

/** Whether files are as they were written. */
export function areThere(marks: KeptPart["marks"]): boolean {
  return marks.every(([path, mark]) => mark !== "" && mark === markOf(path));
}

function markOf(path: string): string {
  const stats = statOf(path);
  return stats?.isFile() ? `${stats.size} ${stats.mtimeNs} ${stats.ino}` : "";
}
