import { around, foundIn, markFound, readParameter, reveal, type Scope, word, writeParameter } from "./dom.ts";
import { find } from "./find.ts";
import { bringIntoView, layOutAround } from "./jump.ts";

/** How long typing must pause before the page is searched. */
const typingPauseMs = 150;

/** What stands before the number of a turn that the reader wants to go to. */
export const turnSign = ":";

/** What a search has found. */
export interface Found {
  /** The text that was searched for; empty without a search. */
  readonly query: string;
  readonly matches: readonly StaticRange[];
}

/** The state of the search. */
interface Search {
  readonly scope: Scope;
  readonly onFound: (found: Found) => void;
  readonly input: HTMLInputElement;
  readonly output: HTMLElement;
  /** The text that was searched for last; empty without a search. */
  query: string;
  matches: readonly StaticRange[];
  /** The match that the reader went to, and its index; -1 for none. */
  current: Range | undefined;
  index: number;
  /** Counts searches: one that is not the newest ends. */
  searches: number;
  /** Settled when the newest search has ended. */
  ended: Promise<void>;
}

/**
 * Search the text of the page: all matches are marked, and Enter goes from one to the next. The query is in the address,
 * as `?q=`. A colon and a number mean a turn: Enter goes to it.
 *
 * @param onFound called when a search has ended.
 * @returns searches again; call it after other content is shown.
 */
export function search(scope: Scope, onFound: (found: Found) => void): () => void {
  const input = scope.root.querySelector<HTMLInputElement>(".search input");
  const output = scope.root.querySelector<HTMLElement>(".search output");
  if (!input || !output) return () => {};
  const state: Search = {
    scope,
    onFound,
    input,
    output,
    query: "",
    matches: [],
    current: undefined,
    index: -1,
    searches: 0,
    ended: Promise.resolve(),
  };
  listen(state);
  scope.signal?.addEventListener("abort", () => {
    state.searches++;
    state.query = "";
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
    // Escape leaves the field, for the match that the reader went to: then letters are keys again.
    if (event.key === "Escape") {
      input.blur();
      (foundIn(scope.root) as HTMLElement | undefined)?.focus({ preventScroll: true });
    }
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(timer);
    const turn = turnOf(state, input.value.trim());
    if (turn) input.value = "";
    if (state.query !== input.value.trim()) start(state);
    turn?.click();
    const { query } = state;
    void newestEnds(state).then(() => {
      if (query === state.query && state.matches.length > 0) step(state, event.shiftKey ? -1 : 1);
    });
  });
}

/** The link of the contents to the turn whose number was typed. */
function turnOf({ scope }: Search, typed: string): HTMLElement | undefined {
  const number = readTurnNumber(typed);
  return number ? around(scope.root, `nav li > a[data-number="${number}"]`)[0] : undefined;
}

/** The number of a turn, as far as it was typed; `undefined` for words. */
export function readTurnNumber(query: string): string | undefined {
  return /^:(\d*)$/.exec(query)?.[1];
}

/** The search for what was typed may have begun, and not have ended; and a filter may begin another one. */
async function newestEnds(state: Search): Promise<void> {
  let ended: Promise<void> | undefined;
  while (ended !== state.ended) await (ended = state.ended);
}

/** Search for the text in the input. */
function start(state: Search): void {
  if (state.scope.signal?.aborted) return;
  state.query = state.input.value.trim();
  writeParameter(state.scope, "q", state.query);
  begin(state, () => {
    select(state, undefined);
    state.index = -1;
  });
}

/** Search for the same text again, and keep the current match if it is still there. */
function repeat(state: Search): void {
  if (state.query === "") return;
  begin(state, () => {
    const { current } = state;
    state.index = current === undefined ? -1 : state.matches.findIndex((range) => isSame(range, current));
    select(state, state.matches[state.index]);
  });
}

/** Begin a search; where no other one begins meanwhile, choose a match and show the count. */
function begin(state: Search, choose: () => void): void {
  state.ended = setMatches(state).then((isNewest) => {
    if (!isNewest) return;
    choose();
    showCount(state);
    state.onFound(state);
  });
}

/** Search; returns `false` where another search has begun since. */
async function setMatches(state: Search): Promise<boolean> {
  const number = ++state.searches;
  const isNewest = () => state.searches === number;
  const isText = state.query !== "" && readTurnNumber(state.query) === undefined;
  const matches = isText ? await find(state.scope.root, state.query, isNewest) : [];
  if (!isNewest()) return false;
  mark("found", state.matches, matches);
  state.matches = matches;
  return true;
}

/** Go to the next or previous match. */
function step(state: Search, direction: 1 | -1): void {
  const { matches, scope } = state;
  state.index = (state.index + direction + matches.length) % matches.length;
  const range = select(state, matches[state.index])!;
  const element = range.startContainer.parentElement!;
  const message = element.closest<HTMLElement>("article");
  message?.setAttribute("tabindex", "-1");
  reveal(element);
  markFound(scope.root, message);
  layOutAround(element);
  bringIntoView(
    () => scrollBy({ top: range.getBoundingClientRect().top - innerHeight / 2, behavior: "instant" }),
    () => range.getBoundingClientRect().top,
  );
  showCount(state);
}

function select(state: Search, found: StaticRange | undefined): Range | undefined {
  const range = found && document.createRange();
  range?.setStart(found!.startContainer, found!.startOffset);
  range?.setEnd(found!.endContainer, found!.endOffset);
  mark("here", state.current ? [state.current] : [], range ? [range] : []);
  state.current = range;
  return range;
}

function showCount({ scope, output, query, matches, index }: Search): void {
  const count = index < 0 ? String(matches.length) : `${index + 1} ${word(scope, "of")} ${matches.length}`;
  const isText = query !== "" && readTurnNumber(query) === undefined;
  output.textContent = !isText ? "" : matches.length === 0 ? word(scope, "none") : count;
}

function isSame(one: AbstractRange, other: AbstractRange): boolean {
  return one.startContainer === other.startContainer && one.startOffset === other.startOffset;
}

/**
 * Mark ranges without a change to the elements, by a named highlight of CSS. A browser without highlights marks nothing.
 * Several views of one page share a highlight, so only the earlier ranges are removed.
 */
export function mark(name: string, before: readonly AbstractRange[], now: readonly AbstractRange[]): void {
  if (typeof Highlight === "undefined") return;
  const highlight = CSS.highlights.get(name) ?? new Highlight();
  for (const range of before) highlight.delete(range);
  for (const range of now) highlight.add(range);
  CSS.highlights.set(name, highlight);
}
