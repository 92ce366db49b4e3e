import { all, type Scope } from "./dom.ts";

/** On paper nothing can be opened: all folds are open there, and afterwards as they were. */
export function print({ root }: Scope): void {
  let closed: HTMLDetailsElement[] = [];
  addEventListener("beforeprint", () => {
    closed = (all(root, ".main details") as HTMLDetailsElement[]).filter(({ open }) => !open);
    for (const section of closed) section.open = true;
  });
  addEventListener("afterprint", () => {
    for (const section of closed) section.open = false;
    closed = [];
  });
}
