import type { Scope } from "./dom.ts";

const themes = ["", "light", "dark"] as const;

/** A switch between the colours of the system, light and dark; it is remembered where the browser may. */
export function theme({ root, isPage }: Scope): () => void {
  const element = isPage ? document.documentElement : root;
  const set = (name: string) => {
    if (name === "") delete element.dataset["theme"];
    else element.dataset["theme"] = name;
  };
  const next = () => {
    const name = themes[(themes.indexOf((element.dataset["theme"] ?? "") as "") + 1) % themes.length]!;
    set(name);
    remember(name);
  };
  if (isPage) set(remembered());
  root.querySelector('[data-do="theme"]')?.addEventListener("click", next);
  return next;
}

function remember(name: string): void {
  try {
    localStorage.setItem("ccdag-theme", name);
  } catch {
    // A page from a file may have no storage.
  }
}

function remembered(): string {
  try {
    const name = localStorage.getItem("ccdag-theme");
    return name === "light" || name === "dark" ? name : "";
  } catch {
    return "";
  }
}
