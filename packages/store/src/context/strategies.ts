import { StoreError } from "../store-error.ts";
import { isJsonObject } from "../is-json-object.ts";

/** A way to make a context smaller. They run in the order of this list, whatever the order in which they are given. */
export type Strategy =
  | {
      /** Replace the texts of all but the newest tool results. */
      readonly type: "remove_tool_result";
      readonly params?: {
        /** How many of the newest results stay (default: 3). */
        readonly keep_recent_n_tool_results?: number | undefined;
        /** What stands in their place (default: `Done`). */
        readonly tool_result_placeholder?: string | undefined;
      };
    }
  | {
      /** Replace the arguments of all but the newest tool calls by `{}`. */
      readonly type: "remove_tool_call_params";
      readonly params?: {
        /** How many of the newest calls stay (default: 3). */
        readonly keep_recent_n_tool_calls?: number | undefined;
      };
    }
  | {
      /** Omit messages from the middle until the others have at most so many tokens. */
      readonly type: "middle_out";
      readonly params: { readonly token_reduce_to: number };
    }
  | {
      /** Omit the oldest messages until the others have at most so many tokens. */
      readonly type: "token_limit";
      readonly params: { readonly limit_tokens: number };
    };

/** The parameters of each strategy, and whether it needs them. Numbers are whole and not negative. */
const known: Readonly<Record<Strategy["type"], Readonly<Record<string, "number" | "text" | "needed">>>> = {
  remove_tool_result: { keep_recent_n_tool_results: "number", tool_result_placeholder: "text" },
  remove_tool_call_params: { keep_recent_n_tool_calls: "number" },
  middle_out: { token_reduce_to: "needed" },
  token_limit: { limit_tokens: "needed" },
};

/** The names of all strategies, in the order in which they run. */
export const strategyNames: readonly string[] = Object.keys(known);

/**
 * Check strategies that came from outside, such as those of a request.
 *
 * @param value a list of {@link Strategy}.
 * @throws StoreError `INVALID_BODY` for a strategy or a parameter that does not exist, or a wrong value.
 */
export function readStrategies(value: unknown): readonly Strategy[] {
  if (!Array.isArray(value)) throw unexpected("strategies", "a list");
  for (const strategy of value as unknown[]) {
    const type = isJsonObject(strategy) ? strategy["type"] : undefined;
    if (!isJsonObject(strategy) || typeof type !== "string" || !Object.hasOwn(known, type))
      throw unexpected("type of a strategy", `one of ${strategyNames.join(", ")}`);
    readParams(type as Strategy["type"], strategy["params"] ?? {});
  }
  return value as readonly Strategy[];
}

function readParams(type: Strategy["type"], params: unknown): void {
  if (!isJsonObject(params)) throw unexpected(`params of ${type}`, "an object");
  const expected = known[type];
  for (const [name, value] of Object.entries(params)) {
    if (!Object.hasOwn(expected, name)) throw unexpected(`parameter of ${type}`, Object.keys(expected).join(", "));
    const isValid =
      expected[name] === "text" ? typeof value === "string" : Number.isInteger(value) && Number(value) >= 0;
    if (!isValid) throw unexpected(name, expected[name] === "text" ? "a text" : "a whole number");
  }
  for (const [name, kind] of Object.entries(expected))
    if (kind === "needed" && params[name] === undefined) throw unexpected(`params of ${type}`, name);
}

function unexpected(what: string, expected: string): StoreError {
  return new StoreError("INVALID_BODY", `Unexpected ${what}, expected ${expected}`);
}
