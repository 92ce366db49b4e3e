import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** View of a page that was fetched, or of a web search. */
export const web: Tool = {
  title: ({ url, query }) => text(url) || text(query),
  view: (call, state) => [...state.code("text", text(inputOf(call)["prompt"])), ...state.result(call)],
};
