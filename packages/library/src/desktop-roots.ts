import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { desktopFolder } from "@ccdag/files/find";
import type { LibraryIo } from "./library-io.ts";

/**
 * The folders of projects of the Claude desktop app: each of its sessions on this machine (Cowork) has one of its own. Sessions of
 * the app that work in a folder of the user are among those of the command line.
 *
 * @param env the variables that say where the app keeps its files.
 * @param platform the operating system (default: this one).
 * @returns absolute paths, sorted; empty where there is no app.
 */
export function desktopRoots(env: LibraryIo["env"], platform: NodeJS.Platform = process.platform): string[] {
  const found: string[] = [];
  for (const app of appFolders(env, platform))
    for (const organization of foldersIn(join(app, desktopFolder)))
      for (const account of foldersIn(organization))
        for (const session of [...foldersIn(account), ...foldersIn(join(account, "agent"))])
          if (existsSync(join(session, ".claude", "projects"))) found.push(join(session, ".claude", "projects"));
  return found.sort();
}

/** Where the app keeps its files. */
function appFolders(env: LibraryIo["env"], platform: NodeJS.Platform): string[] {
  const home = env["HOME"] || homedir();
  if (platform === "darwin") return [join(home, "Library/Application Support/Claude")];
  if (platform !== "win32")
    return [join(isAbsolute(env["XDG_CONFIG_HOME"] ?? "") ? env["XDG_CONFIG_HOME"]! : join(home, ".config"), "Claude")];
  const { APPDATA: roaming = "", LOCALAPPDATA: local = "" } = env;
  // An app of the store has its own folder instead.
  const packages =
    local === "" ? [] : foldersIn(join(local, "Packages")).filter((path) => /[\\/]Claude_\w+$/.test(path));
  return [
    ...(roaming === "" ? [] : [join(roaming, "Claude")]),
    ...packages.map((path) => join(path, "LocalCache/Roaming/Claude")),
  ];
}

/** The folders in a folder, links aside; none if it cannot be listed. */
function foldersIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
