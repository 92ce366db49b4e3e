import { clientsOf, type OtherClient } from "@ccdag/clients";
import type { UserConfig } from "@ccdag/config";
import { RequestError } from "@ccdag/pipeline/tables";

const known = new WeakMap<UserConfig, readonly OtherClient[]>();

/**
 * The coding agents that plugins of the user bring.
 *
 * @throws RequestError if one has no source.
 */
export async function pluginClients(config: UserConfig | undefined): Promise<readonly OtherClient[]> {
  if (config === undefined || config.plugins.length === 0) return [];
  let found = known.get(config);
  if (found === undefined) {
    const { ccdag } = await import("@ccdag/processor");
    try {
      found = clientsOf(ccdag().use(config.plugins).freeze().data());
    } catch (error) {
      throw error instanceof TypeError ? new RequestError(error.message) : error;
    }
    known.set(config, found);
  }
  return found;
}
