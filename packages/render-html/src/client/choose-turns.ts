import { around, readParameter, type Scope, word, writeParameter } from "./dom.ts";

/**
 * The list that shows only turns of one kind, on the page and in the contents: those that have its name in `data-has`. The choice is
 * in the address, as `?turns=`. And the field that shows only the lines of the contents with a number or some words.
 *
 * @param changed called after the choice has changed.
 */
export function chooseTurns(scope: Scope, changed: () => void): Filters {
  const { root } = scope;
  const [select] = around(root, '[data-do="turns"]') as HTMLSelectElement[];
  const [field] = around(root, '[data-do="find"]') as HTMLInputElement[];
  const set = (kind: string) => {
    if (select) select.value = kind;
    refresh();
  };
  const choose = (kind: string) => {
    set(kind);
    writeParameter(scope, "turns", kind);
    changed();
  };
  select?.addEventListener("change", () => choose(select.value));
  field?.addEventListener("input", refresh);
  field?.addEventListener("keydown", ({ key }) => {
    if (key !== "Enter") return;
    const found = around(root, "nav li > a[data-number]:not(.is-empty, .off-path)");
    const wanted = field.value.trim();
    const link = isNumber(wanted) ? found.find((one) => one.dataset["number"] === wanted) : found[0];
    if (wanted === "" || !link) return;
    field.value = "";
    refresh();
    link.click();
  });
  const asked = readParameter(scope, "turns") ?? "";
  set(Array.from(select?.options ?? []).some(({ value }) => value === asked) ? asked : "");
  return { refresh, showAll: () => choose("") };

  function refresh(): void {
    const kind = select?.value ?? "";
    for (const turn of root.querySelectorAll<HTMLElement>(".turn"))
      turn.classList.toggle("other-turn", !isOf(turn, kind));
    const count = filterContents(root, kind, field?.value.trim().toLowerCase() ?? "");
    const output = select?.nextElementSibling;
    if (output) output.textContent = select?.value ? `${count.shown} ${word(scope, "of")} ${count.all}` : "";
  }
}

function isOf({ dataset }: HTMLElement, kind: string): boolean {
  return kind === "" || (dataset["has"] ?? "").split(" ").includes(kind);
}

function isNumber(words: string): boolean {
  return /^\d+$/.test(words);
}

/** Hide the lines of the contents that are not wanted; returns how many turns of the chosen kind there are, and how many turns. */
function filterContents(root: HTMLElement, kind: string, wanted: string): { shown: number; all: number } {
  const count = { shown: 0, all: 0 };
  // What follows a turn in the contents, such as an agent, is part of it.
  let isInTurn = true;
  for (const link of around(root, "nav li > a")) {
    const { number } = link.dataset;
    if (link.parentElement!.matches(".session, .branch")) isInTurn = true;
    if (number !== undefined) {
      isInTurn = isOf(link, kind);
      count.all++;
      if (isInTurn) count.shown++;
    }
    const isFound =
      link.textContent.toLowerCase().includes(wanted) || (isNumber(wanted) && number?.startsWith(wanted) === true);
    link.classList.toggle("is-empty", !isInTurn || !isFound);
  }
  return count;
}

/** The filters by kind. */
export interface Filters {
  /** Call this after the content has changed. */
  readonly refresh: () => void;
  readonly showAll: () => void;
}
