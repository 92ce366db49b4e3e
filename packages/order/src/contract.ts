import type { KahnOptions } from "./kahn.ts";

/** Items that are left out lead from their ids to the nearest id above that stays. */
export function contract<T>(
  all: readonly T[],
  isLeftOut: (item: T) => boolean,
  { ids, parent }: KahnOptions<T>,
): Pick<KahnOptions<T>, "ids" | "parent"> {
  const above = new Map<string, string | null | undefined>();
  for (const item of all) {
    if (!isLeftOut(item)) continue;
    const own = ids(item);
    for (const id of typeof own === "string" ? [own] : own) if (!above.has(id)) above.set(id, parent(item));
  }
  return {
    ids,
    parent(item) {
      const climbed: string[] = [];
      let id = parent(item);
      // Each id is climbed over once: afterwards it leads to where the climb ended.
      while (typeof id === "string" && above.has(id)) {
        climbed.push(id);
        const next = above.get(id);
        above.set(id, undefined); // a circle of items that are left out ends here
        id = next;
      }
      for (const one of climbed) above.set(one, id);
      return id;
    },
  };
}
