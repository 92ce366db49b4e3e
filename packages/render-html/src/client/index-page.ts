import { readParameter, type Scope, word, writeParameter } from "./dom.ts";
import { fillInView } from "./index/results.ts";
import { Sessions } from "./index/sessions.ts";
import { SiteSearch } from "./site-search.ts";
import { theme } from "./theme.ts";

/** How long typing must pause before the text of the pages is searched. */
const typingPauseMs = 200;

const scope: Scope = { root: document.body, isPage: true };
const search = document.querySelector<HTMLElement>(".search")!;
const input = search.querySelector("input")!;
const output = search.querySelector("output")!;
const folder = search.dataset["index"];
let listening = new AbortController();
let sessions = readSessions();
const texts = folder === undefined ? undefined : new SiteSearch(folder, (path) => sessions.titleOf(path));
/** Counts the searches, so that the answer to an earlier one is dropped. */
let searches = 0;
let timer = 0;

theme(scope);
search.hidden = false;
input.value = readParameter(scope, "q") ?? "";
input.addEventListener("input", update);
update();

// The script of a served page replaces what has changed. The address keeps the filters.
addEventListener("ccdag-changed", () => {
  sessions = readSessions();
  update();
});

function readSessions(): Sessions {
  listening.abort();
  listening = new AbortController();
  const reset = () => {
    input.value = "";
    update();
  };
  return new Sessions({ ...scope, signal: listening.signal }, () => input.value, update, reset);
}

function update(): void {
  const words = input.value.trim();
  writeParameter(scope, "q", words);
  const count = sessions.show();
  clearTimeout(timer);
  timer = window.setTimeout(() => void searchText(words, count), typingPauseMs);
}

/** Show the matches in the text of the pages, where there is a search index. */
async function searchText(words: string, titles: number): Promise<void> {
  const number = ++searches;
  const found =
    words === "" || !texts ? [] : await texts.find(words, (path) => sessions.matchesFacts(path)).catch(() => undefined);
  if (number !== searches) return;
  const items = found?.map((one) => one.item) ?? [];
  document.querySelector<HTMLElement>(".texts")!.hidden = items.length === 0;
  document.querySelector(".results")!.replaceChildren(...items);
  const sum = titles + items.length;
  const shown = sum === 0 ? word(scope, "none") : String(sum);
  output.textContent = words === "" ? "" : `${shown}${found ? "" : ` ${word(scope, "titlesOnly")}`}`;
  if (found) await fillInView(found, () => number === searches);
}
