import { all, around, readParameter, type Scope, writeParameter } from "./dom.ts";
import { inSlices } from "./slices.ts";
import { type Filters, chooseTurns } from "./choose-turns.ts";

/** The class of the children of a reply that each filter hides. */
const partOf: Readonly<Record<string, string>> = {
  reply: "text",
  thinking: "thinking",
  tool: "tool",
  record: "record",
  agent: "agent",
};

/**
 * Buttons that hide all messages, or parts of them, of one kind. The hidden kinds are in the address, as `?hide=`.
 *
 * @param changed called after a filter has changed.
 */
export function filters(scope: Scope, changed: () => void): Filters {
  const { root } = scope;
  const buttons = around(root, "[data-kind]");
  const hidden = new Set((readParameter(scope, "hide") ?? "").split(","));
  for (const button of buttons) {
    set(button, !hidden.has(button.dataset["kind"]!));
    button.addEventListener("click", () => {
      set(button, button.ariaPressed !== "true");
      apply();
    });
  }
  const turns = chooseTurns(scope, changed);
  void hideEmpty(root);
  return {
    refresh() {
      turns.refresh();
      void hideEmpty(root);
    },
    setFound: turns.setFound,
    showAll() {
      turns.showAll();
      for (const button of buttons) set(button, true);
      apply();
    },
  };

  function apply(): void {
    const kinds = buttons.flatMap((one) => (one.ariaPressed === "true" ? [] : [one.dataset["kind"]!]));
    writeParameter(scope, "hide", kinds.join(","));
    void hideEmpty(root).then(changed);
  }

  function set(button: HTMLElement, isShown: boolean): void {
    button.ariaPressed = String(isShown);
    root.classList.toggle(`hide-${button.dataset["kind"]!}`, !isShown);
  }
}

/** Counts what was begun: what is not the newest ends. */
let rounds = 0;

/** A reply without visible parts is hidden too, unless the next reply has no heading and relies on this one. */
async function hideEmpty(root: HTMLElement): Promise<void> {
  const round = ++rounds;
  const hidden = new Set(
    Object.entries(partOf).flatMap(([kind, part]) => (root.classList.contains(`hide-${kind}`) ? [part] : [])),
  );
  if (hidden.size === 0) {
    for (const one of all(root, ".main .is-empty")) one.classList.remove("is-empty");
    return;
  }
  let isNeeded = false;
  let next: Element | undefined;
  const isNewest = () => round === rounds;
  const hide = (article: HTMLElement) => {
    if (!next?.matches(".reply") || next.closest(".thread, .agent") !== article.closest(".thread, .agent"))
      isNeeded = false;
    next = article;
    if (!article.matches(".reply")) return;
    const parts = [...article.children].filter(({ tagName }) => !/^(?:H\d|A)$/.test(tagName));
    const hasHeading = /^H\d$/.test(article.firstElementChild?.tagName ?? "");
    const isLeft = parts.some(({ classList }) => ![...classList].some((name) => hidden.has(name)));
    const isShown: boolean = isLeft || (hasHeading && isNeeded);
    article.classList.toggle("is-empty", !isShown);
    isNeeded = !hasHeading && (isNeeded || isShown);
  };
  await inSlices(all(root, "article").reverse(), hide, isNewest);
  if (!isNewest()) return;
  await inSlices(all(root, ".run"), hideRun, isNewest);
}

/** A run without visible messages is hidden. */
function hideRun(run: HTMLElement): void {
  run.classList.toggle("is-empty", !run.querySelector(":scope > article:not(.is-empty)"));
}
