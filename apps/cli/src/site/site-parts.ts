import { stat } from "node:fs/promises";
import { divideProject, type ProjectPart, readPart } from "@ccdag/files";
import type { VFile } from "vfile";
import type { CommandIo } from "../io.ts";
import { canDivide, type InputSource, readSource } from "../load.ts";
import { hashOf } from "./manifest.ts";

/** A part of a project whose pages depend on nothing else. */
export interface SitePart {
  /** The paths of its files. */
  readonly paths: readonly string[];
  /** Changes with its files. */
  readonly key: string;
  /** Reads its files. */
  readonly read: () => Promise<VFile>;
}

/**
 * Divide a project of a site into parts.
 *
 * @param source the project, or one session of it.
 * @param io the environment of the run.
 * @param isShared whether the parts depend on one another: what is redacted in one of them is redacted in all.
 */
export async function sitePartsOf(source: InputSource, io: CommandIo, isShared: boolean): Promise<SitePart[]> {
  if (isShared || source.session !== undefined || !canDivide(io)) return [await wholeOf(source, io)];
  const project = await divideProject(source.folder, { followLinks: io.followLinks });
  const files = project.parts.flatMap((part) => part.files);
  io.writer.protectFiles(
    source.folder,
    files.map(({ real }) => String(real)),
  );
  return Promise.all(
    project.parts.map(async (part) => ({
      paths: part.paths,
      key: await keyOf(part),
      read: () => readPart(project, part),
    })),
  );
}

/** A project that is read at once; its key is its content. */
async function wholeOf(source: InputSource, io: CommandIo): Promise<SitePart> {
  const file = await readSource(source, io);
  io.writer.protect(file);
  const files = file.data.companions ?? [];
  return {
    paths: files.map(({ path }) => path),
    key: hashOf([source.session ?? "", ...files.flatMap(({ path, value }) => [path, value ?? ""])]),
    read: async () => file,
  };
}

/** Names, sizes, times and inodes: a file that was written is seen by its times. A file that cannot be read is always looked at. */
async function keyOf({ files, paths }: ProjectPart): Promise<string> {
  const facts = await Promise.all(
    files.map(async ({ real, reason }, index) => {
      const stats = reason === undefined ? await stat(real, { bigint: true }).catch(() => undefined) : undefined;
      const state = stats ? [stats.size, stats.mtimeNs, stats.ctimeNs, stats.dev, stats.ino].join(" ") : Math.random();
      return `${paths[index]} ${state}`;
    }),
  );
  return hashOf(facts);
}
