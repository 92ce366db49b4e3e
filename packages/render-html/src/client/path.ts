import { all, byName, goTo, makeButton, notify, readParameter, type Scope, word, writeParameter } from "./dom.ts";

/** The path that is shown, and whoever has to know that another one is. */
export interface LeafPath {
  /** Show the path to a message, by its uuid; nothing shows all. Says whether the message is on the page. */
  readonly show: (leaf: string | undefined) => boolean;
  /** The same, and the address of the page says so. */
  readonly set: (leaf: string | undefined) => void;
  /** The page has changed. */
  readonly refresh: () => void;
}

/** `?leaf=<uuid>`: only what was said on the way from the beginning to one message. */
export function path(scope: Scope, changed: () => void): LeafPath {
  let shown: string | undefined;
  const show = (leaf: string | undefined) => {
    shown = leaf;
    const end = showPath(scope, leaf, () => set(undefined));
    changed();
    if (end) goTo(scope.root, end);
    return end !== undefined || leaf === undefined;
  };
  const set = (leaf: string | undefined) => {
    writeParameter(scope, "leaf", leaf);
    show(leaf);
  };
  addSwitches(scope, set);
  const leaf = readParameter(scope, "leaf");
  if (leaf !== undefined) show(leaf);
  return {
    show,
    set,
    refresh() {
      addSwitches(scope, set);
      if (shown !== undefined) showPath(scope, shown, () => set(undefined));
      changed();
    },
  };
}

/** At the head of each branch, a button that shows the path to its end. */
function addSwitches(scope: Scope, set: (leaf: string | undefined) => void): void {
  for (const branch of all(scope.root, ".main > section.branch[id]")) {
    const heading = branch.querySelector(":scope > :is(h1, h2, h3, h4, h5, h6)");
    if (!heading || heading.nextElementSibling?.matches(".only")) continue;
    const button = makeButton("only", word(scope, "only"));
    button.addEventListener("click", () => {
      const last = piecesOf(scope.root, branch.id).flatMap((piece) => all(piece, "article[id]"));
      set(
        last
          .filter((one) => !one.closest("details.agent"))
          .at(-1)
          ?.id.replace(/^msg-/, ""),
      );
    });
    heading.after(button);
  }
}

/** The pieces of a line that are on the page: it may stand in several, where others begin between them. */
function piecesOf(root: HTMLElement, name: string): HTMLElement[] {
  const own = CSS.escape(name);
  return all(root, `.main > :is(section#${own}, section[data-within="${own}"]:not([id]))`);
}

/** Hide what is not on the path to a message. */
function showPath(scope: Scope, leaf: string | undefined, showAll: () => void): HTMLElement | undefined {
  const { root } = scope;
  for (const one of all(root, ".off-path")) one.classList.remove("off-path");
  notify(scope, "path", "");
  if (leaf === undefined) return undefined;
  const end = byName(root, `msg-${leaf}`);
  const button = makeButton("all", word(scope, "all"));
  button.addEventListener("click", showAll);
  notify(scope, "path", `${word(scope, end ? "path" : "elsewhere")} `, button);
  if (!end) return undefined;
  const shown = new Set<Element>();
  for (let at: Element | undefined = end; at; at = startOf(root, at)) addUpTo(root, at, shown);
  for (const section of all(root, ".main > section.thread")) {
    if (!shown.has(section)) section.classList.add("off-path");
    else for (const child of section.children) if (!shown.has(child)) child.classList.add("off-path");
  }
  for (const link of all(root, ".side nav a")) {
    const place = byName(root, (link as HTMLAnchorElement).hash.slice(1));
    if (place?.closest(".off-path")) link.classList.add("off-path");
  }
  return end.closest<HTMLElement>("article") ?? end;
}

/** All of a line up to an element: its earlier pieces, and of its own piece what stands before it. */
function addUpTo(root: HTMLElement, last: Element, shown: Set<Element>): void {
  const section = last.closest<HTMLElement>(".main > section.thread");
  if (!section) return;
  const children = [...section.children];
  const end = children.findIndex((one) => one.contains(last));
  shown.add(section);
  for (const child of children.slice(0, end + 1)) shown.add(child);
  const pieces = piecesOf(root, nameOf(section));
  for (const piece of pieces.slice(0, pieces.indexOf(section))) {
    shown.add(piece);
    for (const child of piece.children) shown.add(child);
  }
}

/** The message that the line of an element leaves from. */
function startOf(root: HTMLElement, element: Element): Element | undefined {
  const section = element.closest<HTMLElement>(".main > section.thread");
  const head = section && (byName(root, nameOf(section)) ?? section);
  const name = head?.dataset["from"] ?? section?.dataset["from"];
  return name === undefined ? undefined : byName(root, name);
}

/** The name of the line that a piece is of. */
function nameOf(section: HTMLElement): string {
  return section.id === "" ? (section.dataset["within"] ?? "") : section.id;
}
