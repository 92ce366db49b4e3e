import { open, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { writeAtomically } from "./output.ts";
import type { UserConfig } from "./plugins/user-config.ts";
import type { Rendered } from "./render.ts";
import type { Renderer } from "./renderer.ts";

/** How many bytes the content of a page has at most, unless somebody says otherwise: whole pages stay below 3 MB. */
const pageBudget = 2_400_000;

/** The same for pages of a site, which are read one after the other. */
export const siteBudget = 1_200_000;

/** How many characters of one output stand on a page. */
export const pageLimit = 100_000;

/** The same, where the settings of the user do not say it. */
export function limitOf(own: UserConfig | undefined): number {
  const { limit } = (own?.settings ?? {}) as { limit?: number | undefined };
  return limit ?? pageLimit;
}

/** Options for a document that goes to a path: the pages of one know what they are called. */
export function toPath(path: string, { name }: Renderer, options: object): object {
  if (name !== "html") return options;
  const pageName = (page: number) => encodeURIComponent(basename(partPath(path, page)));
  const { budget } = options as { budget?: number | undefined };
  return { ...options, budget: budget ?? pageBudget, pageName };
}

/** What the first line of a part says, whoever wrote it. */
const marker = /^(?:<!doctype html>\n)?<!-- ccdag [^\n]*part=\d+ of=\d+ -->/;

/**
 * Write a document: the first text goes to the path, each other one beside it (`talk.md`, `talk.part2.md`). Parts that
 * an earlier, longer export left are removed, where they say that they are some. Files that belong to it are written
 * first, so that no link leads to what is not there yet.
 *
 * @returns how many parts were written.
 */
export async function writeDocument(path: string, { texts, assets }: Rendered): Promise<number> {
  for (const asset of assets) await writeAtomically(join(dirname(path), asset.path), asset.bytes);
  for (const [index, text] of texts.entries()) await writeAtomically(partPath(path, index + 1), text);
  for (let part = texts.length + 1; await isPart(partPath(path, part)); part++) await rm(partPath(path, part));
  return texts.length;
}

/** Where a part goes. */
export function partPath(path: string, part: number): string {
  return part === 1 ? path : path.replace(/(\.[^./\\]*)?$/, (ending) => `.part${part}${ending}`);
}

/** The first part of a document, of which this is one: the other way round than {@link partPath}. */
export function firstPart(path: string): string {
  return path.replace(/\.part\d+(?=(?:\.[^./\\]*)?$)/, "");
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
