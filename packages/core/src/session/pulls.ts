import type { Pull } from "@ccdag/ccast";
import type { Dag } from "../dag/dag.ts";
import { mainPathOf } from "../entry/session-id.ts";

/**
 * Find the pull requests that each session file names in `pr-link` records. The result is by path of the file; each
 * pull request is listed once, in file order.
 */
export function findPulls(dag: Dag): Map<string, Pull[]> {
  const found = new Map<string, Map<string, Pull>>();
  for (const { type, raw, location } of dag.bookkeeping) {
    const { prUrl: url, prNumber: number, prRepository: repository } = raw;
    if (type !== "pr-link" || typeof url !== "string" || !/^https?:\/\//.test(url)) continue;
    const path = mainPathOf(location.path);
    const pulls = found.get(path) ?? new Map<string, Pull>();
    found.set(path, pulls);
    pulls.set(url, {
      url,
      number: typeof number === "number" ? number : undefined,
      repository: typeof repository === "string" ? repository : undefined,
    });
  }
  return new Map([...found].map(([path, pulls]) => [path, [...pulls.values()]]));
}
