import { bringIntoView, layOutAround } from "./jump.ts";

/** What every part of the script needs. */
export interface Scope {
  /** The element that holds the content: the body of a page, or the element inside the shadow tree of a mounted view. */
  readonly root: HTMLElement;
  /** Whether the view is a whole page: only then does it read and write the address of the page. */
  readonly isPage: boolean;
  /** Removes listeners and marks outside the root when the view is removed. */
  readonly signal?: AbortSignal | undefined;
}

/** All elements below the root that match a selector, in document order. */
export function all(root: ParentNode, selector: string): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(selector)];
}

/** The elements beside the conversation that match a selector. The conversation is not searched: it may be very long. */
export function around(root: HTMLElement, selector: string): HTMLElement[] {
  const page = [...root.children].find((one) => one.matches(".page"));
  return [...(page?.children ?? []), ...root.children].flatMap((part) => {
    if (part === page || part.matches(".main, script")) return [];
    return [...(part.matches(selector) ? [part as HTMLElement] : []), ...all(part, selector)];
  });
}

/** A label of the page. Labels are `data-` attributes of the root; a missing one is an empty string. */
export function word({ root }: Scope, name: string): string {
  return root.dataset[name] ?? "";
}

/** Open every collapsible section that contains the element, and the turn that it is part of. */
export function reveal(element: Element): void {
  for (let turn = element.parentElement?.closest(".turn"); turn; turn = turn.parentElement?.closest(".turn"))
    turn.querySelector<HTMLDetailsElement>(":scope > .turn-body")?.setAttribute("open", "");
  for (let section = element.closest("details"); section; section = section.parentElement?.closest("details") ?? null)
    section.open = true;
}

/** Go to an element: open its sections, mark it, focus it and scroll to it. */
export function goTo(root: HTMLElement, element: HTMLElement): void {
  reveal(element);
  markFound(root, element);
  if (!element.hasAttribute("tabindex")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  layOutAround(element);
  bringIntoView(
    () => element.scrollIntoView({ block: "start", behavior: "instant" }),
    () => element.getBoundingClientRect().top,
  );
}

/** The element that the reader went to last, of each view. */
const lastFound = new WeakMap<HTMLElement, Element>();

/** The element that the reader went to last. */
export function foundIn(root: HTMLElement): Element | undefined {
  return lastFound.get(root);
}

/** Mark the one element that the reader went to, and unmark the one before. */
export function markFound(root: HTMLElement, element: Element | null | undefined): void {
  lastFound.get(root)?.classList.remove("found");
  element?.classList.add("found");
  if (element) lastFound.set(root, element);
  else lastFound.delete(root);
}

/** The element with the id of an address. An id may itself contain percent signs, so the name is tried as it is and decoded. */
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

/**
 * Show a notice above the content, in place of the earlier one of that name.
 *
 * @param name the class of the notice.
 * @param words its text; an empty string only removes the earlier notice.
 * @param more what follows the text, such as a button.
 */
export function notify(scope: Scope, name: string, words: string, ...more: readonly Node[]): void {
  const main = scope.root.querySelector(".main");
  [...(main?.children ?? [])].find((one) => one.matches(`.notice.${name}`))?.remove();
  if (words === "") return;
  const notice = document.createElement("p");
  notice.className = `notice ${name}`;
  notice.setAttribute("role", "status");
  notice.append(words, ...more);
  main?.prepend(notice);
}

/** A button that the script adds: its class and its text. */
export function makeButton(name: string, words: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.textContent = words;
  return button;
}

/** A button that copies a text, and says so for a moment. */
export function makeCopyButton(
  scope: Scope,
  name: string,
  textOf: (button: HTMLButtonElement) => string,
): HTMLButtonElement {
  const button = makeButton(name, word(scope, "copy"));
  button.addEventListener("click", () => {
    void navigator.clipboard.writeText(textOf(button)).then(() => {
      button.textContent = word(scope, "copied");
      setTimeout(() => (button.textContent = word(scope, "copy")), 1500);
    });
  });
  return button;
}

/** The value of a query parameter of the page; `undefined` where there is none, and in a view that is not a page. */
export function readParameter({ isPage }: Scope, name: string): string | undefined {
  return isPage ? (new URLSearchParams(location.search).get(name) ?? undefined) : undefined;
}

/** Set a query parameter of the page, or remove it with `undefined` or an empty string. The history gets no entry. */
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
    // A page in a frame without an address (`blob:`, `srcdoc`) cannot keep its choices in the address.
  }
}
