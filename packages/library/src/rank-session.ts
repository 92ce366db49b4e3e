import { basename, join } from "node:path";
import type { Where } from "./hits.ts";
import type { InputSource } from "./input-source.ts";
import { projectKeyOf } from "./project-identity.ts";
import { pathInRoot, type ProjectIo } from "./projects.ts";
import type { FoundSession } from "./search-folder.ts";
import { projectFolderOf } from "./session-path.ts";

/** A session with hits, and how well it matches. */
export interface Ranked extends FoundSession {
  readonly project: string;
  readonly score: number;
  /** The time of its last hit, in milliseconds since 1970; 0 if no hit has one. */
  readonly to: number;
}

/** How much a hit counts: words of a person most. */
export const weights: Readonly<Record<Where, number>> = { prompts: 3, replies: 2, thinking: 1, tools: 1, context: 0.5 };

/**
 * Rank a session by its hits: words of a person count most, and a second hit less than the first.
 *
 * @param session what was found.
 * @param source the folder that was searched.
 * @param isInTitle whether its title matches, too.
 * @param io the roots, and the projects that were moved.
 */
export function rankSession(session: FoundSession, { folder }: InputSource, isInTitle: boolean, io: ProjectIo): Ranked {
  const counts = new Map<Where, number>();
  for (const { where } of session.hits) counts.set(where, (counts.get(where) ?? 0) + 1);
  let score = isInTitle ? 5 : 0;
  for (const [where, number] of counts) score += weights[where] * (1 + Math.log2(number));
  const times = session.hits.flatMap(({ time }) => time ?? []);
  const inRoot = projectFolderOf(session.path);
  const project = projectKeyOf(inRoot === "." ? basename(folder) : inRoot, io.aliases);
  const own = session.folder === undefined ? undefined : pathInRoot(session.folder, basename(session.path), io);
  return {
    ...session,
    path: own ?? (io.roots.includes(folder) ? session.path : join(basename(folder), session.path)),
    project,
    score: Math.round(score * 100) / 100,
    to: times.reduce((a, b) => Math.max(a, b), 0),
  };
}
