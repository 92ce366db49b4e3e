import { formatCost, formatSpan } from "@ccdag/mdast/amounts";
import { partsOf, startOfDay, type Zone } from "@ccdag/mdast/time";
import { visibleLine } from "@ccdag/pipeline/visible";
import { blockLengths, divideTime } from "./divide-time.ts";
import type { CostedTime, RememberedStatus } from "./remembered-status.ts";

/** The longest name of a model that is shown. */
const nameChars = 40;

/**
 * The text of a status line, without a line ending. What is estimated has a `~`; what is not known is omitted.
 *
 * @param input what the client says, as it pipes JSON into the command of a status line; anything is accepted.
 * @param status what is known of all sessions, if anything is.
 * @param now the current time, in milliseconds since 1970.
 * @param zone whose day is today.
 */
export function statusLine(input: unknown, status: RememberedStatus | undefined, now: number, zone: Zone): string {
  const name = valueAt(input, "model", "display_name") ?? valueAt(input, "model", "id");
  const cost = numberAt(input, "cost", "total_cost_usd");
  const filled = contextOf(input);
  const parts = [
    typeof name === "string" ? visibleLine([...name].slice(0, nameChars).join("")).trim() : "",
    cost === undefined ? "" : `${formatCost(cost)} session`,
    status === undefined ? "" : `~${costIn(status.times, dayOf(now, zone))} today`,
    blockPart(input, status, now),
    filled === undefined ? "" : `${Math.round(filled)} % context`,
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** The running block of five hours: the client knows the one that counts, if the account has limits. */
function blockPart(input: unknown, status: RememberedStatus | undefined, now: number): string {
  const seconds = numberAt(input, "rate_limits", "five_hour", "resets_at");
  const end = seconds === undefined ? undefined : seconds * 1000;
  // What the client knows is old until its next answer.
  const reset = end !== undefined && end > now && end - now <= blockLengths["5h"] ? end : undefined;
  const blocks = divideTime(status?.times ?? [], ([time]) => time, { kind: "5h", reset, now });
  const block = blocks.find((one) => now >= one.start && now < one.end);
  const last = reset ?? block?.end;
  if (last === undefined) return "";
  const share = reset === undefined ? undefined : numberAt(input, "rate_limits", "five_hour", "used_percentage");
  const parts = [
    status === undefined ? "block" : `~${costIn(block?.items ?? [], { from: -Infinity, to: Infinity })} block`,
    share === undefined ? "" : `${Math.round(share)} % of limit`,
    `${reset === undefined ? "~" : ""}${formatSpan(last - now) || "1 min"} left`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function dayOf(now: number, zone: Zone): { from: number; to: number } {
  const { year, month, day } = partsOf(now, zone);
  return { from: startOfDay(year, month, day, zone), to: startOfDay(year, month, day + 1, zone) };
}

function costIn(times: readonly CostedTime[], { from, to }: { from: number; to: number }): string {
  let [sum, others] = [0, 0];
  for (const [time, cost, unpriced] of times) {
    if (time < from || time >= to) continue;
    sum += cost;
    others += unpriced;
  }
  return formatCost(sum, others);
}

/** How much of the context is filled, in percent. */
function contextOf(input: unknown): number | undefined {
  const percent = numberAt(input, "context_window", "used_percentage");
  if (percent !== undefined) return percent;
  const size = numberAt(input, "context_window", "context_window_size");
  const fields = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  const tokens = fields.map((field) => numberAt(input, "context_window", "current_usage", field));
  if (size === undefined || size === 0 || tokens[0] === undefined) return undefined;
  return (100 * tokens.reduce<number>((sum, one) => sum + (one ?? 0), 0)) / size;
}

/** A value of the input, whatever it is. */
export function valueAt(input: unknown, ...keys: readonly string[]): unknown {
  let value = input;
  for (const key of keys) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

function numberAt(input: unknown, ...keys: readonly string[]): number | undefined {
  const value = valueAt(input, ...keys);
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
