import { clients } from "@ccdag/ccast";
import type { UserConfig } from "@ccdag/config";
import { RequestError } from "@ccdag/pipeline/tables";
import { pluginClients } from "./plugin-clients.ts";

/**
 * Read the names of coding agents.
 *
 * @param given names, each of them a list with commas (default: none).
 * @param config the plugins of the user: they may bring agents (default: none).
 * @returns their ids; `undefined` for all.
 * @throws RequestError if one is unknown.
 */
export async function readClients(given: readonly string[] = [], config?: UserConfig): Promise<string[] | undefined> {
  const more = await pluginClients(config);
  const expected = [...Object.keys(clients), ...more.map(({ name }) => name)];
  const names = given.flatMap((one) => one.split(",")).map((name) => name.trim());
  for (const name of names)
    if (!expected.includes(name))
      throw new RequestError(`Unexpected --client \`${name}\`, expected ${expected.join(", ")}`);
  return names.length === 0 ? undefined : [...new Set(names)];
}
