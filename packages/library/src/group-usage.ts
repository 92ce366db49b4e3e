import { type Prices, sumUsage, type UsageTotals } from "@ccdag/ccast";
import { oneLine } from "@ccdag/mdast";
import { RequestError } from "@ccdag/pipeline/tables";
import { quarterMs } from "@ccdag/files/calls";
import { formatDay, partsOf, startOfDay, type Zone } from "@ccdag/mdast/time";
import type { GroupKey, UsageGroup } from "@ccdag/report";
import type { CallRow } from "./session-row.ts";
import type { CallPeriod, UsageRow } from "./usage-rows.ts";
import { usageOfCall } from "./listed.ts";
import { type Aliases, rowProjects } from "./project-identity.ts";

/** How calls are grouped. */
export interface GroupUsageOptions {
  readonly prices: Prices | undefined;
  /** Whose days are meant. */
  readonly zone: Zone;
  /** The projects that were moved (default: none). */
  readonly aliases?: Aliases | undefined;
}

type ReadKey = (call: CallRow, row: UsageRow) => string;

const unknownTime = "unknown";

/** Calls of one quarter of an hour are on one day in every zone. */
function byTime(format: (time: number) => string): ReadKey {
  const known = new Map<number, string>();
  return ([time]) => {
    if (time === null) return unknownTime;
    const quarter = Math.floor(time / quarterMs);
    const found = known.get(quarter) ?? format(time);
    known.set(quarter, found);
    return found;
  };
}

function keyReaders(rows: readonly UsageRow[], zone: Zone, aliases?: Aliases): Readonly<Record<GroupKey, ReadKey>> {
  const { nameOf } = rowProjects(rows, aliases);
  return {
    day: byTime((time) => formatDay(time, zone)),
    week: byTime((time) => {
      const { year, month, day, weekday } = partsOf(time, zone);
      return formatDay(startOfDay(year, month, day - ((weekday + 6) % 7), zone), zone);
    }),
    month: byTime((time) => formatDay(time, zone).slice(0, 7)),
    project: (_, row) => nameOf(row),
    client: (_, { client }) => client,
    model: ([, model]) => model || "unknown",
    session: (_, { id }) => id,
    "agent-type": ([, , agentType]) => agentType || "main",
  };
}

/**
 * Read the value of `--by`.
 *
 * @param given names, each of them a list with commas.
 * @throws RequestError if one is unknown.
 */
export function readKeys(given: readonly string[]): GroupKey[] {
  const names = given.flatMap((one) => one.split(",")).map((name) => name.trim());
  const known = Object.keys(keyReaders([], "utc"));
  for (const name of names)
    if (!known.includes(name)) throw new RequestError(`Unexpected --by \`${name}\`, expected ${known.join(", ")}`);
  return [...new Set(names)] as GroupKey[];
}

/**
 * Group the API calls of sessions. Each call is in one group.
 *
 * @param rows the sessions, see `usageRows`.
 * @param keys what to group by; the groups are sorted by them, those of sessions by the time of their last message.
 * @param period which calls are counted.
 * @param options prices, the zone of days, and the projects that were moved.
 */
export function groupUsage(
  rows: readonly UsageRow[],
  keys: readonly GroupKey[],
  { since = -Infinity, until = Infinity }: CallPeriod,
  { prices, zone, aliases }: GroupUsageOptions,
): UsageGroup[] {
  const readers = keyReaders(rows, zone, aliases);
  const groups = new Map<string, { keys: string[]; calls: UsageTotals[]; rows: Set<UsageRow> }>();
  const hasPeriod = since !== -Infinity || until !== Infinity;
  const sorted = [...rows].sort((a, b) => (a.to ?? 0) - (b.to ?? 0) || (a.id < b.id ? -1 : 1));
  for (const row of sorted)
    for (const call of row.calls) {
      const [time] = call;
      if (hasPeriod && (time === null || time < since || time >= until)) continue;
      const values = keys.map((key) => readers[key](call, row));
      const id = values.join("\n");
      const group = groups.get(id) ?? { keys: values, calls: [], rows: new Set() };
      groups.set(id, group);
      group.calls.push(usageOfCall(call, prices));
      group.rows.add(row);
    }
  const isSession = keys.includes("session");
  return [...groups.values()]
    .sort((a, b) => compareKeys(a.keys, b.keys, keys))
    .map((group) => ({
      keys: group.keys,
      words: isSession ? oneLine([...group.rows][0]!.title ?? "", 80) : "",
      sessions: group.rows.size,
      context: isSession ? contextOf([...group.rows]) : undefined,
      // In an order of their own: the sum of costs depends on it, in its last digit.
      usage: sumUsage(group.calls.sort((a, b) => a.cost - b.cost)),
    }));
}

/** The fullest context window of sessions. */
function contextOf(rows: readonly UsageRow[]): UsageGroup["context"] {
  const [fullest] = rows.toSorted((a, b) => (b.contextPeak ?? 0) - (a.contextPeak ?? 0));
  const { contextPeak: peak, contextWindow: window } = fullest ?? {};
  return peak === undefined ? undefined : { peak, window };
}

/** Sessions stay in the order of their times. */
function compareKeys(a: readonly string[], b: readonly string[], keys: readonly GroupKey[]): number {
  for (const [index, key] of keys.entries()) {
    if (key === "session") continue;
    if (a[index]! < b[index]!) return -1;
    if (a[index]! > b[index]!) return 1;
  }
  return 0;
}
