import { all, type Scope } from "./dom.ts";
import { inSlices } from "./slices.ts";

/**
 * The list that opens and closes all collapsible sections.
 *
 * @returns sets the level: 0 closes all, 1 opens turns, 2 runs of calls too, 3 all.
 */
export function sections({ root }: Scope): (level: number) => void {
  const select = root.querySelector<HTMLSelectElement>('[data-do="sections"]');
  let changes = 0;
  const set = (level: number) => {
    if (select) select.value = String(level);
    const change = ++changes;
    void inSlices(
      all(root, ".main details") as HTMLDetailsElement[],
      (section) => {
        section.open =
          level === 3 || (level > 0 && section.matches(".turn-body")) || (level > 1 && section.matches(".run"));
      },
      () => change === changes,
    );
  };
  select?.addEventListener("change", () => set(Number(select.value)));
  return set;
}
