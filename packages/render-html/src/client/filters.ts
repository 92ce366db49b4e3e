import { all, readParameter, type Scope, writeParameter } from "./dom.ts";

/** Which child of a reply a filter takes away. */
const partOf: Readonly<Record<string, string>> = {
  reply: "text",
  thinking: "thinking",
  tool: "tool",
  record: "record",
  agent: "agent",
};

/** What is hidden by its kind. */
export interface Filters {
  /** Look at what has come to the page since. */
  readonly refresh: () => void;
  readonly showAll: () => void;
}

/**
 * Buttons that hide what is of a kind: what is hidden stands in the address.
 *
 * @param changed told when something else is shown.
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
  empty(root);
  return {
    refresh: () => empty(root),
    showAll() {
      for (const button of buttons) set(button, true);
      apply();
    },
  };

  function apply(): void {
    const kinds = buttons.flatMap((one) => (one.ariaPressed === "true" ? [] : [one.dataset["kind"]!]));
    writeParameter(scope, "hide", kinds.join(","));
    empty(root);
    changed();
  }

  function set(button: HTMLElement, isShown: boolean): void {
    button.ariaPressed = String(isShown);
    root.classList.toggle(`hide-${button.dataset["kind"]!}`, !isShown);
  }
}

/** A reply of which nothing is left is hidden too, unless its heading says who speaks in the next one. */
function empty(root: HTMLElement): void {
  const gone = new Set(
    Object.entries(partOf).flatMap(([kind, part]) => (root.classList.contains(`hide-${kind}`) ? [part] : [])),
  );
  let isNeeded = false;
  for (const article of all(root, "article.reply").reverse()) {
    const parts = [...article.children].filter(({ tagName }) => !/^(?:H\d|A)$/.test(tagName));
    const hasHeading = /^H\d$/.test(article.firstElementChild?.tagName ?? "");
    if (!article.nextElementSibling?.matches("article.reply")) isNeeded = false;
    const isLeft = gone.size === 0 || parts.some(({ classList }) => ![...classList].some((name) => gone.has(name)));
    const isShown: boolean = isLeft || (hasHeading && isNeeded);
    article.classList.toggle("is-empty", !isShown);
    isNeeded = !hasHeading && (isNeeded || isShown);
  }
}
