import morphdom from "morphdom";
import { notify, type Scope, word } from "./dom.ts";

/** Parts of a page that change while a session continues, and the elements that contain them. */
const parts = [
  [".main", ".page"],
  [".side nav", ".side > details"],
  [".bar > p", ".bar"],
  ["svg.map", ".page"],
  [".strip", "body > aside"],
] as const;
/** Classes that the script adds to an element; the element that replaces it gets them too. */
const scriptClasses = ["found", "near", "is-empty", "off-path"];

/** The types of the package describe its CommonJS build; the bundle holds the ES module. */
const morph = morphdom as unknown as typeof morphdom.default;
const scope: Scope = { root: document.body, isPage: true };
const address = document.body.dataset["live"]!;
let events: EventSource | undefined;
let isBusy = false;
let isPending = false;

// A browser allows few open connections: a page in the background closes its own.
document.addEventListener("visibilitychange", connect);
connect();

function connect(): void {
  events?.close();
  events = undefined;
  if (document.visibilityState === "hidden") return;
  events = new EventSource(address);
  // Fetches what changed while there was no connection.
  events.addEventListener("open", () => void update());
  events.addEventListener("error", () => notify(scope, "lost", word(scope, "lost")));
  events.addEventListener("change", (event) => {
    const changed = JSON.parse((event as MessageEvent<string>).data) as string[];
    if (changed.includes(decodeURIComponent(location.pathname))) void update();
  });
}

/** Update the page to its current state on the server. Collapsed, found and hidden elements stay so, and the scroll position stays. */
async function update(): Promise<void> {
  isPending = isBusy;
  if (isBusy) return;
  isBusy = true;
  try {
    const response = await fetch(location.pathname);
    notify(scope, "lost", response.ok ? "" : word(scope, "gone"));
    if (response.ok) apply(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    notify(scope, "lost", word(scope, "lost"));
  } finally {
    isBusy = false;
    if (isPending) void update();
  }
}

function apply(next: Document): void {
  // A page that had nothing to list has no contents to update.
  if (!document.querySelector(".page") && next.querySelector(".page")) {
    location.reload();
    return;
  }
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 60 && scrollY > 0;
  for (const [part, parent] of parts) {
    const [old, now] = [document.querySelector(part), next.querySelector(part)];
    if (old && now) morph(old, now, { onBeforeElUpdated: carryOver, onBeforeNodeDiscarded: (node) => !isAdded(node) });
    else if (now) document.querySelector(parent)?.append(now);
  }
  document.title = next.title;
  dispatchEvent(new Event("ccdag-changed"));
  if (isAtEnd) scrollToEnd(5);
}

/** Scroll to the end in several frames: messages get their true height only when they come into view. */
function scrollToEnd(frames: number): void {
  scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
  if (frames > 0) requestAnimationFrame(() => scrollToEnd(frames - 1));
}

/** Whether an element must be updated. The new element gets the state that the script gave to the old one. */
function carryOver(old: HTMLElement, now: HTMLElement): boolean {
  if (old.isEqualNode(now)) return false;
  if (old.querySelector(":scope > .zoom") && withoutZoom(old).isEqualNode(now)) return false;
  // Code got its colours when it came into view.
  if (old.matches("pre > code") && old.textContent === now.textContent) return false;
  // Times and their zone were converted to local time.
  if (old.matches("time[title], .zone")) return old.getAttribute("datetime") !== now.getAttribute("datetime");
  if (old instanceof HTMLDetailsElement) now.toggleAttribute("open", old.open);
  for (const name of scriptClasses) if (old.classList.contains(name)) now.classList.add(name);
  for (const name of ["tabindex", "aria-current"]) {
    const value = old.getAttribute(name);
    if (value !== null) now.setAttribute(name, value);
  }
  return true;
}

/** A copy of an element in which images have no zoom button around them. */
function withoutZoom(element: HTMLElement): Node {
  const copy = element.cloneNode(true) as HTMLElement;
  for (const button of copy.querySelectorAll(":scope > .zoom")) button.replaceWith(...button.childNodes);
  return copy;
}

/** Whether the script added the node to the page. */
function isAdded(node: Node): boolean {
  return node instanceof Element && node.matches(".copy, .only, .notice, .here");
}
