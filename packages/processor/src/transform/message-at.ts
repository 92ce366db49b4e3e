import { pageOf } from "@ccdag/core";
import type { Point, Position } from "unist";
import type { VFile } from "vfile";

/**
 * Warn about a place, on the file that owns it; where that is not known, on the file that was read.
 *
 * @param file the file that was read, with its companions.
 * @param path the file that owns the place, as `data.path` of a node names it.
 * @param place a position, or a point in it.
 * @param reason what is to be said.
 * @param ruleId the rule, or the message, that has a page of its own.
 */
export function messageAt(
  file: VFile,
  path: string | undefined,
  place: Point | Position | undefined,
  reason: string,
  ruleId: string,
): void {
  const owner = [file, ...(file.data.companions ?? [])].find((one) => one.path === path) ?? file;
  const message = owner.message(reason, { ruleId, source: "ccdag", place });
  message.url = pageOf(ruleId);
}
