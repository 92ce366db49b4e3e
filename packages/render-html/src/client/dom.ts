/** What every part of the script needs: where it works, and the words it says. */
export interface Scope {
  /** The element with the page's content; of a page its body. */
  readonly root: HTMLElement;
  /** Whether the address of the page says what is shown. */
  readonly isPage: boolean;
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
  for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null)
    fold.open = true;
}

/** Go to an element: it is opened, scrolled to, marked, and has the focus. */
export function goTo(root: HTMLElement, element: HTMLElement): void {
  reveal(element);
  for (const one of all(root, ".found")) one.classList.remove("found");
  element.classList.add("found");
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "start" });
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
  history.replaceState(history.state, "", `${location.pathname}${query === "" ? "" : `?${query}`}${location.hash}`);
}
