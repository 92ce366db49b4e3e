import { all, makeButton, type Scope, word } from "../dom.ts";
import type { Controls } from "./controls.ts";

const narrow = "(max-width: 40rem)";

/**
 * Let charts set filters: a bar the period, the name of a project or a model the sessions of it. On a narrow screen the charts are
 * collapsed.
 *
 * @param scope the page.
 * @param controls the filters.
 * @param changed called when a filter was set.
 */
export function charts(scope: Scope, controls: Controls, changed: () => void): void {
  const section = scope.root.querySelector<HTMLDetailsElement>(".charts");
  if (!section) return;
  if (matchMedia(narrow).matches) section.open = false;
  for (const name of all(section, "[data-choice]")) {
    const [filter = "", value = ""] = name.dataset["choice"]!.split(" ");
    const button = makeButton("choice", name.textContent);
    button.title = word(scope, "show");
    button.addEventListener("click", () => {
      controls.set(filter, value);
      changed();
    });
    name.replaceWith(button);
  }
  section.querySelector(".activity svg")?.addEventListener("click", ({ target }) => {
    const title = target instanceof Element ? target.closest("rect")?.textContent : undefined;
    const [from, to = from] = title?.match(/^\d{4}-\d\d(?:-\d\d)?|(?<=– )\d{4}-\d\d-\d\d/g) ?? [];
    if (from === undefined) return;
    controls.set("from", from.length === 7 ? `${from}-01` : from);
    controls.set("to", to!.length === 7 ? lastDay(to!) : to!);
    changed();
  });
}

/** The last day of a month, such as `2026-04-30`. */
function lastDay(month: string): string {
  const [year = "", number = ""] = month.split("-");
  return `${month}-${new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()}`;
}
