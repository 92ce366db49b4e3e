import { all, makeCopyButton, type Scope } from "./dom.ts";

/** Add a button that copies it to each command line in the head of a session. */
export function copyLine(scope: Scope): void {
  if (!navigator.clipboard) return;
  for (const line of all(scope.root, ".head p > code:not(:has(+ .line))"))
    line.after(makeCopyButton(scope, "line", () => line.textContent));
}
