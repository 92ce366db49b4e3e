import { all, makeButton, type Scope, word } from "./dom.ts";

/**
 * Add buttons to code and images when they come into view, because a page may have thousands of them: code gets a button
 * that copies it, an image one that enlarges it.
 *
 * @returns also watches what was added to the page since.
 */
export function visible(scope: Scope): () => void {
  const seen = new WeakSet<Element>();
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      if (target instanceof HTMLImageElement) addZoom(target, scope);
      else addCopy(target as HTMLElement, scope);
    }
  });
  const refresh = () => {
    for (const one of all(scope.root, ".main :is(pre, img)")) {
      if (seen.has(one)) continue;
      seen.add(one);
      observer.observe(one);
    }
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
