import { all, canBeSeen, goTo, type Scope, word } from "./dom.ts";
import { keep, recall } from "./store.ts";

/** Where keys lead. */
const stops: Readonly<Record<string, string>> = {
  j: ".main article.prompt",
  b: ".main section.branch[id]",
  e: '.main details:is([data-tool="Edit"], [data-tool="MultiEdit"], [data-tool="Write"], [data-tool="NotebookEdit"])',
};

/** What the keys do that do not lead to a place. */
export interface Deeds {
  readonly setSections: (level: number) => void;
  readonly nextTheme: () => void;
}

/** Keys that lead to the next prompt, branch or edit, and do what buttons do. They can be switched off. */
export function keys(scope: Scope, { setSections: setSections, nextTheme }: Deeds): void {
  const { root } = scope;
  const help = root.querySelector<HTMLDialogElement>("dialog");
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
    if (key === "/") root.querySelector<HTMLInputElement>(".search input")?.focus();
    else if (key === "?") help?.showModal();
    else if (key === "t") nextTheme();
    else if (key === "o" || key === "c") setSections(key === "o" ? 2 : 0);
    else if (key === "y" && scope.isPage) copyAddress(scope);
    else if (key === "k") step(root, stops["j"]!, -1);
    else if (Object.hasOwn(stops, key)) step(root, stops[key]!, 1);
    else if (Object.hasOwn(stops, key.toLowerCase())) step(root, stops[key.toLowerCase()]!, -1);
    else return;
    event.preventDefault();
  });
}

/** Go to the next place of a kind: after what was last gone to, or where that is out of view, after what is in view. */
function step(root: HTMLElement, selector: string, direction: 1 | -1): void {
  const places = all(root, selector);
  if (direction < 0) places.reverse();
  const here = [...all(root, ".found")].find(isInView);
  const next = places.find((one) => isBeyond(one, here, direction) && canBeSeen(one));
  if (next) goTo(root, next);
}

function isBeyond(one: Element, here: Element | undefined, direction: 1 | -1): boolean {
  if (here === undefined) {
    const { top } = (one.closest("details:not([open])") ?? one).getBoundingClientRect();
    return direction > 0 ? top > 100 : top < 0;
  }
  const order = here.compareDocumentPosition(one);
  return (order & (direction > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING)) !== 0;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > 0 && top < innerHeight;
}

/** Copy the address of the message that was gone to, else of the one that is read. */
function copyAddress(scope: Scope): void {
  const { root } = scope;
  const found = [...all(root, ".found")].find(isInView);
  const inView = all(root, ".main article[id]").find((one) => one.getBoundingClientRect().bottom > 100);
  const id = (found?.closest("article[id], section[id]") ?? inView)?.id;
  const output = root.querySelector<HTMLElement>(".search output");
  if (id === undefined || !navigator.clipboard) return;
  void navigator.clipboard.writeText(`${location.href.replace(/#.*$/, "")}#${id}`).then(() => {
    if (output) output.textContent = word(scope, "copied");
  });
}
