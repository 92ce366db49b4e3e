import { open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { partPath, type RenderedDocument } from "@ccdag/pipeline";
import { writeAtomically } from "./output.ts";

/** The comment at the beginning of a part, of any format. */
const marker = /^(?:<!doctype html>\n)?<!-- ccdag [^\n]*part=\d+ of=\d+ -->/;

/**
 * Write a document: the first text to the path, the others beside it (`talk.md`, `talk.part2.md`). Surplus parts of an
 * earlier, longer export are removed if their first line marks them as parts. Files that belong to the document are
 * written first, so that no link leads to a missing file.
 *
 * @param path the path of the first text.
 * @param document the texts and the files that belong to them.
 * @returns the number of texts.
 */
export async function writeDocument(path: string, { texts, assets }: RenderedDocument): Promise<number> {
  for (const asset of assets) await writeAtomically(join(dirname(path), asset.path), asset.bytes);
  for (const [index, text] of texts.entries()) await writeAtomically(partPath(path, index + 1), text);
  for (let part = texts.length + 1; await isPart(partPath(path, part)); part++) await rm(partPath(path, part));
  return texts.length;
}

async function isPart(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1000), 0, 1000, 0);
    return marker.test(buffer.toString("utf8", 0, bytesRead));
  } finally {
    await file.close();
  }
}
