import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { reasonOf } from "@ccdag/files/errors";
import { type Price, type Prices, prices } from "@ccdag/ccast";
import { RequestError } from "@ccdag/pipeline/tables";
import type { LibraryIo } from "./library-io.ts";

/** Options of the cost of API calls. */
export interface PriceOptions {
  cost?: boolean | undefined;
  /** The path of a file with prices that take precedence over the built-in ones. */
  prices?: string | undefined;
}

/**
 * Read the prices of tokens: the built-in list prices, overridden by the rows of a file such as
 * `{"models": [{"model": "claude-sonnet-4-5", "input": 3, "output": 15}]}`, in US dollars per million tokens. In a row,
 * `cacheRead`, `cacheWrite` and `cacheWrite1h` default to 0.1, 1.25 and 2 times `input`.
 *
 * @param options as typed.
 * @param io the environment of the run.
 * @returns the prices; absent if no cost is requested.
 * @throws RequestError if the file cannot be read or does not contain such a list.
 */
export async function readPrices({ cost, prices: path }: PriceOptions, io: LibraryIo): Promise<Prices | undefined> {
  if (path === undefined) return cost ? prices : undefined;
  const text = await readFile(resolve(io.cwd, path), "utf8").catch((error: Error) => {
    throw new RequestError(`Cannot read --prices \`${path}\`: ${reasonOf(error)}`);
  });
  const invalid = (why: string) => new RequestError(`Unexpected prices in \`${path}\`: ${why}`);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch (error) {
    throw invalid((error as Error).message);
  }
  const { models, version, webSearch } = (list ?? {}) as Record<string, unknown>;
  if (!Array.isArray(models)) throw invalid("expected a list in `models`");
  const rows = models.map((row: unknown, index) =>
    toPrice(row, () => invalid(`expected a model with prices in row ${index + 1} of \`models\``)),
  );
  return {
    version: typeof version === "string" ? version : prices.version,
    webSearch: typeof webSearch === "number" ? webSearch : prices.webSearch,
    models: [...prices.models, ...rows],
  };
}

function toPrice(row: unknown, invalid: () => RequestError): Price {
  const { model, input, output, ...rest } = (row ?? {}) as Record<string, unknown>;
  if (typeof model !== "string" || model === "" || !isAmount(input) || !isAmount(output)) throw invalid();
  const amount = (key: string, otherwise: number) => {
    const value = rest[key] ?? otherwise;
    if (!isAmount(value)) throw invalid();
    return value;
  };
  return {
    model,
    ...(rest["fast"] === undefined ? {} : { fast: amount("fast", 1) }),
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
