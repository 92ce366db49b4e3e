import { all, readParameter, type Scope, writeParameter } from "./dom.ts";

/** The class of the children of a reply that each filter hides. */
const partOf: Readonly<Record<string, string>> = {
  reply: "text",
  thinking: "thinking",
  tool: "tool",
  record: "record",
  agent: "agent",
};

/** The filters by kind. */
export interface Filters {
  /** Call this after the content has changed. */
  readonly refresh: () => void;
  readonly showAll: () => void;
}

/**
 * Buttons that hide all messages, or parts of them, of one kind. The hidden kinds are in the address, as `?hide=`.
 *
 * @param changed called after a filter has changed.
 */
export function filters(scope: Scope, changed: () => void): Filters {
  const { root } = scope;
  const buttons = all(root, ".filters [data-kind]");
  const hidden = new Set((readParameter(scope, "hide") ?? "").split(","));
  for (const button of buttons) {
    set(button, !hidden.has(button.dataset["kind"]!));
    button.addEventListener("click", () => {
      set(button, button.ariaPressed !== "true");
      apply();
    });
  }
  const showAllTurns = turnFilter(scope, changed);
  hideEmpty(root);
  return {
    refresh: () => hideEmpty(root),
    showAll() {
      showAllTurns();
      for (const button of buttons) set(button, true);
      apply();
    },
  };

  function apply(): void {
    const kinds = buttons.flatMap((one) => (one.ariaPressed === "true" ? [] : [one.dataset["kind"]!]));
    writeParameter(scope, "hide", kinds.join(","));
    hideEmpty(root);
    changed();
  }

  function set(button: HTMLElement, isShown: boolean): void {
    button.ariaPressed = String(isShown);
    root.classList.toggle(`hide-${button.dataset["kind"]!}`, !isShown);
  }
}

/** What turns may be filtered by: the words in `data-has`. */
const kindsOfTurns = ["changes", "failed", "agents"];

/** The list that shows only turns with changes, failed calls or agents. The choice is in the address, as `?turns=`. */
function turnFilter(scope: Scope, changed: () => void): () => void {
  const select = scope.root.querySelector<HTMLSelectElement>('[data-do="turns"]');
  const apply = (kind: string) => {
    for (const one of kindsOfTurns) scope.root.classList.toggle(`only-${one}`, one === kind);
    if (select) select.value = kind;
  };
  const set = (kind: string) => {
    apply(kind);
    writeParameter(scope, "turns", kind);
    changed();
  };
  select?.addEventListener("change", () => set(select.value));
  const kind = readParameter(scope, "turns") ?? "";
  apply(kindsOfTurns.includes(kind) ? kind : "");
  return () => set("");
}

/** A reply without visible parts is hidden too, unless the next reply has no heading and relies on this one. */
function hideEmpty(root: HTMLElement): void {
  const hidden = new Set(
    Object.entries(partOf).flatMap(([kind, part]) => (root.classList.contains(`hide-${kind}`) ? [part] : [])),
  );
  let isNeeded = false;
  let next: Element | undefined;
  for (const article of all(root, "article").reverse()) {
    if (!next?.matches(".reply") || next.closest(".thread, .agent") !== article.closest(".thread, .agent"))
      isNeeded = false;
    next = article;
    if (!article.matches(".reply")) continue;
    const parts = [...article.children].filter(({ tagName }) => !/^(?:H\d|A)$/.test(tagName));
    const hasHeading = /^H\d$/.test(article.firstElementChild?.tagName ?? "");
    const isLeft = hidden.size === 0 || parts.some(({ classList }) => ![...classList].some((name) => hidden.has(name)));
    const isShown: boolean = isLeft || (hasHeading && isNeeded);
    article.classList.toggle("is-empty", !isShown);
    isNeeded = !hasHeading && (isNeeded || isShown);
  }
  for (const run of all(root, ".run"))
    run.classList.toggle("is-empty", !run.querySelector(":scope > article:not(.is-empty)"));
}
