import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Price, type Prices, prices } from "@ccdag/ccast";
import { CallError, type Io } from "./io.ts";

/** Options of what calls cost. */
export interface PriceOptions {
  cost?: boolean | undefined;
  /** A file of prices that come before those that are known. */
  prices?: string | undefined;
}

/**
 * What tokens cost: list prices, and over them the rows of a file,
 * `{"models": [{"model": "claude-sonnet-4-5", "input": 3, "output": 15}]}`, in dollars for a million tokens. What a row
 * leaves out of `cacheRead`, `cacheWrite` and `cacheWrite1h` is 0.1, 1.25 and 2 times its input.
 *
 * @returns nothing where nobody asked for it.
 * @throws CallError where the file holds no such list.
 */
export async function readPrices({ cost, prices: path }: PriceOptions, io: Io): Promise<Prices | undefined> {
  if (path === undefined) return cost ? prices : undefined;
  const text = await readFile(resolve(io.cwd, path), "utf8").catch((error: Error) => {
    throw new CallError(`Cannot read --prices \`${path}\`: ${error.message}`);
  });
  const wrong = (why: string) => new CallError(`Unexpected prices in \`${path}\`: ${why}`);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw wrong((error as Error).message);
  }
  const { models, version, webSearch } = (list ?? {}) as Record<string, unknown>;
  if (!Array.isArray(models)) throw wrong("expected a list in `models`");
  const own = models.map((row: unknown, index) => toPrice(row, () => wrong(`row ${index + 1} of \`models\``)));
  return {
    version: typeof version === "string" ? version : prices.version,
    webSearch: typeof webSearch === "number" ? webSearch : prices.webSearch,
    models: [...prices.models, ...own],
  };
}

function toPrice(row: unknown, wrong: () => CallError): Price {
  const { model, input, output, ...rest } = (row ?? {}) as Record<string, unknown>;
  if (typeof model !== "string" || model === "" || !isAmount(input) || !isAmount(output)) throw wrong();
  const amount = (key: string, otherwise: number) => {
    const value = rest[key] ?? otherwise;
    if (!isAmount(value)) throw wrong();
    return value;
  };
  return {
    model,
    input,
    output,
    cacheRead: amount("cacheRead", input / 10),
    cacheWrite: amount("cacheWrite", input * 1.25),
    cacheWrite1h: amount("cacheWrite1h", input * 2),
  };
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}
