import { basename, dirname } from "node:path";
import { sessionIdOf } from "@ccdag/core";
import { newestSession, plainName } from "@ccdag/files";
import type { InputSource } from "./input-source.ts";

/** A session of a folder, by the name of its transcript. */
export function sessionIn(folder: string, name: string): Omit<InputSource, "input"> {
  return { folder, session: sessionIdOf(plainName(name)), named: plainName(name) };
}

/** The newest session of folders that are read as one; absent if none of them holds a session. */
export async function newestOf([folder, ...others]: readonly string[]): Promise<
  Omit<InputSource, "input"> | undefined
> {
  const path = folder === undefined ? undefined : await newestSession(folder, others);
  if (path === undefined) return undefined;
  const also = [folder!, ...others].filter((one) => one !== dirname(path));
  return { ...sessionIn(dirname(path), basename(path)), also };
}
