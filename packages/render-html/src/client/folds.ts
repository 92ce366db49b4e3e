import { all, type Scope } from "./dom.ts";

/** A list of levels: all folds closed, the outer ones open, all open. */
export function sections({ root }: Scope): (level: number) => void {
  const select = root.querySelector<HTMLSelectElement>('[data-do="folds"]');
  const set = (level: number) => {
    for (const section of all(root, ".main details") as HTMLDetailsElement[])
      section.open = level === 2 || (level === 1 && !section.parentElement?.closest("details"));
    if (select) select.value = String(level);
  };
  select?.addEventListener("change", () => set(Number(select.value)));
  return set;
}
