import type { Extension } from "@ccdag/core";
import type { ClientFiles } from "@ccdag/files/clients";
import type { OtherClient } from "./client-table.ts";

/** What plugins have set in a processor. */
interface PluginData {
  readonly ccdagClients?: readonly ClientFiles[] | undefined;
  readonly ccdagExtensions?: readonly Extension[] | undefined;
}

/**
 * The coding agents that plugins bring: each of `ccdagClients`, with the source of the same name in `ccdagExtensions`.
 *
 * @param data of a processor that has the plugins.
 * @throws TypeError if there is no such source, or it has no `mark`.
 */
export function clientsOf({ ccdagClients = [], ccdagExtensions = [] }: PluginData): OtherClient[] {
  const sources = ccdagExtensions.flatMap((extension) => extension.sources ?? []);
  return ccdagClients.map((files) => {
    const { name, folder, variable } = files;
    const source = sources.findLast((one) => one.name === name);
    if (source?.mark === undefined)
      throw new TypeError(`Expected a source \`${name}\` with a \`mark\`, as its files need one`);
    return { name, mark: source.mark, folder, variable, load: async () => ({ source, files }) };
  });
}
