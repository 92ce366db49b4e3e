import { pathOf } from "./path-of.ts";
import { isThread } from "./path-to.ts";
import type { Branch, Session } from "./types.ts";

/** Folders in the folder of a session. */
const inner: ReadonlySet<string> = new Set(["subagents", "tool-results", "workflows"]);

/**
 * The path of a session without an ending, for its transcript and all that is in its folder: `p/a` of `p/a.jsonl` and of
 * `p/a/subagents/agent-1.jsonl`.
 *
 * @param path the path of a file, with `/`.
 */
export function sessionStemOf(path: string): string {
  const parts = path.split("/");
  const at = parts.findIndex((part, index) => index > 0 && index < parts.length - 1 && inner.has(part));
  const stem = (at === -1 ? parts : parts.slice(0, at)).join("/");
  return stem.endsWith(".jsonl") ? stem.slice(0, -".jsonl".length) : stem;
}

/**
 * The project that the client keeps sessions for in a folder. A worktree that the client made belongs to the project of its
 * repository, and the letter of a drive of Windows is a capital: a terminal and an editor write it differently.
 *
 * @param folder the name of the folder, such as `-home-me-app--claude-worktrees-fix` or `k--work-app`.
 * @returns the name that the folder of the project has, such as `-home-me-app` or `K--work-app`.
 */
export function projectOfFolder(folder: string): string {
  const [, project = folder] = /^(.+?)--claude-worktrees-/.exec(folder) ?? [];
  return project.replace(/^[a-z](?=--)/, (drive) => drive.toUpperCase());
}

/**
 * The project of a session, by the folder that the client keeps it in: see {@link projectOfFolder}.
 *
 * @param path a file of the session, relative to the folder that was read, with `/`; absent if it is not known.
 * @param folder the folder that was read; absent if its name must not be shown.
 * @returns the name; absent for a transcript that is in no folder, as one from stdin.
 */
export function projectOf(path: string | undefined, folder: string | undefined): string | undefined {
  const inside = path === undefined ? undefined : sessionStemOf(path).split("/").at(-2);
  const name =
    inside ||
    (folder === undefined || folder === path ? undefined : folder.split(/[/\\]/).findLast((part) => part !== ""));
  return name === undefined ? undefined : projectOfFolder(name);
}

/**
 * The transcript of a session: the file of its first message, which may be on a branch.
 *
 * @param session the session.
 * @returns a path relative to the folder that was read, with `/`; absent if the tree does not say, or only agents are left.
 */
export function sessionPath(session: Session): string | undefined {
  const own = pathOf(session);
  if (own !== undefined) return own;
  for (let at: Session | Branch | undefined = session; at; at = at.children.find((child) => child.type === "branch"))
    for (const child of at.children) {
      const path = isThread(child) ? undefined : pathOf(child);
      if (path !== undefined) return path;
    }
  return undefined;
}
