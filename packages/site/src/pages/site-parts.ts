import { divideProject, pathOnDisk, readPart } from "@ccdag/files";
import type { VFile } from "vfile";
import { canDivide, type InputSource, readingOf, type ReadIo, readSource } from "@ccdag/library";
import { hashOf } from "./site-manifest.ts";

/** A part of a project whose pages depend on nothing else. */
export interface SitePart {
  /** How much there is to read. */
  readonly bytes: number;
  /** The paths of its files. */
  readonly paths: readonly string[];
  /** The same files, for the file system. */
  readonly sources: readonly string[];
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
export async function sitePartsOf(source: InputSource, io: ReadIo, isShared: boolean): Promise<SitePart[]> {
  if (isShared || source.session !== undefined || !canDivide(io)) return [await wholeOf(source, io)];
  const project = await divideProject(source.folder, readingOf(source, io));
  return project.parts.map((part) => ({
    paths: part.paths,
    sources: part.files.map(({ real }) => String(real)),
    bytes: part.bytes,
    key: hashOf([part.state]),
    read: () => readPart(project, part),
  }));
}

/** A project that is read at once; its key is its content. */
async function wholeOf(source: InputSource, io: ReadIo): Promise<SitePart> {
  const file = await readSource(source, io);
  const files = file.data.companions ?? [];
  return {
    paths: files.map(({ path }) => path),
    bytes: files.reduce((sum, { value }) => sum + (value?.length ?? 0), 0),
    sources: files.filter(({ value }) => value !== undefined).map(pathOnDisk),
    key: hashOf([source.session ?? "", ...files.flatMap(({ path, value }) => [path, value ?? ""])]),
    read: async () => file,
  };
}
