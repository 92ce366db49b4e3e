import { all, readParameter, type Scope, word, writeParameter } from "./dom.ts";
import { charts } from "./index/charts.ts";
import { Controls } from "./index/controls.ts";
import { describeShown } from "./index/count.ts";
import { type Filter, matchesFacts, matchesWords, showRows } from "./index/filter.ts";
import { type Grouping, groupRows } from "./index/group.ts";
import { fillInView } from "./index/results.ts";
import { readRows, type Row } from "./index/rows.ts";
import { SiteSearch } from "./site-search.ts";
import { theme } from "./theme.ts";

/** How long typing must pause before the text of the pages is searched. */
const typingPauseMs = 200;

const scope: Scope = { root: document.body, isPage: true };
const search = document.querySelector<HTMLElement>(".search")!;
const input = search.querySelector("input")!;
const output = search.querySelector("output")!;
const results = document.querySelector<HTMLElement>(".results")!;
const found = results.closest("section")!;
const list = document.querySelector<HTMLElement>(".list")!;
const count = document.querySelector<HTMLElement>(".count");
const reset = document.querySelector<HTMLElement>('[data-do="reset"]');
const rows = readRows(list);
const rowOf = new Map(rows.map((row) => [row.link.getAttribute("href") ?? "", row]));
const folder = search.dataset["index"];
const texts = folder === undefined ? undefined : new SiteSearch(folder, (path) => rowOf.get(path)?.link.textContent);
/** Counts the searches, so that the answer to an earlier one is dropped. */
let searches = 0;
let timer = 0;

theme(scope);
const controls = new Controls(scope, update);
charts(scope, controls, update);
for (const hidden of all(document, ".search, .choices")) hidden.hidden = false;
for (const zone of all(document, ".zone")) zone.textContent = word(scope, "local");
for (const button of all(document, "[data-group]"))
  button.addEventListener("click", () => group(button.dataset["group"] as Grouping));
reset?.addEventListener("click", () => {
  controls.clear();
  input.value = "";
  update();
});
input.value = readParameter(scope, "q") ?? "";
input.addEventListener("input", update);
// Days are those of the reader.
if (list.dataset["by"] === "day") group(readParameter(scope, "group") === "project" ? "project" : "day");
update();

function group(by: Grouping): void {
  groupRows(list, rows, by, {
    project: (number) => controls.labelOf("project", number),
    noTime: word(scope, "noTime"),
  });
  for (const button of all(document, "[data-group]"))
    button.setAttribute("aria-pressed", String(button.dataset["group"] === by));
  writeParameter(scope, "group", by === "day" ? "" : by);
  show();
}

function currentFilter(): Filter {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const [project, model] = [controls.get("project"), controls.get("model")];
  return { project, model, from: controls.get("from"), to: controls.get("to"), words };
}

/** Show the sessions that match the filters; returns them. */
function show(): Row[] {
  const filter = currentFilter();
  const shown = showRows(list, rows, (row) => matchesFacts(row, filter) && matchesWords(row, filter));
  if (count) count.textContent = describeShown(scope, shown, rows.length);
  if (reset) reset.hidden = Object.values(filter).every((value) => value.length === 0);
  return shown;
}

function update(): void {
  const words = input.value.trim();
  writeParameter(scope, "q", words);
  const { length } = show();
  clearTimeout(timer);
  timer = window.setTimeout(() => void searchText(words, length), typingPauseMs);
}

/** Show the matches in the text of the pages, where there is a search index. */
async function searchText(words: string, titles: number): Promise<void> {
  const number = ++searches;
  const filter = currentFilter();
  const isWanted = (path: string) => {
    const row = rowOf.get(path);
    return row === undefined || matchesFacts(row, filter);
  };
  const pages = words === "" || !texts ? [] : await texts.find(words, isWanted).catch(() => undefined);
  if (number !== searches) return;
  const items = pages?.map((one) => one.item) ?? [];
  found.hidden = items.length === 0;
  results.replaceChildren(...items);
  const sum = titles + items.length;
  const shown = sum === 0 ? word(scope, "none") : String(sum);
  output.textContent = words === "" ? "" : `${shown}${pages ? "" : ` ${word(scope, "titlesOnly")}`}`;
  if (pages) await fillInView(pages, () => number === searches);
}
