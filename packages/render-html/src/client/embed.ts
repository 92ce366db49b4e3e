import { readParameter, type Scope } from "./dom.ts";

/** `?embed`: only the conversation, for a frame in another page. A link to another page opens in the window around the frame. */
export function embed(scope: Scope): void {
  if (readParameter(scope, "embed") === undefined) return;
  document.documentElement.classList.add("embed");
  scope.root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a[href]:not([href^='#'])");
    link?.setAttribute("target", "_top");
  });
}
