import { all, makeCopyButton, type Scope } from "./dom.ts";
import { colourBlock, coloursLater } from "./colour-block.ts";
import { blocksIn } from "./hidden.ts";
import { addZoom, galleries } from "./images.ts";
import { longOutput } from "./long.ts";

/**
 * Add buttons to code and images when they come into view: code gets a button that copies it, an image one that enlarges it, and a
 * long output that is open line numbers and a search.
 *
 * @returns also watches what was added to the page since.
 */
export function visible(scope: Scope): () => void {
  const seen = new WeakSet<Element>();
  const inner = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      if (target instanceof HTMLDetailsElement && !target.open) continue;
      seen.add(target);
      inner.unobserve(target);
      if (target instanceof HTMLImageElement) addZoom(target, scope);
      else if (target instanceof HTMLDetailsElement) longOutput(target, scope);
      else {
        if (coloursLater(scope)) colourBlock(target);
        addCopy(target as HTMLElement, scope);
      }
    }
  });
  scope.root.addEventListener(
    "toggle",
    ({ target }) => {
      if (!(target instanceof HTMLDetailsElement) || !target.matches(".long") || !target.open) return;
      inner.unobserve(target);
      inner.observe(target);
    },
    { capture: true, ...(scope.signal && { signal: scope.signal }) },
  );
  // Only what is in a block in view is watched: a page may have thousands of blocks of code.
  const outer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      for (const one of all(target, ":is(pre, .json, img, .long)"))
        if (!isIntersecting) inner.unobserve(one);
        else if (!seen.has(one)) inner.observe(one);
  });
  const refresh = () => {
    galleries(scope);
    outer.disconnect();
    for (const block of blocksIn(scope.root)) outer.observe(block);
  };
  refresh();
  return refresh;
}

function addCopy(block: HTMLElement, scope: Scope): void {
  if (block.matches(".numbers") || block.querySelector(":scope > .copy") || !navigator.clipboard) return;
  const textOf = (button: Element) =>
    [...block.childNodes].flatMap((node) => (node === button ? [] : [node.textContent ?? ""])).join("");
  block.append(makeCopyButton(scope, "copy", textOf));
}
