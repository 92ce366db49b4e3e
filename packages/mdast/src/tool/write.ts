import type { Tool } from "../types.ts";
import { inputOf, langOf, text } from "./input.ts";
import { fileLink } from "./web-links.ts";

/** View of a file that was written. */
export const write: Tool = {
  title: ({ file_path: path }, _, showPath) => showPath(path),
  view(call, state) {
    const input = inputOf(call);
    const result = call.result && !call.result.isError ? [] : state.result(call);
    return [
      ...fileLink(call, state),
      ...state.code(langOf(text(input["file_path"])), text(input["content"])),
      ...result,
    ];
  },
};
