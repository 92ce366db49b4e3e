import { all, byName, goTo, makeButton, notify, readParameter, type Scope, word, writeParameter } from "./dom.ts";
import { offerAgents, showAgent } from "./only-agent.ts";

/** The view of one path through a conversation with branches. */
export interface LeafPath {
  /** Show only the path to the message with this uuid; `undefined` shows everything. Returns whether the message is on the page. */
  readonly show: (leaf: string | undefined) => boolean;
  /** The same, and write the path to the address of the page. */
  readonly set: (leaf: string | undefined) => void;
  /** Call this after the content has changed. */
  readonly refresh: () => void;
}

/** What is shown: the path to a message, an agent, or everything. */
type Choice = { readonly leaf: string } | { readonly agent: string } | undefined;

/**
 * `?leaf=<uuid>`: show only the messages from the beginning of the conversation to one message. `?agent=<name>`: show only an agent.
 *
 * @param changed called after another path is shown.
 */
export function path(scope: Scope, changed: () => void): LeafPath {
  let shown: Choice;
  const draw = () => showChoice(scope, shown, () => choose(undefined));
  const show = (choice: Choice) => {
    shown = choice;
    const end = draw();
    changed();
    if (end) goTo(scope.root, end);
    return end !== undefined || choice === undefined;
  };
  const choose = (choice: Choice) => {
    writeParameter(scope, "leaf", choice && "leaf" in choice ? choice.leaf : undefined);
    writeParameter(scope, "agent", choice && "agent" in choice ? choice.agent : undefined);
    show(choice);
  };
  const set = (leaf: string | undefined) => choose(leaf === undefined ? undefined : { leaf });
  addPathButtons(scope, set);
  offerAgents(scope, (agent) => choose({ agent }));
  const [leaf, agent] = [readParameter(scope, "leaf"), readParameter(scope, "agent")];
  if (leaf !== undefined) show({ leaf });
  else if (agent !== undefined) show({ agent });
  return {
    show: (to) => show(to === undefined ? undefined : { leaf: to }),
    set,
    refresh() {
      addPathButtons(scope, set);
      if (shown !== undefined) draw();
      changed();
    },
  };
}

/** Hide what is not chosen. Returns the element that was chosen, where it is on the page. */
function showChoice(scope: Scope, choice: Choice, showAll: () => void): HTMLElement | undefined {
  for (const one of all(scope.root, ".off-path")) one.classList.remove("off-path");
  for (const one of all(scope.root, "[data-alone]")) one.removeAttribute("data-alone");
  notify(scope, "path", "");
  if (choice === undefined) return undefined;
  const found = "leaf" in choice ? showPath(scope, choice.leaf) : showAgent(scope, choice.agent);
  const button = makeButton("all", word(scope, "all"));
  button.addEventListener("click", showAll);
  const what = found === undefined ? "elsewhere" : "leaf" in choice ? "path" : "agentPath";
  notify(scope, "path", `${word(scope, what)} `, button);
  return found;
}

/** Add a button below the heading of each branch that shows only the path to the end of the branch. */
function addPathButtons(scope: Scope, set: (leaf: string | undefined) => void): void {
  for (const branch of scope.root.querySelector(".main")?.children ?? []) {
    if (!branch.matches("section.branch[id]")) continue;
    const heading = branch.querySelector(":scope > :is(h1, h2, h3, h4, h5, h6)");
    if (!heading || heading.nextElementSibling?.matches(".only")) continue;
    const button = makeButton("only", word(scope, "only"));
    button.addEventListener("click", () => {
      const messages = piecesOf(scope.root, branch.id).flatMap((piece) => all(piece, "article[id]"));
      set(
        messages
          .filter((one) => !one.closest("details.agent"))
          .at(-1)
          ?.id.replace(/^msg-/, ""),
      );
    });
    heading.after(button);
  }
}

/** The pieces of a thread that are on the page: a thread has several where other threads start between them. */
function piecesOf(root: HTMLElement, name: string): HTMLElement[] {
  const id = CSS.escape(name);
  return all(root, `.main > :is(section#${id}, section[data-within="${id}"]:not([id]))`);
}

/** Hide everything that is not on the path to a message; returns the message, where it is on the page. */
function showPath({ root }: Scope, leaf: string): HTMLElement | undefined {
  const end = byName(root, `msg-${leaf}`);
  if (!end) return undefined;
  const shown = new Set<Element>();
  for (let at: Element | undefined = end; at; at = startOf(root, at)) {
    addUpTo(root, at, shown);
    hideRestOfTurn(at.closest("article") ?? at);
  }
  for (const section of all(root, ".main > section.thread")) {
    if (!shown.has(section)) section.classList.add("off-path");
    else for (const child of section.children) if (!shown.has(child)) child.classList.add("off-path");
  }
  for (const link of all(root, ".side nav a")) {
    const target = byName(root, (link as HTMLAnchorElement).hash.slice(1));
    if (target?.closest(".off-path")) link.classList.add("off-path");
  }
  return end.closest<HTMLElement>("article") ?? end;
}

/** Hide what follows an element in its turn. */
function hideRestOfTurn(last: Element): void {
  const turn = last.closest(".main .turn");
  for (const one of turn ? all(turn, ".run, article, .changes, details.record") : [])
    if (last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING && !last.contains(one))
      one.classList.add("off-path");
}

/** Add the thread of an element up to that element: its earlier pieces, and in the piece of the element everything before it. */
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

/** The message from which the thread of an element branches off. */
function startOf(root: HTMLElement, element: Element): Element | undefined {
  const section = element.closest<HTMLElement>(".main > section.thread");
  const head = section && (byName(root, nameOf(section)) ?? section);
  const name = head?.dataset["from"] ?? section?.dataset["from"];
  return name === undefined ? undefined : byName(root, name);
}

/** The name of the thread that a piece belongs to. */
function nameOf(section: HTMLElement): string {
  return section.id === "" ? (section.dataset["within"] ?? "") : section.id;
}
