import { readParameter, type Scope } from "./dom.ts";
import { keep, recall } from "./store.ts";

/**
 * The switch between light and dark colours. An address chooses with `?theme=`. The choice is kept in the storage of the browser, where there is one.
 *
 * @returns switches to the other colours.
 */
export function theme(scope: Scope): () => void {
  const { root, isPage } = scope;
  const element = isPage ? document.documentElement : root;
  const set = (name: string) => {
    if (name === "") delete element.dataset["theme"];
    else element.dataset["theme"] = name;
  };
  const next = () => {
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const now = element.dataset["theme"] ?? system;
    const other = now === "dark" ? "light" : "dark";
    const name = other === system ? "" : other;
    set(name);
    if (isPage) keep("theme", name);
  };
  const name = readParameter(scope, "theme") ?? recall("theme");
  if (isPage && (name === "light" || name === "dark")) set(name);
  root.querySelector('[data-do="theme"]')?.addEventListener("click", next);
  return next;
}
