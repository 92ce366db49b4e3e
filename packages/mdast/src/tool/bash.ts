import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";
import { commitLinks } from "./web-links.ts";

/** View of a shell command and its output. */
export const bash: Tool = {
  title: ({ description, command }) => text(description) || text(command),
  view: (call, state) => [
    ...state.code("sh", text(inputOf(call)["command"])),
    ...state.result(call),
    ...commitLinks(call, state),
  ],
};
