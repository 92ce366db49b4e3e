import { all, type Scope } from "./dom.ts";

/**
 * The list that opens and closes all collapsible sections.
 *
 * @returns sets the level: 0 closes all, 1 opens turns, 2 runs of calls too, 3 all.
 */
export function sections({ root }: Scope): (level: number) => void {
  const select = root.querySelector<HTMLSelectElement>('[data-do="sections"]');
  const set = (level: number) => {
    for (const section of all(root, ".main details") as HTMLDetailsElement[])
      section.open =
        level === 3 || (level > 0 && section.matches(".turn-body")) || (level > 1 && section.matches(".run"));
    if (select) select.value = String(level);
  };
  select?.addEventListener("change", () => set(Number(select.value)));
  return set;
}
