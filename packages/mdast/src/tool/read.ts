import type { Tool } from "../types.ts";
import { ofFile } from "./of-file.ts";
import { fileLink } from "./web-links.ts";

/** View of a file that was read. */
export const read: Tool = {
  title({ file_path: path, offset, limit }, _, showPath) {
    const from = typeof offset === "number" ? offset : 1;
    const range =
      typeof limit === "number"
        ? ` (lines ${from}–${from + limit - 1})`
        : typeof offset === "number"
          ? ` (from line ${from})`
          : "";
    return showPath(path) + range;
  },
  view: (call, state) => [...fileLink(call, state), ...ofFile(call, state.result(call))],
};
