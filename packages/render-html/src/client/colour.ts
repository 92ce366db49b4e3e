import type { Highlight } from "../tree/code.ts";
import { all } from "./dom.ts";
import { toDom } from "./to-dom.ts";

/** Colour the code that has one colour yet. */
export function colour(root: HTMLElement, highlight: Highlight): void {
  for (const code of all(root, ".main pre > code[class^=language-]")) {
    const language = code.className.replace(/^language-/, "");
    if (code.childElementCount > 0 || language === "text") continue;
    const children = highlight(code.textContent ?? "", language);
    if (children) code.replaceChildren(...toDom(children));
  }
}
