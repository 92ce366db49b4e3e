import { all, type Scope } from "./dom.ts";

/** Open all collapsible sections for printing, and close them again afterwards. */
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
