import { all, readParameter, reveal, type Scope, word, writeParameter } from "./dom.ts";

/** Search the words of the page: places are marked, one after the other is gone to. */
export function search(scope: Scope): void {
  const { root } = scope;
  const input = root.querySelector<HTMLInputElement>(".search input");
  const output = root.querySelector<HTMLElement>(".search output");
  if (!input || !output) return;
  let found: Range[] = [];
  let at = -1;
  let waiting = 0;
  const look = () => {
    found = input.value.trim() === "" ? [] : find(root, input.value.trim());
    at = -1;
    mark(found);
    writeParameter(scope, "q", input.value.trim());
    say();
  };
  const say = () => {
    if (input.value.trim() === "") output.textContent = "";
    else if (found.length === 0) output.textContent = word(scope, "none");
    else output.textContent = at < 0 ? String(found.length) : `${at + 1} ${word(scope, "of")} ${found.length}`;
  };
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(look, 150);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") input.blur();
    if (event.key !== "Enter") return;
    event.preventDefault();
    clearTimeout(waiting);
    if (found.length === 0 || readParameter(scope, "q") !== input.value.trim()) look();
    if (found.length === 0) return;
    at = (at + (event.shiftKey ? -1 : 1) + found.length) % found.length;
    const place = found[at]!.startContainer.parentElement!;
    reveal(place);
    place.scrollIntoView({ block: "center" });
    say();
  });
  const asked = readParameter(scope, "q");
  if (asked !== undefined) {
    input.value = asked;
    look();
  }
}

/** Every place where the words stand in one piece of text, whatever the case. */
function find(root: HTMLElement, words: string): Range[] {
  const found: Range[] = [];
  const wanted = words.toLowerCase();
  for (const main of all(root, ".main")) {
    const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue!.toLowerCase();
      // A letter that has another length in lower case would move what follows it.
      if (text.length !== node.nodeValue!.length || node.parentElement?.closest(".is-empty, .off-path")) continue;
      for (let from = text.indexOf(wanted); from >= 0; from = text.indexOf(wanted, from + wanted.length)) {
        const range = document.createRange();
        range.setStart(node, from);
        range.setEnd(node, from + wanted.length);
        found.push(range);
      }
    }
  }
  return found;
}

/** Mark places without a change to the page; where a browser cannot, they are only gone to. */
function mark(found: readonly Range[]): void {
  if (typeof Highlight === "undefined") return;
  CSS.highlights.set("found", new Highlight(...found));
}
