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
 * @returns the message, a warning.
 */
export function messageAt(
  file: VFile,
  path: string | undefined,
  place: Point | Position | undefined,
  reason: string,
  ruleId: string,
): ReturnType<VFile["message"]> {
  const owner = path === undefined || path === file.path ? file : (companionAt(file, path) ?? file);
  const message = owner.message(reason, { ruleId, source: "ccdag", place });
  message.url = pageOf(ruleId);
  return message;
}

/** The companions of a file by their path, for as long as there are as many. */
const known = new WeakMap<readonly VFile[], { count: number; byPath: ReadonlyMap<string, VFile> }>();

function companionAt({ data: { companions = [] } }: VFile, path: string): VFile | undefined {
  let found = known.get(companions);
  if (found?.count !== companions.length) {
    const byPath = new Map(companions.map((one) => [one.path, one] as const).reverse());
    found = { count: companions.length, byPath };
    known.set(companions, found);
  }
  return found.byPath.get(path);
}
