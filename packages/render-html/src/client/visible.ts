import { all, makeButton, type Scope, word } from "./dom.ts";
import { colourBlock, coloursLater } from "./colour-block.ts";
import { blocksIn } from "./hidden.ts";

/**
 * Add buttons to code and images when they come into view: code gets a button
 * that copies it, an image one that enlarges it.
 *
 * @returns also watches what was added to the page since.
 */
export function visible(scope: Scope): () => void {
  const seen = new WeakSet<Element>();
  const inner = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.add(target);
      inner.unobserve(target);
      if (target instanceof HTMLImageElement) addZoom(target, scope);
      else {
        if (coloursLater(scope)) colourBlock(target);
        addCopy(target as HTMLElement, scope);
      }
    }
  });
  // Only what is in a block in view is watched: a page may have thousands of blocks of code.
  const outer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      for (const one of all(target, ":is(pre, img)"))
        if (!isIntersecting) inner.unobserve(one);
        else if (!seen.has(one)) inner.observe(one);
  });
  const refresh = () => {
    outer.disconnect();
    for (const block of blocksIn(scope.root)) outer.observe(block);
  };
  refresh();
  return refresh;
}

function addCopy(pre: HTMLElement, scope: Scope): void {
  if (pre.matches(".numbers") || pre.querySelector(".copy") || !navigator.clipboard) return;
  const button = makeButton("copy", word(scope, "copy"));
  button.addEventListener("click", () => {
    const text = [...pre.childNodes].flatMap((node) => (node === button ? [] : [node.textContent ?? ""])).join("");
    void navigator.clipboard.writeText(text).then(() => {
      button.textContent = word(scope, "copied");
      setTimeout(() => (button.textContent = word(scope, "copy")), 1500);
    });
  });
  pre.append(button);
}

function addZoom(image: HTMLImageElement, scope: Scope): void {
  if (image.closest(".zoom, dialog")) return;
  const button = makeButton("zoom", "");
  button.ariaLabel = `${word(scope, "zoom")}: ${image.alt}`;
  image.replaceWith(button);
  button.append(image);
  button.addEventListener("click", () => {
    const dialog = document.createElement("dialog");
    dialog.ariaLabel = image.alt;
    const close = makeButton("close", word(scope, "close"));
    close.addEventListener("click", () => dialog.close());
    dialog.append(image.cloneNode(), close);
    dialog.addEventListener("close", () => dialog.remove());
    scope.root.append(dialog);
    dialog.showModal();
  });
}
