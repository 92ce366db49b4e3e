import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Arranged, arrangeClient, arrangedFolder } from "@ccdag/files/clients";
import { type OtherClient, clientTable } from "./client-table.ts";
import { notAccepted } from "./not-accepted.ts";

/** A folder in which a client keeps its sessions. */
export interface ClientHome {
  readonly client: OtherClient;
  readonly home: string;
}

/**
 * The data folders of all coding agents but Claude Code that exist on this machine.
 *
 * @param env the variables of the environment.
 * @param names only these agents (default: all).
 * @param more the agents that plugins bring (default: none).
 */
export function clientHomes(
  env: Readonly<Record<string, string | undefined>>,
  names?: readonly string[],
  more: readonly OtherClient[] = [],
): ClientHome[] {
  const person = env["HOME"] || homedir();
  return [...clientTable, ...more].flatMap((client) => {
    if (names?.includes(client.name) === false) return [];
    const named = client.variable === undefined ? undefined : env[client.variable];
    const home = named || join(person, client.folder);
    return existsSync(home) ? [{ client, home }] : [];
  });
}

/**
 * The data folders in a copy of somebody's home, or such a folder itself.
 *
 * @param folder an absolute path.
 * @param more the agents that plugins bring (default: none).
 */
export function clientHomesIn(folder: string, more: readonly OtherClient[] = []): ClientHome[] {
  const normal = resolve(folder).replaceAll("\\", "/");
  return [...clientTable, ...more].flatMap((client) => {
    if (normal.endsWith(`/${client.folder}`)) return [{ client, home: folder }];
    const home = join(folder, client.folder);
    return existsSync(home) ? [{ client, home }] : [];
  });
}

/**
 * Arrange the sessions of coding agents as folders of projects.
 *
 * @param homes see {@link clientHomes}.
 * @param cache the folder for what is arranged, which is no part of a data folder.
 * @param report takes a line for each file that cannot be read.
 * @returns the folders of projects; those without a session are omitted.
 */
export async function arrangeClients(
  homes: readonly ClientHome[],
  cache: string,
  report: (path: string, reason: string) => void,
): Promise<string[]> {
  const roots: string[] = [];
  for (const { client, home } of homes) {
    const { files } = await client.load();
    const { root, failed, isEmpty }: Arranged = await arrangeClient(
      files,
      home,
      arrangedFolder(cache, client.name, home),
    );
    for (const { path, reason } of failed) report(path, reason);
    if (!isEmpty) roots.push(root);
    // Of an agent that a plugin brings, its author wants to know why it is not read.
    if (clientTable.includes(client) || failed.length > 0) continue;
    const fault = isEmpty
      ? { path: home, reason: `no file in it is a session of ${client.name}` }
      : await notAccepted(client, root);
    if (fault) report(fault.path, fault.reason);
  }
  return roots;
}
