import { all, type Scope, word } from "./dom.ts";

/**
 * What is done to messages when they come into view, for a page has thousands: times become local, code gets a button
 * that copies it, images one that shows them large.
 */
export function visible(scope: Scope): (element: ParentNode) => void {
  const observer = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries)
      if (isIntersecting) {
        observer.unobserve(target);
        dress(target as HTMLElement, scope);
      }
  });
  return (element) => {
    for (const one of all(element, ".main article, .strip, .main details pre, .main img")) observer.observe(one);
  };
}

function dress(element: HTMLElement, scope: Scope): void {
  if (element.tagName === "IMG") addZoom(element as HTMLImageElement, scope);
  else if (element.tagName === "PRE") addCopy(element, scope);
  else {
    for (const time of all(element, "time")) toLocal(time);
    for (const pre of all(element, ":scope > pre, :scope > .text pre")) addCopy(pre, scope);
  }
}

function toLocal(time: HTMLElement): void {
  const date = new Date(time.getAttribute("datetime") ?? "");
  if (Number.isNaN(date.getTime()) || time.title !== "") return;
  time.title = `${time.textContent} UTC`;
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  time.textContent = `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

function addCopy(pre: HTMLElement, scope: Scope): void {
  if (pre.matches(".numbers") || pre.querySelector(".copy") || !navigator.clipboard) return;
  const text = pre.textContent ?? "";
  const button = makeButton("copy", word(scope, "copy"));
  button.addEventListener("click", () => {
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

function makeButton(name: string, words: string): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = name;
  button.textContent = words;
  return button;
}
