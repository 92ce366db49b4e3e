/** What a file of the data folder is. */
export type CopilotFileKind = "log" | "workspace" | "store";

/** The client's index of all sessions. */
export const storePath = "session-store.db";

/** Where a file of a session is: in its folder, or in older versions beside the others. */
export interface CopilotPath {
  readonly is: "log" | "workspace";
  readonly session: string;
}

/**
 * What a file is.
 *
 * @param path relative to the data folder.
 * @returns `undefined` for files that are no part of a session, and for those that hold nothing of its talk.
 */
export function pathOf(path: string): CopilotPath | undefined {
  const [top, session, name, ...more] = path.split("/");
  if (top !== "session-state" || session === undefined || more.length > 0) return undefined;
  if (name === undefined)
    return session.endsWith(".jsonl") ? { is: "log", session: session.slice(0, -".jsonl".length) } : undefined;
  if (name === "events.jsonl") return { is: "log", session };
  return name === "workspace.yaml" ? { is: "workspace", session } : undefined;
}

/** What a file is, see {@link pathOf}. */
export function kindOf(path: string): CopilotFileKind | undefined {
  return path === storePath ? "store" : pathOf(path)?.is;
}
