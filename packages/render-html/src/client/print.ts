import { all, type Scope, word } from "./dom.ts";
import { colourBlock, coloursLater } from "./colour-block.ts";

/**
 * Open all turns for printing, and close them again afterwards. Calls and changed files are printed as the reader left them: all
 * that tools said would be hundreds of pages. A note says how many calls are not printed.
 */
export function print(scope: Scope): void {
  const { root } = scope;
  let closed: HTMLDetailsElement[] = [];
  let note: HTMLElement | undefined;
  addEventListener("beforeprint", () => {
    closed = (all(root, ".main details.turn-body:not([open])") as HTMLDetailsElement[]).filter((one) => !one.open);
    for (const turn of closed) turn.open = true;
    if (coloursLater(scope))
      for (const pre of all(root, ".main pre")) if (!pre.closest("details:not([open])")) colourBlock(pre);
    const calls = all(root, ".main details.tool").filter((call) => call.closest("details:not([open])"));
    note = calls.length === 0 ? undefined : document.createElement("p");
    if (!note) return;
    note.className = "printed";
    note.textContent = `${calls.length} ${word(scope, "notPrinted")}`;
    (root.querySelector(".main .head") ?? root.querySelector(".main")?.firstElementChild)?.after(note);
  });
  addEventListener("afterprint", () => {
    for (const turn of closed) turn.open = false;
    closed = [];
    note?.remove();
  });
}
