/** What a file of the data folder is. */
export type GeminiFileKind = "log" | "root" | "roots";

/**
 * What a file is: a log of a session or of an agent, a folder of a project's data with its root, or the list of all roots.
 *
 * @param path relative to the data folder.
 */
export function kindOf(path: string): GeminiFileKind | undefined {
  if (path === "projects.json") return "roots";
  const [top, project, folder, ...names] = path.split("/");
  if (top !== "tmp" || project === undefined) return undefined;
  if (folder === ".project_root" && names.length === 0) return "root";
  const isLog = folder === "chats" && names.length > 0 && names.length < 3 && isLogName(names.at(-1)!);
  return isLog ? "log" : undefined;
}

/** A log that could not be read for a moment is kept under a longer name, while the client continues with a new one. */
function isLogName(name: string): boolean {
  return name.endsWith(".json") || name.endsWith(".jsonl") || name.includes(".jsonl.unreadable-");
}

/** The name that the client gave to the project of a file. */
export function projectOf(path: string): string {
  return path.split("/")[1] ?? "";
}

/** The session whose folder holds the log of an agent; `undefined` where it lies beside those of sessions. */
export function folderOf(path: string): string | undefined {
  const names = path.split("/");
  return names.length === 5 ? names[3] : undefined;
}
