import { clientFacts } from "@ccdag/ccast";
import { dayOf } from "./days.ts";
import { modelName, shortNames } from "./short-names.ts";
import type { IndexProject, IndexSession } from "./types.ts";

/** A session with its place in an index. */
export interface ListedSession {
  readonly session: IndexSession;
  /** The number of its project. */
  readonly project: number;
  /** The name of its coding agent. */
  readonly client: string;
  /** The short names of its models. */
  readonly models: readonly string[];
  /** The day of its last message in UTC; empty if it has no time. */
  readonly day: string;
  /** The session that it continues. */
  readonly continues?: ListedSession | undefined;
}

/** The sessions of an index, and what they have in common. */
export interface SessionList {
  /** The newest first; those without a time are the last. */
  readonly sessions: readonly ListedSession[];
  /** The names of the projects: as given, and short. */
  readonly projects: ReadonlyArray<{ readonly title: string; readonly name: string }>;
  /** The names of all coding agents, sorted. */
  readonly clients: readonly string[];
  /** The short names of all models, sorted. */
  readonly models: readonly string[];
}

/** List the sessions of all projects, the newest first. */
export function listSessions(projects: readonly IndexProject[]): SessionList {
  const sessions = projects.flatMap((project, index) => listProject(project, index));
  const names = shortNames(projects.map(({ title }) => title));
  return {
    // Sorting is stable: sessions of one time, and those without, stay in reading order.
    sessions: sessions.sort((a, b) => timeOf(b) - timeOf(a)),
    projects: projects.map(({ title }, index) => ({ title, name: names[index]! })),
    clients: [...new Set(sessions.map(({ client }) => client))].sort(),
    models: [...new Set(sessions.flatMap(({ models }) => models))].sort(),
  };
}

function timeOf({ session: { to }, day }: ListedSession): number {
  return day === "" ? 0 : to!;
}

function listProject({ sessions }: IndexProject, project: number): ListedSession[] {
  const above: ListedSession[] = [];
  return sessions.map((session) => {
    const depth = Math.min(session.depth, above.length);
    above.length = depth;
    const models = [...new Set((session.models ?? []).map(modelName))];
    const client = clientFacts(session.client).name;
    const listed = { session, project, client, models, day: dayOf(session.to), continues: above[depth - 1] };
    above.push(listed);
    return listed;
  });
}
