import type { Tool } from "../types.ts";
import { inputOf, text } from "./input.ts";

/** A page that was fetched, or a search of the web. */
export const web: Tool = {
  title: ({ url, query }) => text(url) || text(query),
  view: (call, state) => [...state.code("text", text(inputOf(call)["prompt"])), ...state.result(call)],
};
