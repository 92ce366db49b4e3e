import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** View of a patch of several files, as Codex CLI writes one. */
export const applyPatch: Tool = {
  title: ({ input }, _, showPath) => pathsIn(text(input)).map(showPath).join(", "),
  view: (call, state) => [...state.code("diff", text(inputOf(call)["input"])), ...state.result(call)],
};

/** The files that a patch adds, updates or deletes. */
function pathsIn(patch: string): string[] {
  return Array.from(patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: ([^\n]+)$/gm), ([, path]) => path!.trim());
}
