import type { KahnOptions } from "./kahn-options.ts";
import { listOf } from "./list-of.ts";

/** How to read items so that the parent of each is the nearest item above that is not omitted. */
export function contract<T>(
  all: readonly T[],
  isOmitted: (item: T) => boolean,
  { ids, parent }: KahnOptions<T>,
): Pick<KahnOptions<T>, "ids" | "parent"> {
  const above = new Map<string, string | null | undefined>();
  for (const item of all) {
    if (!isOmitted(item)) continue;
    for (const id of listOf(ids(item))) if (!above.has(id)) above.set(id, parent(item));
  }
  return {
    ids,
    parent(item) {
      const climbed: string[] = [];
      let id = parent(item);
      // Each id is climbed over once: afterwards it leads to the end of that climb.
      while (typeof id === "string" && above.has(id)) {
        climbed.push(id);
        const next = above.get(id);
        above.set(id, undefined); // ends a cycle of omitted items
        id = next;
      }
      for (const one of climbed) above.set(one, id);
      return id;
    },
  };
}
