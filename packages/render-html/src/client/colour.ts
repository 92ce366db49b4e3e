import { type Highlight, highlightLimit } from "../tree/code.ts";
import { all } from "./dom.ts";
import { toDom } from "./to-dom.ts";

/** So many blocks are coloured before somebody else may work: their page must not stand still. */
const atOnce = 40;

/** Colour the code that has one colour yet. */
export async function colour(root: HTMLElement, highlight: Highlight): Promise<void> {
  for (const [at, code] of all(root, ".main pre > code[class^=language-]").entries()) {
    if (at % atOnce === atOnce - 1) await new Promise((resolve) => setTimeout(resolve));
    const language = code.className.replace(/^language-/, "");
    if (code.childElementCount > 0 || language === "text") continue;
    if (code.textContent.length > highlightLimit) continue;
    const children = highlight(code.textContent, language);
    if (children) code.replaceChildren(...toDom(children));
  }
}
