import { all, makeButton, type Scope, word } from "../dom.ts";
import type { Controls } from "./controls.ts";
import { listen } from "./listen.ts";

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
  const showPeriod = ({ target }: Event) => {
    const bar = target instanceof Element ? target.closest("rect") : null;
    const [from, to] = periodOf(bar?.textContent ?? "");
    if (from === "") return;
    controls.set("from", from);
    controls.set("to", to);
    changed();
  };
  listen(scope, section.querySelector(".activity svg"), "click", showPeriod);
}

/** The first and the last day of a bar, by its title: that of a day, a week or a month. */
function periodOf(title: string): [from: string, to: string] {
  const [from = "", to = from] = title.match(/\d{4}-\d\d-\d\d/g) ?? [];
  const [month] = /^\d{4}-\d\d(?!-)/.exec(title) ?? [];
  return month === undefined ? [from, to] : [`${month}-01`, lastDay(month)];
}

/** The last day of a month, such as `2026-04-30`. */
function lastDay(month: string): string {
  const [year = "", number = ""] = month.split("-");
  return `${month}-${new Date(Date.UTC(Number(year), Number(number), 0)).getUTCDate()}`;
}
