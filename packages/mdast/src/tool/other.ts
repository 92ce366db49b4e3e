import type { Tool } from "../types.ts";

/** View of any tool: its input as JSON, then its result. */
export const other: Tool = {
  title: (input) => Object.values(input).find((value): value is string => typeof value === "string"),
  view: (call, state) => [...state.code("json", JSON.stringify(call.input, undefined, 2) ?? ""), ...state.result(call)],
};
