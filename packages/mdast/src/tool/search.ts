import type { Tool } from "../types.ts";
import { text } from "./input.ts";

/** A search for files or in them: what was looked for, and where. */
export const search: Tool = {
  title: ({ pattern, path, glob }) => [text(pattern), text(glob), text(path)].filter(Boolean).join(" in "),
  view: (call, state) => state.result(call),
};
