import { around, readParameter, type Scope, word, writeParameter } from "./dom.ts";
import { type Found, readTurnNumber } from "./page-search.ts";

/**
 * The list that shows only turns of one kind, on the page and in the contents: those that have its name in `data-has`. The choice is
 * in the address, as `?turns=`. During a search, the contents show only turns with a match.
 *
 * @param changed called after the choice has changed.
 */
export function chooseTurns(scope: Scope, changed: () => void): Filters {
  const { root } = scope;
  const [select] = around(root, '[data-do="turns"]') as HTMLSelectElement[];
  let isFound = finderOf({ query: "", matches: [] });
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
  const asked = readParameter(scope, "turns") ?? "";
  set(Array.from(select?.options ?? []).some(({ value }) => value === asked) ? asked : "");
  return {
    refresh,
    showAll: () => choose(""),
    setFound(found) {
      isFound = finderOf(found);
      refresh();
    },
  };

  function refresh(): void {
    const kind = select?.value ?? "";
    for (const turn of root.querySelectorAll<HTMLElement>(".turn"))
      turn.classList.toggle("other-turn", !isOf(turn, kind));
    const count = filterContents(root, kind, isFound);
    const output = select?.nextElementSibling;
    if (output) output.textContent = select?.value ? `${count.shown} ${word(scope, "of")} ${count.all}` : "";
  }
}

function isOf({ dataset }: HTMLElement, kind: string): boolean {
  return kind === "" || (dataset["has"] ?? "").split(" ").includes(kind);
}

/** Asks of a turn of the contents whether a search has found it: it has a match, in its words or on the page. */
function finderOf({ query, matches }: Found): (link: HTMLElement) => boolean {
  const number = readTurnNumber(query);
  if (number !== undefined) return ({ dataset }) => dataset["number"]!.startsWith(number);
  const words = query.toLowerCase();
  const turns = new Set(matches.map(({ startContainer }) => `#${startContainer.parentElement?.closest(".turn")?.id}`));
  return (link) => link.textContent.toLowerCase().includes(words) || turns.has(link.getAttribute("href") ?? "");
}

/** Hide the lines of the contents that are not wanted; returns how many turns of the chosen kind there are, and how many turns. */
function filterContents(
  root: HTMLElement,
  kind: string,
  isFound: (turn: HTMLElement) => boolean,
): { shown: number; all: number } {
  const count = { shown: 0, all: 0 };
  // What follows a turn in the contents, such as an agent, is part of it.
  let isShown = true;
  for (const link of around(root, "nav li > a")) {
    if (link.parentElement!.matches(".session, .branch")) isShown = true;
    if (link.dataset["number"] !== undefined) {
      const isChosen = isOf(link, kind);
      count.all++;
      if (isChosen) count.shown++;
      isShown = isChosen && isFound(link);
    }
    link.classList.toggle("is-empty", !isShown);
  }
  return count;
}

/** The filters by kind. */
export interface Filters {
  /** Call this after the content has changed. */
  readonly refresh: () => void;
  readonly showAll: () => void;
  /** Call this after a search. */
  readonly setFound: (found: Found) => void;
}
