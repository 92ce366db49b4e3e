import type { Highlight } from "../tree/context.ts";
import { isColourable } from "../tree/code.ts";
import { all } from "./dom.ts";
import { toDom } from "./to-dom.ts";

/** How many blocks are coloured before control goes back to the browser, so that the page stays responsive. */
const batchSize = 40;

/**
 * Colour the code blocks that have no colours yet. Blocks that would take long stay as they are.
 *
 * @param root the element whose `.main` holds the blocks.
 * @param highlight colours one block.
 */
export async function colour(root: HTMLElement, highlight: Highlight): Promise<void> {
  for (const [at, code] of all(root, ".main pre > code[class^=language-]").entries()) {
    if (at % batchSize === batchSize - 1) await new Promise((resolve) => setTimeout(resolve));
    const language = code.className.replace(/^language-/, "");
    if (code.childElementCount > 0 || language === "text") continue;
    if (!isColourable(code.textContent)) continue;
    const children = highlight(code.textContent, language);
    if (!children) continue;
    code.replaceChildren();
    for (const child of toDom(children)) code.append(child);
  }
}
