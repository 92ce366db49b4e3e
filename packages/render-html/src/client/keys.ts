import { all, goTo, type Scope } from "./dom.ts";

/** Where keys lead. */
const stops: Readonly<Record<string, string>> = {
  j: ".main article.prompt",
  b: ".main section.branch[id]",
  e: '.main details:is([data-tool="Edit"], [data-tool="MultiEdit"], [data-tool="Write"], [data-tool="NotebookEdit"])',
};

/** Keys that lead to the next prompt, branch or edit, and do what buttons do. */
export function keys(scope: Scope, setFolds: (level: number) => void, nextTheme: () => void): void {
  const { root } = scope;
  const help = root.querySelector<HTMLDialogElement>("dialog");
  root.querySelector('[data-do="keys"]')?.addEventListener("click", () => help?.showModal());
  (scope.isPage ? document : root).addEventListener("keydown", (event) => {
    const { key, target } = event as KeyboardEvent;
    if ((event as KeyboardEvent).ctrlKey || (event as KeyboardEvent).metaKey || (event as KeyboardEvent).altKey) return;
    if (target instanceof HTMLElement && target.matches("input, select, textarea, dialog *")) return;
    if (key === "/") root.querySelector<HTMLInputElement>(".search input")?.focus();
    else if (key === "?") help?.showModal();
    else if (key === "t") nextTheme();
    else if (key === "o" || key === "c") setFolds(key === "o" ? 2 : 0);
    else if (key === "y") copyAddress(root);
    else if (key === "k") step(root, stops["j"]!, -1);
    else if (Object.hasOwn(stops, key)) step(root, stops[key]!, 1);
    else if (Object.hasOwn(stops, key.toLowerCase())) step(root, stops[key.toLowerCase()]!, -1);
    else return;
    event.preventDefault();
  });
}

/** Go to the next place of a kind after what was last gone to, or after what is at the top of the window. */
function step(root: HTMLElement, selector: string, direction: 1 | -1): void {
  const places = all(root, selector).filter(
    (one) => !one.closest(".off-path, .is-empty") && (one.getClientRects().length > 0 || one.closest("details")),
  );
  if (direction < 0) places.reverse();
  const here = root.querySelector(".found");
  const next = places.find((one) => {
    if (here === null)
      return direction > 0 ? one.getBoundingClientRect().top > 80 : one.getBoundingClientRect().top < 0;
    const order = here.compareDocumentPosition(one);
    return direction > 0
      ? order & Node.DOCUMENT_POSITION_FOLLOWING
      : order & Node.DOCUMENT_POSITION_PRECEDING && one !== here;
  });
  if (next) goTo(root, next);
}

function copyAddress(root: HTMLElement): void {
  const here = root.querySelector(".found, :target")?.closest("article[id], section[id]");
  if (here) void navigator.clipboard?.writeText(`${location.href.replace(/#.*$/, "")}#${here.id}`);
}
