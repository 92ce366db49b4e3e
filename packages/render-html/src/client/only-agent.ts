import { all, byName, makeButton, type Scope, word } from "./dom.ts";

/**
 * Hide everything but the section of one agent, and the line of the turn that it is in.
 *
 * @param name the name of its anchor.
 * @returns the section, where it is on the page.
 */
export function showAgent({ root }: Scope, name: string): HTMLElement | undefined {
  const section = byName(root, name);
  if (!section?.matches("details.agent")) return undefined;
  section.dataset["alone"] = "";
  for (let at: Element = section; !at.matches(".main"); at = at.parentElement!) hideBeside(at);
  for (const link of all(root, ".side nav a")) {
    const target = byName(root, (link as HTMLAnchorElement).hash.slice(1));
    if (target && !section.contains(target)) link.classList.add("off-path");
  }
  return section;
}

/** Hide the siblings of an element; of the piece that begins with the title of the session the rest. */
function hideBeside(element: Element): void {
  for (const one of element.parentElement!.children) {
    if (one === element || one.matches("summary, h1, .notice")) continue;
    const title = one.querySelector(":scope > h1");
    if (title) hideBeside(title);
    else one.classList.add("off-path");
  }
}

/**
 * Add to the section of an agent, when it is opened, what shows it alone: of a page a link, for a window of its own.
 *
 * @param choose called with the name of its anchor.
 */
export function offerAgents(scope: Scope, choose: (name: string) => void): void {
  const { root, isPage, signal } = scope;
  root.addEventListener(
    "toggle",
    ({ target }) => {
      const section = target as HTMLDetailsElement;
      if (!section.matches("details.agent[id]") || !section.open) return;
      const summary = section.querySelector(":scope > summary")!;
      if (summary.nextElementSibling?.matches(".only")) return;
      const control: HTMLElement = isPage ? makeLink(section.id) : makeButton("only", "");
      control.textContent = word(scope, "agentOnly");
      control.addEventListener("click", (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        choose(section.id);
      });
      summary.after(control);
    },
    { capture: true, ...(signal && { signal }) },
  );
}

function makeLink(name: string): HTMLAnchorElement {
  const link = document.createElement("a");
  link.className = "only";
  link.href = `?${new URLSearchParams({ agent: name }).toString()}`;
  return link;
}
