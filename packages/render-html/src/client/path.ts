import { all, goTo, readParameter, type Scope, word, writeParameter } from "./dom.ts";

/** `?leaf=<uuid>`: only what was said on the way from the beginning to one message. */
export function path(scope: Scope): void {
  addSwitches(scope);
  const leaf = readParameter(scope, "leaf");
  if (leaf !== undefined) showPath(scope, leaf);
}

/** At the head of each branch, a button that shows the path to its end. */
export function addSwitches(scope: Scope): void {
  for (const branch of all(scope.root, ".main > section.branch[id]")) {
    const heading = branch.querySelector(":scope > :is(h1, h2, h3, h4, h5, h6)");
    if (!heading || heading.querySelector(".only")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "only";
    button.textContent = word(scope, "only");
    button.addEventListener("click", () => {
      const pieces = `:is(#${CSS.escape(branch.id)}, [data-within="${CSS.escape(branch.id)}"]:not([id])) > article[id]`;
      const leaf = all(scope.root, pieces).at(-1)?.id.replace(/^msg-/, "");
      writeParameter(scope, "leaf", leaf);
      showPath(scope, leaf);
    });
    heading.append(" ", button);
  }
}

/**
 * Show one path.
 *
 * @param scope the page.
 * @param leaf the uuid of its last message; nothing shows all again.
 * @returns whether the message is on the page.
 */
export function showPath(scope: Scope, leaf: string | undefined): boolean {
  const { root } = scope;
  for (const one of all(root, ".off-path")) one.classList.remove("off-path");
  root.querySelector(".notice")?.remove();
  if (leaf === undefined) return true;
  const end = find(root, `msg-${leaf}`);
  if (!end) return false;
  const shown = new Set<Element>();
  for (let at: Element | undefined = end; at; at = from(root, at)) addUpTo(root, at, shown);
  for (const main of all(root, ".main"))
    for (const section of main.children) {
      if (!section.matches("section.line")) continue;
      if (!shown.has(section)) section.classList.add("off-path");
      else for (const child of section.children) if (!shown.has(child)) child.classList.add("off-path");
    }
  note(scope);
  goTo(root, end.closest("article") ?? end);
  return true;
}

/** All of a line up to an element, and the pieces of the line before that. */
function addUpTo(root: HTMLElement, last: Element, shown: Set<Element>): void {
  let section = last.closest<HTMLElement>(".main > section.line") ?? undefined;
  if (!section) return;
  for (
    let child: Element | null = [...section.children].find((one) => one.contains(last)) ?? null;
    child;
    child = child.previousElementSibling
  )
    shown.add(child);
  shown.add(section);
  // A line that goes on after another one stands in several pieces.
  while (section && section.id === "") {
    section = find(root, section.dataset["within"] ?? "");
    if (!section) return;
    shown.add(section);
    for (const child of section.children) shown.add(child);
  }
}

/** The message that the line of an element leaves from. */
function from(root: HTMLElement, element: Element): Element | undefined {
  let section = element.closest<HTMLElement>(".main > section.line") ?? undefined;
  while (section && section.id === "" && section.dataset["within"]) section = find(root, section.dataset["within"]);
  const name = section?.dataset["from"];
  return name === undefined ? undefined : find(root, name);
}

function find(root: HTMLElement, name: string): HTMLElement | undefined {
  return root.querySelector<HTMLElement>(`#${CSS.escape(name)}`) ?? undefined;
}

/** Whoever sees a part is told so, and how to see all. */
function note(scope: Scope): void {
  const line = document.createElement("p");
  line.className = "notice";
  line.textContent = `${word(scope, "path")} `;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = word(scope, "all");
  button.addEventListener("click", () => {
    writeParameter(scope, "leaf", undefined);
    showPath(scope, undefined);
  });
  line.append(button);
  scope.root.querySelector(".main")?.prepend(line);
}
