import type { Tool } from "../types.ts";
import { text } from "./input.ts";

/** View of a search for files or in files: the pattern, and where it was searched. */
export const search: Tool = {
  title: ({ pattern, path, glob }) => [text(pattern), text(glob), text(path)].filter(Boolean).join(" in "),
  view: (call, state) => state.result(call),
};
