import type { ProjectPart } from "@ccdag/files";
import { VFile } from "vfile";
import { isForUser } from "@ccdag/pipeline/tables";
import { count } from "@ccdag/mdast/amounts";

/** Whether an error concerns the whole run, not one part: a wrong option, a disk, a missing module. */
export function isOfRun(error: unknown): boolean {
  return isForUser(error) || (error instanceof Error && "code" in error);
}

/**
 * A part that could not be exported, as a message: the others are.
 *
 * @param folder the folder of the project.
 * @param part the part.
 * @param reason why.
 * @returns a file with the message.
 */
export function failedPart(folder: string, { paths }: ProjectPart, reason: string): VFile {
  const file = new VFile({ path: folder });
  const others = paths.length > 1 ? ` and ${count(paths.length - 1, "other file")}` : "";
  file.message(`Cannot export ${paths[0]}${others}: ${reason}`).fatal = true;
  return file;
}
