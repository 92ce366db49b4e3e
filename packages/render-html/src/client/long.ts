import { makeButton, type Scope, word } from "./dom.ts";
import { bringIntoView } from "./jump.ts";
import { findIn } from "./find.ts";
import { numberLines } from "./numbers.ts";
import { mark } from "./page-search.ts";

/** The search in one output. */
interface OutputSearch {
  matches: Range[];
  index: number;
}

/** Give a long output, while it is open, line numbers and a search of its own. */
export function longOutput(section: HTMLDetailsElement, scope: Scope): void {
  const pre = section.querySelector<HTMLElement>(":scope > pre");
  if (pre) numberLines(pre, section);
  if (section.querySelector(":scope > .look")) return;
  const state: OutputSearch = { matches: [], index: -1 };
  const input = document.createElement("input");
  input.type = "search";
  input.placeholder = input.ariaLabel = word(scope, "searchOutput");
  const output = document.createElement("output");
  const previous = button("‹", "previousMatch", -1);
  const next = button("›", "nextMatch", 1);
  const bar = document.createElement("div");
  bar.className = "look";
  bar.append(input, previous, next, output);
  input.addEventListener("input", () => start(input.value.trim()));
  input.addEventListener("keydown", ({ key, shiftKey }) => {
    if (key === "Enter") step(shiftKey ? -1 : 1);
    if (key !== "Escape") return;
    start((input.value = ""));
    section.querySelector("summary")?.focus();
  });
  section.addEventListener("toggle", () => {
    if (!section.open) start((input.value = ""));
  });
  section.querySelector("summary")!.after(bar);

  function button(sign: string, name: string, direction: 1 | -1): HTMLButtonElement {
    const made = makeButton("", sign);
    made.ariaLabel = word(scope, name);
    made.addEventListener("click", () => step(direction));
    return made;
  }

  function start(words: string): void {
    mark("here", state.matches, []);
    const matches = words === "" ? [] : findIn(section.lastElementChild!, words);
    mark("found", state.matches, matches);
    Object.assign(state, { matches, index: -1 });
    output.textContent = words === "" ? "" : matches.length === 0 ? "0" : String(matches.length);
    previous.disabled = next.disabled = matches.length === 0;
  }

  function step(direction: 1 | -1): void {
    const { matches, index } = state;
    if (matches.length === 0) return;
    state.index =
      index < 0 && direction < 0 ? matches.length - 1 : (index + direction + matches.length) % matches.length;
    const range = matches[state.index]!;
    mark("here", matches, [range]);
    show(range);
    output.textContent = `${state.index + 1} ${word(scope, "of")} ${matches.length}`;
  }
}

/** Scroll to a match: the window, and a block whose lines do not wrap. */
function show(range: Range): void {
  const parent = range.startContainer.parentElement!;
  const inner = parent.closest<HTMLDetailsElement>(".json details:not([open])");
  for (let part = inner; part; part = part.parentElement!.closest<HTMLDetailsElement>(".json details"))
    part.open = true;
  const block = parent.closest("pre");
  const { left } = range.getBoundingClientRect();
  if (block) block.scrollLeft += left - block.getBoundingClientRect().left - block.clientWidth / 2;
  bringIntoView(
    () => scrollBy({ top: range.getBoundingClientRect().top - innerHeight / 2, behavior: "instant" }),
    () => range.getBoundingClientRect().top,
  );
}
