import morphdom from "morphdom";
import { notify, type Scope, word } from "./dom.ts";

/** Parts of a page that change while a conversation goes on, and what they stand in. */
const parts = [
  [".main", ".page"],
  [".side nav", ".side > details"],
  [".bar > p", ".bar"],
  ["svg.map", ".page"],
  [".strip", "body > aside"],
] as const;
/** What the script did to an element, and must do again to the one that takes its place. */
const marks = ["found", "is-empty", "off-path"];

/** The types of the package are those of its CommonJS build; what is bundled is the other one. */
const morph = morphdom as unknown as typeof morphdom.default;
const scope: Scope = { root: document.body, isPage: true };
const address = document.body.dataset["live"]!;
let events: EventSource | undefined;
let isBusy = false;
let isAskedAgain = false;

// A browser keeps few connections open: a page that nobody looks at has none.
document.addEventListener("visibilitychange", connect);
connect();

function connect(): void {
  events?.close();
  events = undefined;
  if (document.visibilityState === "hidden") return;
  events = new EventSource(address);
  // Whatever happened while nobody was connected.
  events.addEventListener("open", () => void update());
  events.addEventListener("error", () => notify(scope, "lost", word(scope, "lost")));
  events.addEventListener("change", (event) => {
    const changed = JSON.parse((event as MessageEvent<string>).data) as string[];
    if (changed.includes(decodeURIComponent(location.pathname))) void update();
  });
}

/** Take what is new from the page as it is now. What is folded, found and hidden stays so, and the window where it is. */
async function update(): Promise<void> {
  isAskedAgain = isBusy;
  if (isBusy) return;
  isBusy = true;
  try {
    const response = await fetch(location.pathname);
    notify(scope, "lost", response.ok ? "" : word(scope, "gone"));
    if (response.ok) take(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    notify(scope, "lost", word(scope, "lost"));
  } finally {
    isBusy = false;
    if (isAskedAgain) void update();
  }
}

function take(next: Document): void {
  // A page that had nothing to list had no contents either.
  if (!document.querySelector(".page") && next.querySelector(".page")) {
    location.reload();
    return;
  }
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 60 && scrollY > 0;
  for (const [part, around] of parts) {
    const [old, now] = [document.querySelector(part), next.querySelector(part)];
    if (old && now) morph(old, now, { onBeforeElUpdated: keep, onBeforeNodeDiscarded: (node) => !isOurs(node) });
    else if (now) document.querySelector(around)?.append(now);
  }
  document.title = next.title;
  dispatchEvent(new Event("ccdag-changed"));
  if (isAtEnd) toEnd(5);
}

/** Messages that come into view get their true height only then, and the end moves on. */
function toEnd(times: number): void {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  if (times > 0) requestAnimationFrame(() => toEnd(times - 1));
}

/** Whether an element is to be changed into the one that takes its place, which gets what the script did to it. */
function keep(old: HTMLElement, now: HTMLElement): boolean {
  if (old.isEqualNode(now)) return false;
  if (old.querySelector(":scope > .zoom") && withoutZoom(old).isEqualNode(now)) return false;
  // Times and their zone are told where the reader is.
  if (old.matches("time[title], .zone")) return old.getAttribute("datetime") !== now.getAttribute("datetime");
  if (old instanceof HTMLDetailsElement) now.toggleAttribute("open", old.open);
  for (const mark of marks) if (old.classList.contains(mark)) now.classList.add(mark);
  for (const name of ["tabindex", "aria-current"]) {
    const value = old.getAttribute(name);
    if (value !== null) now.setAttribute(name, value);
  }
  return true;
}

/** An element with its images as they were written, before each got a button around it. */
function withoutZoom(element: HTMLElement): Node {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const button of copy.querySelectorAll(":scope > .zoom")) button.replaceWith(...button.childNodes);
  return copy;
}

/** What the script added to the page. */
function isOurs(node: Node): boolean {
  return node instanceof Element && node.matches(".copy, .only, .notice, .here");
}
