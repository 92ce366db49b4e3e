import { stat } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { sessionIdOf } from "@ccdag/core";
import { newestSession, plainName } from "@ccdag/files";
import type { InputSource } from "./source.ts";

/** A session of a folder, by the name of its transcript. */
export function sessionIn(folder: string, name: string): Omit<InputSource, "input"> {
  return { folder, session: sessionIdOf(plainName(name)), named: plainName(name) };
}

/** The newest session of folders that are read as one. At least one of them holds a session. */
export async function newestOf(folders: readonly string[]): Promise<Omit<InputSource, "input">> {
  const paths = (await Promise.all(folders.map(newestSession))).filter((path) => path !== undefined);
  const dated = await Promise.all(paths.map(async (path) => ({ path, time: (await stat(path)).mtimeMs })));
  dated.sort((a, b) => b.time - a.time || (a.path < b.path ? 1 : -1));
  const { path } = dated[0]!;
  const also = folders.filter((folder) => folder !== dirname(path));
  return { ...sessionIn(dirname(path), basename(path)), also };
}
