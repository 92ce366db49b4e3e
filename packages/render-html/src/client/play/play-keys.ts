/** What a key or a button of the play mode does; `none` for a key that does nothing in it. */
export type PlayAction =
  | "next"
  | "back"
  | "first"
  | "last"
  | "nextTurn"
  | "backTurn"
  | "open"
  | "end"
  | "scroll"
  | "none";

const actions: Readonly<Record<string, PlayAction>> = {
  " ": "scroll",
  ArrowRight: "next",
  PageDown: "next",
  ArrowLeft: "back",
  PageUp: "back",
  Home: "first",
  End: "last",
  j: "nextTurn",
  k: "backTurn",
  Enter: "open",
  Escape: "end",
  p: "end",
};

/** What a key does in the play mode; `undefined` for one that is not handled by it. */
export function playKey({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): PlayAction | undefined {
  const element = target instanceof Element ? target : undefined;
  if (ctrlKey || metaKey || altKey || element?.closest("dialog, input, select, textarea")) return undefined;
  if ((key === " " || key === "Enter") && element?.closest("a, button, summary")) return undefined;
  // The keys of the page that make sense here.
  if (key === "t" || key === "?") return undefined;
  return actions[key] ?? (key.length === 1 ? "none" : undefined);
}
