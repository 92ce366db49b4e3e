import { type ColumnValue, type SessionSummary, type SessionColumnName, sessionColumns, valuesOf } from "@ccdag/ccast";
import { formatAge, formatBytes, formatCost, formatNumber, formatSpan } from "@ccdag/mdast";
import { formatIso, formatMinute, type Zone } from "@ccdag/mdast/time";

/** What cells are written with. */
export interface CellStyle {
  /** The time that ages are relative to, in milliseconds since 1970. */
  readonly now: number;
  readonly zone: Zone;
}

/**
 * A value of a session as people read it; empty for one that is not known, or that says nothing, such as a single branch.
 *
 * @param session the session, or several as one.
 * @param name the column.
 * @param style the zone of times, and what ages are relative to.
 */
export function cellOf(session: SessionSummary, name: SessionColumnName, { now, zone }: CellStyle): string {
  const { kind, usual, value: read } = sessionColumns[name];
  const value = read(session);
  if (value === undefined || (usual !== undefined && Number(value) <= usual * (session.sessions ?? 1))) return "";
  switch (kind) {
    case "time":
      return formatMinute(Number(value), zone);
    case "age":
      return formatAge(now - Number(value));
    case "length":
      return formatSpan(Number(value));
    case "count":
      return formatNumber(Number(value));
    case "cost":
      return costCell(session);
    case "bytes":
      return formatBytes(Number(value));
    default:
      return String(value);
  }
}

/** Nothing is shown of sessions that cost nothing. */
function costCell({ usage }: SessionSummary): string {
  return usage === undefined || (usage.cost === 0 && usage.unpriced === 0)
    ? ""
    : formatCost(usage.cost, usage.unpriced);
}

/** The heading of a column in a terminal. */
export function headOf(name: SessionColumnName): string {
  return sessionColumns[name].head.toUpperCase();
}

/** The letter of a column for the layout of a table: numbers at the right, times whole. */
export function alignOf(name: SessionColumnName): "l" | "L" | "r" {
  const { kind } = sessionColumns[name];
  if (name === "session" || kind === "time" || kind === "age") return "L";
  return kind === "text" || kind === "flag" ? "l" : "r";
}

/** The columns that a list may go without, the least important first. */
export function optionalOf(names: readonly SessionColumnName[]): SessionColumnName[] {
  return names
    .filter((name) => sessionColumns[name].importance !== undefined)
    .sort((a, b) => sessionColumns[a].importance! - sessionColumns[b].importance!);
}

/** The values of a session as data: times in ISO 8601; what is not known is absent. */
export function dataOf(session: SessionSummary, names: readonly SessionColumnName[]): Record<string, ColumnValue> {
  const values = Object.entries(valuesOf(session, names)) as Array<[SessionColumnName, ColumnValue]>;
  return Object.fromEntries(
    values.map(([name, value]) => [name, sessionColumns[name].kind === "time" ? formatIso(Number(value)) : value]),
  );
}
