import { defaultClient, sessionStemOf } from "@ccdag/ccast";
import { clientOf } from "@ccdag/clients";
import type { UserConfig } from "@ccdag/config";
import { groupBy, headOf } from "@ccdag/core";
import { type ListedFile, plainName, readContent } from "@ccdag/files";
import { pluginClients } from "./plugin-clients.ts";

/**
 * The files of sessions of some coding agents. An archive holds those of all.
 *
 * @param files as listed; what is no session's, and what cannot be read, stays, so that it is said.
 * @param clients the ids of the agents.
 * @param config the plugins of the user: they may bring agents.
 */
export async function filesOfClients(
  files: readonly ListedFile[],
  clients: readonly string[],
  config: UserConfig | undefined,
): Promise<ListedFile[]> {
  const more = await pluginClients(config);
  const found: ListedFile[] = [];
  for (const own of groupBy(files, ({ path }) => sessionStemOf(plainName(path))).values()) {
    const transcript = own.find(({ path }) => plainName(path).endsWith(".jsonl"));
    const head = transcript === undefined ? undefined : await readHead(transcript);
    if (head !== undefined && !clients.includes(clientOf(head, more)?.name ?? defaultClient)) continue;
    for (const file of own) found.push(file);
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The first characters of a transcript; `undefined` if it cannot be read. Of a compressed one, everything is unpacked. */
async function readHead({ path, real }: ListedFile): Promise<string | undefined> {
  const isPacked = plainName(path) !== path;
  const content = await readContent(real, isPacked ? undefined : 400).catch(() => undefined);
  return content && headOf(content.bytes);
}
