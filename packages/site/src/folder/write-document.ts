import { rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { obstacleBelow, readRegular, type Writer, type WrittenText } from "@ccdag/keep/write";
import { partPath } from "@ccdag/pipeline";
import { RequestError } from "@ccdag/pipeline/tables";
import type { WrittenDocument } from "./export-part.ts";

/** The comment at the beginning of a part, of any format. */
const marker = /^(?:<!doctype html>\n)?<!-- ccdag [^\n]*part=\d+ of=\d+ -->/;

/**
 * Write a document: the first text to the path, the others beside it (`talk.md`, `talk.part2.md`). Surplus parts of an
 * earlier, longer export are removed if their first line marks them as parts. Files that belong to the document are
 * written first, so that no link leads to a missing file.
 *
 * @param path the path of the first text.
 * @param document the texts and the files that belong to them.
 * @param target who writes; `isNamed`: whether the user named the path, so that a link is followed.
 * @returns the number of texts.
 */
export async function writeDocument(
  path: string,
  { texts, assets }: Pick<WrittenDocument, "texts" | "assets">,
  { writer, isNamed }: { writer: Writer; isNamed: boolean },
): Promise<number> {
  const folder = dirname(path);
  for (const asset of assets) await writer.writeBelow(folder, asset.path, asset.bytes);
  for (const [index, text] of texts.entries()) {
    if (index === 0 && isNamed) await writer.write(path, text);
    else await writePart(partPath(path, index + 1), text, writer, index > 0);
  }
  for (let part = texts.length + 1; await isPart(partPath(path, part)); part++) await rm(partPath(path, part));
  return texts.length;
}

/** Write a part; a file with its name that is no part is somebody's own. */
async function writePart(path: string, text: WrittenText, writer: Writer, isFurther: boolean): Promise<void> {
  if (isFurther && (await readRegular(path)) !== undefined && !(await isPart(path)))
    throw new RequestError(
      `Unexpected file \`${path}\`, which is no part of a document of ccdag; expected another --output`,
    );
  await writer.writeBelow(dirname(path), basename(path), text);
}

async function isPart(path: string): Promise<boolean> {
  if ((await obstacleBelow(dirname(path), basename(path))) !== undefined) return false;
  return marker.test((await readRegular(path)) ?? "");
}
