import { pageOf } from "@ccdag/core";
import type { Point, Position } from "unist";
import type { VFile } from "vfile";

/**
 * Add a warning about a location to the file that holds it; if that file is unknown, to the file that was read.
 *
 * @param file the file that was read, with its companions.
 * @param path the path of the file that holds the location, as in `data.path` of a node.
 * @param place a position or a point in that file.
 * @param reason the text of the warning.
 * @param ruleId the name of the rule or message; it must have a page in the documentation.
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
