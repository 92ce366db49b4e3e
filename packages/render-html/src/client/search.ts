import { bringIntoView, markFound, readParameter, reveal, type Scope, word, writeParameter } from "./dom.ts";
import { find } from "./find.ts";

/** How long typing must pause before the page is searched. */
const typingPauseMs = 150;

/** The state of the search. */
interface Search {
  readonly scope: Scope;
  readonly input: HTMLInputElement;
  readonly output: HTMLElement;
  /** The text that was searched for last; empty without a search. */
  query: string;
  matches: readonly Range[];
  /** The match that the reader went to, and its index; -1 for none. */
  current: Range | undefined;
  index: number;
}

/**
 * Search the text of the page: all matches are marked, and Enter goes from one to the next. The query is in the address,
 * as `?q=`.
 *
 * @returns searches again; call it after other content is shown.
 */
export function search(scope: Scope): () => void {
  const input = scope.root.querySelector<HTMLInputElement>(".search input");
  const output = scope.root.querySelector<HTMLElement>(".search output");
  if (!input || !output) return () => {};
  const state: Search = { scope, input, output, query: "", matches: [], current: undefined, index: -1 };
  listen(state);
  scope.signal?.addEventListener("abort", () => {
    mark("found", state.matches, []);
    select(state, undefined);
  });
  const given = readParameter(scope, "q");
  if (given !== undefined) {
    input.value = given;
    start(state);
  }
  return () => repeat(state);
}

function listen(state: Search): void {
  const { input, scope } = state;
  let timer = 0;
  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => start(state), typingPauseMs);
  });
  input.addEventListener("keydown", (event) => {
    // Escape moves the focus to the match that the reader went to.
    if (event.key === "Escape")
      (scope.root.querySelector<HTMLElement>(".found") ?? input).focus({ preventScroll: true });
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(timer);
    if (state.query !== input.value.trim()) start(state);
    if (state.matches.length > 0) step(state, event.shiftKey ? -1 : 1);
  });
}

/** Search for the text in the input. */
function start(state: Search): void {
  state.query = state.input.value.trim();
  setMatches(state);
  select(state, undefined);
  state.index = -1;
  writeParameter(state.scope, "q", state.query);
  showCount(state);
}

/** Search for the same text again, and keep the current match if it is still there. */
function repeat(state: Search): void {
  if (state.query === "") return;
  const { current } = state;
  setMatches(state);
  state.index = current === undefined ? -1 : state.matches.findIndex((range) => isSame(range, current));
  select(state, state.matches[state.index]);
  showCount(state);
}

function setMatches(state: Search): void {
  const matches = state.query === "" ? [] : find(state.scope.root, state.query);
  mark("found", state.matches, matches);
  state.matches = matches;
}

/** Go to the next or previous match. */
function step(state: Search, direction: 1 | -1): void {
  const { matches, scope } = state;
  state.index = (state.index + direction + matches.length) % matches.length;
  const range = matches[state.index]!;
  const element = range.startContainer.parentElement!;
  const message = element.closest<HTMLElement>("article");
  select(state, range);
  message?.setAttribute("tabindex", "-1");
  reveal(element);
  markFound(scope.root, message);
  bringIntoView(
    () => scrollBy({ top: range.getBoundingClientRect().top - innerHeight / 2, behavior: "instant" }),
    () => range.getBoundingClientRect().top,
  );
  showCount(state);
}

function select(state: Search, range: Range | undefined): void {
  mark("here", state.current ? [state.current] : [], range ? [range] : []);
  state.current = range;
}

function showCount({ scope, output, query, matches, index }: Search): void {
  const count = index < 0 ? String(matches.length) : `${index + 1} ${word(scope, "of")} ${matches.length}`;
  output.textContent = query === "" ? "" : matches.length === 0 ? word(scope, "none") : count;
}

function isSame(one: Range, other: Range): boolean {
  return one.startContainer === other.startContainer && one.startOffset === other.startOffset;
}

/**
 * Mark ranges without a change to the elements, by a named highlight of CSS. A browser without highlights marks nothing.
 * Several views of one page share a highlight, so only the earlier ranges are removed.
 */
export function mark(name: string, before: readonly Range[], now: readonly Range[]): void {
  if (typeof Highlight === "undefined") return;
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  for (const range of before) highlight.delete(range);
  for (const range of now) highlight.add(range);
  CSS.highlights.set(name, highlight);
}
