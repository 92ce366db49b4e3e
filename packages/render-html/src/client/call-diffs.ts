import { all, byName, type Scope } from "./dom.ts";

/** Show, in the list of changed files, the diff of each call whose own diff is all there is to show. */
export function callDiffs({ root, signal }: Scope): void {
  const show = ({ target }: Event) => {
    if (!(target instanceof HTMLDetailsElement) || !target.open || !target.matches(".file-change")) return;
    for (const line of all(target, ":scope > [data-call]")) {
      const call = line.nextElementSibling?.matches(".clone") ? undefined : byName(root, line.dataset["call"]!);
      const diff = call?.querySelector("pre:has(ins, del)") ?? call?.querySelector("pre");
      if (!diff) continue;
      const copy = diff.cloneNode(true) as HTMLElement;
      copy.classList.add("clone");
      for (const button of all(copy, ".copy")) button.remove();
      line.after(copy);
    }
  };
  // The event does not bubble.
  root.addEventListener("toggle", show, { capture: true, ...(signal && { signal }) });
}
