import { all, around, foundIn, goTo, type Scope, word } from "./dom.ts";
import { blocksIn, canBeSeen } from "./hidden.ts";
import { turnSign } from "./page-search.ts";
import { keep, recall } from "./store.ts";

/** The elements that each key goes to. */
const stops: Readonly<Record<string, string>> = {
  j: ".main :is(.turn, article.prompt):not(.turn .prompt)",
  a: ".main .turn > article.answer",
  b: ".main section.branch[id]",
  f: ".main :is(details, section).failed",
  s: '.main :is(.agent:is(details, section[id]), details:is([data-tool="Agent"], [data-tool="Task"]))',
  e: '.main details:is([data-tool="Edit"], [data-tool="MultiEdit"], [data-tool="Write"], [data-tool="NotebookEdit"])',
};

/** Actions of keys that do not go to an element. */
export interface KeyActions {
  readonly setSections: (level: number) => void;
  readonly nextTheme: () => void;
  readonly play: () => void;
}

/** Keys that go to the next or previous prompt, branch or edit, or do what a button does. The reader can switch them off. */
export function keys(scope: Scope, { setSections, nextTheme, play }: KeyActions): void {
  const { root } = scope;
  const [help] = around(root, "dialog") as HTMLDialogElement[];
  const isOn = help?.querySelector<HTMLInputElement>("input");
  if (isOn) {
    isOn.checked = recall("keys") !== "off";
    isOn.addEventListener("change", () => keep("keys", isOn.checked ? "" : "off"));
  }
  root.querySelector('[data-do="keys"]')?.addEventListener("click", () => help?.showModal());
  (scope.isPage ? document : root).addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event as KeyboardEvent;
    if (ctrlKey || metaKey || altKey || isOn?.checked === false) return;
    if (target instanceof HTMLElement && target.matches("input, select, textarea, dialog, dialog *")) return;
    if (key === "/") searchField(root)?.focus();
    else if (key === "?") help?.showModal();
    else if (key === "t") nextTheme();
    else if (key === "p") play();
    else if (key === "o" || key === "c") setSections(key === "o" ? 3 : 0);
    else if (key === "g") askTurn(root);
    else if (key === "x") toggleTurn(root);
    else if (key === "y" && scope.isPage) copyAddress(scope);
    else if (key === "k") step(root, stops["j"]!, -1);
    else if (Object.hasOwn(stops, key)) step(root, stops[key]!, 1);
    else if (Object.hasOwn(stops, key.toLowerCase())) step(root, stops[key.toLowerCase()]!, -1);
    else return;
    event.preventDefault();
  });
}

/** Go to the next matching element: after the one that the reader went to last, or, where that is out of view, after what is in view. */
function step(root: HTMLElement, selector: string, direction: 1 | -1): void {
  const targets = all(root, selector);
  if (direction < 0) targets.reverse();
  const here = foundInView(root);
  const block = here ? undefined : firstInView(root);
  const next = targets.find((one) => isBeyond(one, here, direction, block) && canBeSeen(one));
  if (next) goTo(root, next);
}

/** The first block in view. Only what is in it or beside it is measured: a browser lays out what it measures. */
function firstInView(root: HTMLElement): Element | undefined {
  for (const block of blocksIn(root)) if (block.getBoundingClientRect().bottom > 0) return block;
  return undefined;
}

function isBeyond(one: Element, here: Element | undefined, direction: 1 | -1, block?: Element): boolean {
  if (block && !block.contains(one)) {
    const isAfter = (block.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    if (!isAfter) return direction < 0 && !one.contains(block);
    if (direction < 0) return false;
  }
  if (here === undefined) {
    const { top } = shownFor(one).getBoundingClientRect();
    return direction > 0 ? top > 100 : top < 0;
  }
  const order = here.compareDocumentPosition(one);
  return (order & (direction > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !== 0;
}

const closed = "details:not([open])";

/** What is shown of an element: the outermost closed section that contains it, or the element itself. */
function shownFor(one: Element): Element {
  let shown = one;
  for (let at = one.closest(closed); at; at = at.parentElement?.closest(closed) ?? null) shown = at;
  return shown;
}

/** The element that the reader went to last, if it is in view. */
function foundInView(root: HTMLElement): Element | undefined {
  const found = foundIn(root);
  const { top, bottom } = found?.getBoundingClientRect() ?? { top: 0, bottom: 0 };
  // What is in a closed section has a place in some browsers.
  return found?.checkVisibility() && bottom > 0 && top < innerHeight ? found : undefined;
}

function searchField(root: HTMLElement): HTMLInputElement | null {
  return root.querySelector<HTMLInputElement>(".search input");
}

/** Put the cursor into the search, behind the sign of a turn's number. */
function askTurn(root: HTMLElement): void {
  const field = searchField(root);
  if (!field) return;
  field.value = turnSign;
  field.focus();
  field.dispatchEvent(new Event("input"));
}

/** Collapse or open the turn that the reader went to last, or else the first one in view. */
function toggleTurn(root: HTMLElement): void {
  const turns = all(root, ".main .turn");
  const found = foundInView(root)?.closest<HTMLElement>(".turn");
  const turn = found ?? turns.find((one) => one.getBoundingClientRect().bottom > 100);
  const body = turn?.querySelector<HTMLDetailsElement>(":scope > .turn-body");
  if (body) body.open = !body.open;
}

/** Copy the address of the message that the reader went to last, or else of the first one in view. */
function copyAddress(scope: Scope): void {
  const { root } = scope;
  const found = foundInView(root);
  const inView = all(root, ".main article[id]").find((one) => one.getBoundingClientRect().bottom > 100);
  const id = (found?.closest("article[id], section[id]") ?? inView)?.id;
  const output = root.querySelector<HTMLElement>(".search output");
  if (id === undefined || !navigator.clipboard) return;
  void navigator.clipboard.writeText(`${location.href.replace(/#.*$/, "")}#${id}`).then(() => {
    if (output) output.textContent = word(scope, "copied");
  });
}
