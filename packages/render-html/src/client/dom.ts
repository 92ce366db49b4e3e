/** What every part of the script needs: where it works, and the words it says. */
export interface Scope {
  /** The element with the page's content; of a page its body. */
  readonly root: HTMLElement;
  /** Whether the address of the page says what is shown. */
  readonly isPage: boolean;
  /** Ends what was begun outside of the root. */
  readonly signal?: AbortSignal | undefined;
}

/** All elements below the root that a selector finds, in the order of the document. */
export function all(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)];
}

/** A word of the page, which stands on its root. */
export function word({ root }: Scope, name: string): string {
  return root.dataset[name] ?? "";
}

/** Open what an element is folded in. */
export function reveal(element: Element): void {
  for (let section = element.closest("details"); section; section = section.parentElement?.closest("details") ?? null)
    section.open = true;
}

/** Go to an element: it is opened, scrolled to, marked, and has the focus. */
export function goTo(root: HTMLElement, element: HTMLElement): void {
  reveal(element);
  markFound(root, element);
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  bringIntoView(
    () => element.scrollIntoView({ block: "start", behavior: "instant" }),
    () => element.getBoundingClientRect().top,
  );
}

/** Mark the one element that was gone to. */
export function markFound(root: HTMLElement, element: Element | null | undefined): void {
  for (const one of all(root, ".found")) one.classList.remove("found");
  element?.classList.add("found");
}

/** How often a place is looked for again: what comes into view on the way gets its true height only then. */
const maxAttempts = 12;

/** Counts jumps: a jump that is not the newest one stops. */
let jumps = 0;

/**
 * Scroll until a place stays where it is. A newer jump, or the reader who scrolls away meanwhile, ends this one.
 *
 * @param scroll scrolls to it.
 * @param top where it is.
 */
export function bringIntoView(scroll: () => void, top: () => number): void {
  const jump = ++jumps;
  let left = maxAttempts;
  let last = Number.NaN;
  let scrolled = Number.NaN;
  const step = () => {
    if (jump !== jumps || isScrolledAway(scrollY - scrolled, top() - last)) return;
    scroll();
    const now = top();
    const isThere = Math.abs(now - last) < 1;
    last = now;
    scrolled = scrollY;
    if (!isThere && left-- > 0) requestAnimationFrame(step);
  };
  step();
}

/** The browser moves the page too while heights change, but then what is in view stays about where it was. */
function isScrolledAway(moved: number, shift: number): boolean {
  return Math.abs(moved) >= 1 && (Math.abs(moved + shift) < 1 || Math.abs(shift) > innerHeight / 2);
}

/** An element by its id, as it stands in an address: an id may be written with percent signs itself. */
export function byName(root: ParentNode, name: string): HTMLElement | undefined {
  for (const one of [name, decoded(name)]) {
    const found = one === "" ? null : root.querySelector<HTMLElement>(`#${CSS.escape(one)}`);
    if (found) return found;
  }
  return undefined;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return "";
  }
}

/** Whether an element is shown, or would be if the folds that it is in were open. */
export function canBeSeen(element: Element): boolean {
  let outer = element;
  for (
    let section = element.parentElement?.closest("details");
    section;
    section = section.parentElement?.closest("details")
  )
    outer = section;
  return outer.getClientRects().length > 0 && !element.closest(".off-path, .is-empty") && !isFilteredOut(element);
}

/** A kind in a fold is hidden by its class alone. */
function isFilteredOut(element: Element): boolean {
  for (let one: Element | null = element; one; one = one.parentElement)
    if (one.matches("details, article, .text") && getComputedStyle(one).display === "none") return true;
  return false;
}

/** Say something above the content; what was said there before is gone. Nothing is said where there are no words. */
export function notify(scope: Scope, name: string, words: string, ...more: readonly Node[]): void {
  scope.root.querySelector(`.notice.${name}`)?.remove();
  if (words === "") return;
  const line = document.createElement("p");
  line.className = `notice ${name}`;
  line.setAttribute("role", "status");
  line.append(words, ...more);
  scope.root.querySelector(".main")?.prepend(line);
}

/** A button that a script made. */
export function makeButton(name: string, words: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.textContent = words;
  return button;
}

/** What an address says of the page, and how to change it; nothing is left in the history. */
export function readParameter({ isPage }: Scope, name: string): string | undefined {
  return isPage ? (new URLSearchParams(location.search).get(name) ?? undefined) : undefined;
}

/** As {@link readParameter}; nothing takes it away. */
export function writeParameter({ isPage }: Scope, name: string, value: string | undefined): void {
  if (!isPage) return;
  const parameters = new URLSearchParams(location.search);
  if (value === undefined || value === "") parameters.delete(name);
  else parameters.set(name, value);
  const query = parameters.toString().replaceAll("%2C", ",");
  const address = `${location.pathname}${query === "" ? "" : `?${query}`}${location.hash}`;
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // A page that stands in a frame without an address of its own (`blob:`, `srcdoc`) keeps its choices to itself.
  }
}
