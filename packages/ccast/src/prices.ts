/** Prices in US dollars per million tokens. */
export interface Rates {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  /** Tokens written into the cache for five minutes. */
  readonly cacheWrite: number;
  /** Tokens written into the cache for an hour. */
  readonly cacheWrite1h: number;
}

/** The rates of one model. */
export interface Price extends Rates {
  /** The name of the model without its date, such as `claude-sonnet-4-5`. */
  readonly model: string;
  /**
   * The first day of these rates, as `2026-10-07` (default: always). Of several rows the last one that applies is used.
   */
  readonly from?: string | undefined;
  /** How many times these rates a call costs that was answered in fast mode (default: the price of such a call is not known). */
  readonly fast?: number | undefined;
  /** Rates of a call whose prompt, cache included, has more tokens than `above`. */
  readonly long?: (Rates & { readonly above: number }) | undefined;
}

/** A list of prices. */
export interface Prices {
  /** The day of the list, as `2026-11-28`. */
  readonly version: string;
  readonly models: readonly Price[];
  /** The price of one web search, in US dollars. */
  readonly webSearch: number;
}

/**
 * Look up the price of a model at a time.
 *
 * @param model the recorded name, with any prefix or suffix of a cloud: `us.anthropic.claude-sonnet-4-5-20250929-v1:0`.
 * @param time milliseconds since 1970 (default: the latest price).
 * @param prices the list to look in.
 * @returns the row of the list; `undefined` if the list has no price for the model. Prices are never guessed.
 */
export function priceOf(model: string, time: number | undefined, prices: Prices): Price | undefined {
  const rows = rowsOf(model, prices).filter(
    ({ from }) => time === undefined || from === undefined || Date.parse(from) <= time,
  );
  // Of names that are within one another, the longest is meant.
  return rows.reduce<Price | undefined>(
    (best, row) => (best !== undefined && row.model.length < best.model.length ? best : row),
    undefined,
  );
}

/** What was looked up: there are as many calls as messages, and few models. */
const found = new WeakMap<Prices, Map<string, readonly Price[]>>();

/** The rows of a model, of all times. */
function rowsOf(model: string, prices: Prices): readonly Price[] {
  const known = found.get(prices) ?? new Map<string, readonly Price[]>();
  found.set(prices, known);
  const rows = known.get(model) ?? prices.models.filter((row) => isModel(model, row.model));
  known.set(model, rows);
  return rows;
}

/** A name may be followed by a date, a version or what a cloud adds; followed by anything else it is another model. */
function isModel(recorded: string, name: string): boolean {
  const at = recorded.lastIndexOf(name);
  if (at === -1 || /[\da-z]$/i.test(recorded.slice(0, at))) return false;
  return /^(?:$|[-@.]?(?:\d{6,8}|\d{4}-\d\d-\d\d|v\d)|-(?:latest|preview|thinking|exp)\b|[:@[ ])/.test(
    recorded.slice(at + name.length),
  );
}
