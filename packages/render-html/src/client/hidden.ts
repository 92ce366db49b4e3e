/** What a class of the root hides; `state.css` says the same. The browser is not asked: it would have to lay out what is out of view. */
const hiders: Readonly<Record<string, string>> = {
  "hide-prompt": "article.prompt",
  "hide-reply": "article.reply > .text",
  "hide-thinking": "details.thinking",
  "hide-tool": "details:is(.tool, .run)",
  "hide-record": ":is(details.record, article.client)",
  "hide-agent": ":is(details.agent, article.mail)",
};

/** A selector of what filters and paths hide now. */
export function hiddenNow(root: Element): string {
  const shown = Object.entries(hiders).flatMap(([name, selector]) => (root.classList.contains(name) ? [selector] : []));
  return [".off-path", ".is-empty", ".other-turn", "[hidden]", ...shown].join(", ");
}

/** Whether an element is visible, or would be if the collapsible sections that contain it were open. */
export function canBeSeen(element: Element): boolean {
  return !element.closest(hiddenNow(element.closest("body, .ccdag") ?? element));
}

/** The blocks of the conversation, in order: turns, and messages and headings outside of turns. */
export function* blocksIn(root: ParentNode): Generator<HTMLElement> {
  for (const piece of root.querySelectorAll<HTMLElement>(".main > *"))
    if (piece.matches("section")) yield* piece.children as Iterable<HTMLElement>;
    else yield piece;
}
