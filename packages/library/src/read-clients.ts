import { clients } from "@ccdag/ccast";
import { RequestError } from "@ccdag/pipeline/tables";

/**
 * Read the names of coding agents.
 *
 * @param given names, each of them a list with commas (default: none).
 * @returns their ids; `undefined` for all.
 * @throws RequestError if one is unknown.
 */
export function readClients(given: readonly string[] = []): string[] | undefined {
  const names = given.flatMap((one) => one.split(",")).map((name) => name.trim());
  for (const name of names)
    if (!Object.hasOwn(clients, name))
      throw new RequestError(`Unexpected --client \`${name}\`, expected ${Object.keys(clients).join(", ")}`);
  return names.length === 0 ? undefined : [...new Set(names)];
}
