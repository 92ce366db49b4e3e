import { all, goTo, type Scope } from "./dom.ts";
import { filters } from "./filters.ts";
import { folds } from "./folds.ts";
import { keys } from "./keys.ts";
import { path } from "./path.ts";
import { search } from "./search.ts";
import { theme } from "./theme.ts";
import { visible } from "./visible.ts";
import { where } from "./where.ts";

/** Make a page, or a part of one, do what it can: everything is there to read without it. */
export function enhance(scope: Scope): void {
  const { root, isPage } = scope;
  for (const one of all(root, ".search, .filters")) one.hidden = false;
  const contents = root.querySelector<HTMLDetailsElement>(".side > details");
  if (contents && matchMedia("(max-width: 64rem)").matches) contents.open = false;
  filters(scope);
  search(scope);
  keys(scope, folds(scope), theme(scope));
  visible(scope)(root);
  where(scope);
  path(scope);
  for (const zone of all(root, ".zone")) zone.textContent = root.dataset["local"] ?? "";
  // In a part of a page an address of the page would lead nowhere.
  if (!isPage)
    root.addEventListener("click", (event) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>("a[href^='#'], svg a");
      const name = link?.getAttribute("href")?.slice(1);
      const place =
        name === undefined ? null : root.querySelector<HTMLElement>(`#${CSS.escape(decodeURIComponent(name))}`);
      if (!place) return;
      event.preventDefault();
      goTo(root, place);
    });
  const toTarget = () => {
    const name = decodeURIComponent(location.hash.slice(1));
    const target = name === "" ? null : root.querySelector<HTMLElement>(`#${CSS.escape(name)}`);
    if (target) goTo(root, target);
  };
  if (!isPage) return;
  addEventListener("hashchange", toTarget);
  toTarget();
}
