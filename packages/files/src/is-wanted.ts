import { isTranscript } from "./is-transcript.ts";
import type { ListedFile } from "./list-files.ts";

/** What is listed with a reason is wanted: reading it gives a fatal message. A folder is only listed with one. */
export function isWanted({ path }: ListedFile): boolean {
  return path.endsWith("/") || isTranscript(path);
}
