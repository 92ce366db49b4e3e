import { stat } from "node:fs/promises";
import type { VFile } from "vfile";
import type { ExportedPart } from "./export-part.ts";
import { type FileMessages, messagesToData } from "./message-data.ts";

/** What is remembered of a part whose documents were written. */
export interface KeptPart extends Omit<ExportedPart, "documents"> {
  readonly messages: readonly FileMessages[];
  /** Each file that was written, with its size and time. */
  readonly marks: ReadonlyArray<readonly [path: string, mark: string]>;
}

/** What to remember of a part. */
export async function keep(
  { exported, file }: { exported: ExportedPart; file: VFile },
  paths: readonly string[],
): Promise<KeptPart> {
  const { documents: _, ...rest } = exported;
  const marks = await Promise.all(paths.map(async (path) => [path, await markOf(path)] as const));
  return { ...rest, messages: messagesToData(file), marks };
}

/** Whether files are as they were written. */
export async function areThere(marks: KeptPart["marks"]): Promise<boolean> {
  const found = await Promise.all(marks.map(([path]) => markOf(path)));
  return marks.every(([, mark], index) => mark !== "" && mark === found[index]);
}

async function markOf(path: string): Promise<string> {
  const stats = await stat(path, { bigint: true }).catch(() => undefined);
  return stats?.isFile() ? `${stats.size} ${stats.mtimeNs} ${stats.ino}` : "";
}
