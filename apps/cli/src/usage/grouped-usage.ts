import { defaultClient, type Prices, sumUsage, type UsageTotals } from "@ccdag/ccast";
import {
  groupUsage,
  type PeriodOptions,
  type PriceOptions,
  readKeys,
  readPeriod,
  readReset,
  usageBlocks,
  usageRows,
} from "@ccdag/library";
import { RequestError } from "@ccdag/pipeline/tables";
import { type Budget, countOver, formatBlocks, formatGroups, readBudget } from "@ccdag/report";
import { type CommandIo, exit } from "../io.ts";
import { exitCode, printMessages, type Verbosity } from "../print-messages.ts";

/** Options of usage that is added up. */
export interface GroupedOptions extends Verbosity, PriceOptions, Omit<PeriodOptions, "turns"> {
  json?: boolean | undefined;
  csv?: boolean | undefined;
  /** What to group by. */
  by?: readonly string[] | undefined;
  /** How long blocks of time are; `true` for those of five hours. */
  blocks?: true | "5h" | "week" | undefined;
  /** A time at which a week of a limit ends. */
  reset?: string | undefined;
  /** Dollars or tokens. */
  budget?: string | undefined;
}

/** Show the usage of groups of API calls; without an input, those of all projects. */
export async function runGroups(
  inputs: readonly string[],
  options: GroupedOptions,
  prices: Prices | undefined,
  io: CommandIo,
): Promise<number> {
  const keys = readKeys(options.by ?? ["session"]);
  const { since, until } = options;
  const period = readPeriod({ since, until }, io);
  const { rows, file } = await usageRows(inputs, io, { keys, ...period });
  const groups = groupUsage(rows, keys, period, { prices, zone: io.zone, aliases: io.aliases });
  const budget = budgetOf(options, prices);
  await io.stdout(await formatGroups(groups, keys, { ...options, version: prices?.version, budget }, io));
  await printMessages(file, options, io);
  return codeOf(groups, budget) ?? exitCode(file);
}

/** Show the usage of blocks of time; without an input, those of all projects. */
export async function runBlocks(
  inputs: readonly string[],
  options: GroupedOptions,
  prices: Prices | undefined,
  io: CommandIo,
): Promise<number> {
  const budget = budgetOf(options, prices);
  const kind = options.blocks === "week" ? "week" : "5h";
  const { since, until, reset } = options;
  const period = readPeriod({ since, until }, io);
  const now = (io.now ?? new Date()).getTime();
  const rule = { kind, reset: reset === undefined ? undefined : readReset(reset, io), now } as const;
  const { rows, file } = await usageRows(inputs, io, { keys: [], rule });
  // The limits are those of Claude, unless another client is asked for.
  const counted = rows.filter(({ client }) => client === defaultClient || io.clients?.includes(client) === true);
  const { blocks, untimed } = usageBlocks(counted, rule, period, prices);
  const shown = { ...options, version: prices?.version, zone: io.zone, budget, untimed };
  await io.stdout(await formatBlocks(blocks, kind, shown, io));
  await printMessages(file, options, io);
  return codeOf(blocks, budget) ?? exitCode(file);
}

/** What may be used; absent for any amount. */
function budgetOf({ budget: text, by, blocks }: GroupedOptions, prices: Prices | undefined): Budget | undefined {
  if (text === undefined) return undefined;
  const budget = readBudget(text, (by ?? blocks) === undefined ? "all" : "rows");
  if (budget.unit === "tokens" || prices !== undefined) return budget;
  throw new RequestError(`Unexpected --budget \`${text}\` with --no-cost, expected tokens like 500k`);
}

/** The exit code for what is over a budget. */
function codeOf(rows: ReadonlyArray<{ readonly usage: UsageTotals }>, budget: Budget | undefined): number | undefined {
  const usages = rows.map(({ usage }) => usage);
  return budget && countOver(usages, sumUsage(usages), budget) > 0 ? exit.found : undefined;
}
