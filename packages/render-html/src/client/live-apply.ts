import morphdom from "morphdom";

/** What a server says of a page that changes. */
export interface PageChange {
  /** The version that it changes, and the one that it becomes. */
  readonly from: string;
  readonly to: string;
  /** The messages from a prompt to the end of its thread. */
  readonly region?: ChangedEnd;
  /** The entries of the contents from a prompt to the end of their list. */
  readonly entries?: ChangedEnd;
  /** Blocks that are replaced: so many of a section, from an index on. */
  readonly blocks?: ReadonlyArray<{ section: number; at: number; count: number; html: string }>;
  /** The page without its messages. */
  readonly around?: string;
}

interface ChangedEnd {
  /** The uuid of the prompt. */
  readonly prompt: string;
  readonly html: string;
}

/** Parts of a page that change while a session continues, and the elements that contain them. */
const parts = [
  [".main", ".page"],
  [".side nav", ".side > details"],
  [".bar > p", ".bar"],
  ["svg.map", ".page"],
  [".strip", "body > aside"],
] as const;
/** What the script adds to the page. */
const added = ".copy, .only, .notice, .here, .line:not(summary), .clone, .look, .gallery, .latest";
/** Classes that the script adds to an element; the element that replaces it gets them too. */
const scriptClasses = ["found", "near", "is-empty", "off-path"];

/** The types of the package describe its CommonJS build; the bundle holds the ES module. */
const morph = morphdom as unknown as typeof morphdom.default;

/** Make the page what another document is. Collapsed, found and hidden elements stay so. */
export function applyPage(next: Document): boolean {
  // A page that had nothing to list has no contents to update.
  if (!document.querySelector(".page") && next.querySelector(".page")) location.reload();
  else applyParts(next, parts);
  return true;
}

/** Change a part of the page; returns whether the page has what is to be changed. */
export function applyPatch({ region, entries, blocks, around }: PageChange): boolean {
  const message = region && (find(`turn-${region.prompt}`) ?? find(`msg-${region.prompt}`));
  const first = message && topOf(message);
  if (region && !first) return false;
  if (region && first) replaceFrom(first, region.html);
  // From the last one on, so that the indexes of the others stay.
  for (const { section, at, count, html } of blocks?.slice().reverse() ?? []) {
    const parent = childrenOf(document.querySelector(".main")!)[section];
    if (!parent) return false;
    if (parent.matches(".thread")) replace(parent, at, count, html);
    else replace(parent.parentElement!, section, 1, html);
  }
  if (around !== undefined) applyParts(new DOMParser().parseFromString(around, "text/html"), parts.slice(1));
  if (entries) {
    const [link] = [`msg-${entries.prompt}`, `turn-${entries.prompt}`].flatMap((name) => linkTo(name) ?? []);
    const item = link?.closest("li");
    if (item) replaceFrom(item, entries.html);
  }
  return true;
}

function find(id: string): HTMLElement | undefined {
  return document.getElementById(id) ?? undefined;
}

function linkTo(name: string): Element | undefined {
  return document.querySelector(`.side nav a[href="#${CSS.escape(name)}"]`) ?? undefined;
}

/** The child of a thread that contains an element. */
function topOf(element: HTMLElement): HTMLElement | undefined {
  let top: HTMLElement | null = element;
  while (top && !top.parentElement?.matches(".main > section.thread")) top = top.parentElement;
  return top ?? undefined;
}

/** Replace an element and all that follows it in its parent. */
function replaceFrom(first: Element, html: string): void {
  const parent = first.parentElement!;
  const children = childrenOf(parent);
  const at = children.indexOf(first);
  replace(parent, at, children.length - at, html);
}

/** Replace so many children of an element, from an index on. */
function replace(parent: Element, from: number, count: number, html: string): void {
  const children = childrenOf(parent);
  const old = children.slice(from, from + count);
  const next = [...new DOMParser().parseFromString(html, "text/html").body.children];
  for (const [at, now] of next.entries()) {
    const known = old[at];
    if (known) morphInto(known, now);
    else parent.insertBefore(now, children[from + count] ?? null);
  }
  for (const one of old.slice(next.length)) one.remove();
}

/** The children of an element, without those that the script added. */
function childrenOf(parent: Element): Element[] {
  return [...parent.children].filter((one) => !isAdded(one));
}

function applyParts(next: Document, which: ReadonlyArray<(typeof parts)[number]>): void {
  for (const [part, parent] of which) {
    const [old, now] = [document.querySelector(part), next.querySelector(part)];
    if (old && now) morphInto(old, now);
    else if (now) document.querySelector(parent)?.append(now);
  }
  document.title = next.title;
}

function morphInto(old: Element, now: Element): void {
  morph(old, now, { onBeforeElUpdated: carryOver, onBeforeNodeDiscarded: (node) => !isAdded(node) });
}

/** Whether an element must be updated. The new element gets the state that the script gave to the old one. */
function carryOver(old: HTMLElement, now: HTMLElement): boolean {
  if (old.isEqualNode(now)) return false;
  if (old.querySelector(":scope > .zoom") && withoutZoom(old).isEqualNode(now)) return false;
  // Code got its colours when it came into view.
  if (old.matches("pre > code") && old.textContent === now.textContent) return false;
  // Times and their zone were converted to local time; the results of a search are the script's.
  if (old.matches("time[title], .zone")) return old.getAttribute("datetime") !== now.getAttribute("datetime");
  if (old.matches(".results")) return false;
  if (old instanceof HTMLDetailsElement) now.toggleAttribute("open", old.open);
  for (const name of scriptClasses) if (old.classList.contains(name)) now.classList.add(name);
  for (const name of ["tabindex", "aria-current", "data-numbers"]) {
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
  return node instanceof Element && node.matches(added);
}
