import { highlightLimit } from "../tree/code-limit.ts";
import { eachToken } from "../tree/colour.ts";

/** Whether the code of a page has no colours until it comes into view. */
export function coloursLater({ root }: { readonly root: HTMLElement }): boolean {
  return root.dataset["colours"] === "later";
}

/** Colour a block of code, once. The lines of a diff are coloured one by one, in the language of their file. */
export function colourBlock(pre: Element): void {
  const code = pre.querySelector(":scope > code[class^=language-]");
  if (!code || code.hasAttribute("data-coloured")) return;
  code.setAttribute("data-coloured", "");
  const [language = "", of] = [...code.classList].map((name) => name.replace(/^(?:language|of)-/, ""));
  if (language === "diff")
    for (const line of of === undefined ? [] : code.children) {
      const words = line.lastChild;
      if (!line.matches(".hunk") && words instanceof Text) colourText(words, of!, 1);
    }
  else if (code.childNodes.length === 1 && code.firstChild instanceof Text) colourText(code.firstChild, language, 0);
}

/** Replace a text by elements with colours, from a character on. */
function colourText(text: Text, language: string, from: number): void {
  if (text.length > highlightLimit) return;
  const pieces: Array<Node | string> = [text.data.slice(0, from)];
  const isKnown = eachToken(text.data.slice(from), language, (piece, kind) => {
    if (kind === undefined) {
      pieces.push(piece);
      return;
    }
    const span = document.createElement("span");
    span.className = kind;
    span.textContent = piece;
    pieces.push(span);
  });
  if (isKnown) text.replaceWith(...pieces);
}
