import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import type * as Server from "@ccdag/server";
import { RequestError } from "@ccdag/pipeline/tables";
import type { Io } from "../io.ts";

/** Whether a place is the address of a PostgreSQL server, as `openStore` knows it; the package is not loaded for that. */
export function isAddress(place: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(place);
}

/**
 * Load the package of the store. It is installed apart, because its database is larger than all of ccdag.
 *
 * @throws RequestError if it is not installed.
 */
export async function loadServer(): Promise<typeof Server> {
  try {
    return await import("@ccdag/server");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error;
    throw new RequestError("The store is a package of its own; install it beside ccdag: npm install -g @ccdag/server");
  }
}

/**
 * Where the store is.
 *
 * @param option the value of `--data`.
 * @param io the variables and the current folder of the run.
 * @returns an absolute path, or the address of a server.
 */
export function placeOfStore(option: string | undefined, { env, cwd }: Pick<Io, "env" | "cwd">): string {
  if (option !== undefined && isAddress(option)) return option;
  if (option !== undefined && /^[a-z][\w+.-]+:\/\//i.test(option))
    throw new RequestError(
      `Unexpected address \`${shownPlace(option)}\` of a store, expected postgres://… or a folder`,
    );
  return option === undefined ? join(dataFolder(env), "ccdag", "store") : resolve(cwd, option);
}

/**
 * The address of the server of a store, for a command that several processes carry out together.
 *
 * @throws RequestError if the store is in a folder.
 */
export function addressOfStore(option: string | undefined, io: Pick<Io, "env" | "cwd">): string {
  const where = placeOfStore(option, io);
  if (isAddress(where)) return where;
  throw new RequestError(`Unexpected --data \`${where}\`, expected postgres://…: a folder is open in one process only`);
}

/** The folder of the user for data of programs. */
function dataFolder({ XDG_DATA_HOME = "", LOCALAPPDATA = "", HOME = "" }: Io["env"]): string {
  const home = HOME || homedir();
  if (process.platform === "win32") return LOCALAPPDATA || join(home, "AppData", "Local");
  if (isAbsolute(XDG_DATA_HOME)) return XDG_DATA_HOME;
  return process.platform === "darwin" ? join(home, "Library", "Application Support") : join(home, ".local", "share");
}

/**
 * The place of a store as it may be shown: of an address the host and the database. A password may stand in its user, or in its
 * parameters; where `@` shows that a part of it may have become the host, nothing is shown.
 */
export function shownPlace(place: string): string {
  const scheme = /^[a-z][\w+.-]*:\/\//i.exec(place)?.[0];
  if (scheme === undefined) return place;
  const { host, pathname, hash } = URL.canParse(place) ? new URL(place) : { host: "", pathname: "", hash: "" };
  return host === "" || pathname.includes("@") || hash !== "" ? `${scheme}…` : `${scheme}${host}${pathname}`;
}

/** Carry out a function with what the store or its database refuses as an error of the call. */
export async function withStoreErrors<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof Error && error.name === "StoreError") throw new RequestError(error.message);
    // What PostgreSQL itself refuses, such as an unknown user.
    if (error instanceof Error && "severity" in error)
      throw new RequestError(`The database refused it: ${error.message}`);
    throw error;
  }
}
