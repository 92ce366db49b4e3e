import { all, makeButton, type Scope, word } from "./dom.ts";

/** Add a button that copies it to each command line in the head of a session. */
export function copyLine(scope: Scope): void {
  if (!navigator.clipboard) return;
  for (const line of all(scope.root, ".head > p > code:not(:has(+ .line))")) {
    const button = makeButton("line", word(scope, "copy"));
    button.addEventListener("click", () => {
      void navigator.clipboard.writeText(line.textContent).then(() => (button.textContent = word(scope, "copied")));
    });
    line.after(button);
  }
}
