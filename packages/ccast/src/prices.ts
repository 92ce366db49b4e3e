/** Prices in US dollars per million tokens. */
interface Rates {
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
  /** The day of the list, as `2026-10-24`. */
  readonly version: string;
  readonly models: readonly Price[];
  /** The price of one web search, in US dollars. */
  readonly webSearch: number;
}

/**
 * Cache prices are multiples of the input price: 1.25 to write for five minutes, 2 for an hour, mostly a tenth to read.
 */
function rates(input: number, output: number, cacheRead: number = input / 10): Rates {
  return { input, output, cacheRead, cacheWrite: input * 1.25, cacheWrite1h: input * 2 };
}

function price(model: string, ...[input, output, cacheRead]: Parameters<typeof rates>): Price {
  return { model, ...rates(input, output, cacheRead) };
}

/**
 * List prices of the API, from its vendor's page (platform.claude.com, “Pricing”, as of 2026-10-24). Prices of
 * subscriptions, clouds and batches are not included.
 */
export const prices: Prices = {
  version: "2026-10-24",
  webSearch: 0.01,
  models: [
    price("claude-fable-5-1", 10, 50, 0.25),
    price("claude-mythos-5-1", 10, 50, 0.25),
    price("claude-fable-5", 10, 50),
    price("claude-mythos-5", 10, 50),
    price("claude-opus-5-5", 4, 20, 0.2),
    ...["claude-opus-5", "claude-opus-4-8"].map((model) => ({ ...price(model, 5, 25), fast: 2 })),
    { ...price("claude-opus-4-6", 5, 25), fast: 6 },
    ...["claude-opus-4-7", "claude-opus-4-5"].map((model) => price(model, 5, 25)),
    ...["claude-opus-4-1", "claude-opus-4", "claude-3-opus"].map((model) => price(model, 15, 75)),
    price("claude-sonnet-5-5", 2, 10),
    { ...price("claude-sonnet-5-5", 2, 10, 0.1), from: "2026-10-07" },
    price("claude-sonnet-5", 2, 10),
    price("claude-sonnet-4-6", 3, 15),
    ...["claude-sonnet-4-5", "claude-sonnet-4"].map((model) => ({
      ...price(model, 3, 15),
      long: { above: 200_000, ...rates(6, 22.5) },
    })),
    ...["claude-3-7-sonnet", "claude-3-5-sonnet", "claude-3-sonnet"].map((model) => price(model, 3, 15)),
    { ...price("claude-haiku-5-5", 0.1, 0.5), long: { above: 100_000, ...rates(0.5, 2.5) } },
    price("claude-haiku-4-5", 1, 5),
    price("claude-3-5-haiku", 0.8, 4),
    price("claude-3-haiku", 0.25, 1.25, 0.03),
  ],
};

/**
 * Look up the price of a model at a time.
 *
 * @param model the recorded name, with any prefix or suffix of a cloud: `us.anthropic.claude-sonnet-4-5-20250929-v1:0`.
 * @param time milliseconds since 1970 (default: the latest price).
 * @param prices the list to look in.
 * @returns the row of the list; `undefined` if the list has no price for the model. Prices are never guessed.
 */
export function priceOf(model: string, time: number | undefined, { models }: Prices): Price | undefined {
  const rows = models.filter(
    (row) =>
      isModel(model, row.model) && (time === undefined || row.from === undefined || Date.parse(row.from) <= time),
  );
  // Of names that are within one another, the longest is meant.
  return rows.reduce<Price | undefined>(
    (best, row) => (best !== undefined && row.model.length < best.model.length ? best : row),
    undefined,
  );
}

/** A name may be followed by a date, a version or what a cloud adds; followed by anything else it is another model. */
function isModel(recorded: string, name: string): boolean {
  const at = recorded.lastIndexOf(name);
  if (at === -1 || /[\da-z]$/i.test(recorded.slice(0, at))) return false;
  return /^(?:$|[-@.]?(?:\d{6,8}|\d{4}-\d\d-\d\d|v\d)|-(?:latest|preview|thinking|exp)\b|[:@[ ])/.test(
    recorded.slice(at + name.length),
  );
}
