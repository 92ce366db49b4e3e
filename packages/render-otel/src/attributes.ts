import type { OtlpAttribute, OtlpValue } from "./otlp.ts";

/** Attributes before they are typed; those that are `undefined` are omitted. */
export type Attributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** Type attributes, in the order of their keys in the record. */
export function toAttributes(attributes: Attributes): OtlpAttribute[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key: wellFormed(key), value: toValue(value) }],
  );
}

function toValue(value: NonNullable<Attributes[string]>): OtlpValue {
  if (typeof value === "string") return { stringValue: wellFormed(value) };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value !== "number") return { arrayValue: { values: value.map(toValue) } };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** A text that is UTF-8, which Protocol Buffers require: half of a surrogate pair becomes U+FFFD. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** The largest number of milliseconds whose nanoseconds are a number of 64 bits. */
const maxMs = 18_446_744_073_709;

/** A recorded time in milliseconds, or `undefined` if OTLP has no such time. */
export function validTime(time: unknown): number | undefined {
  return typeof time === "number" && time >= 0 && time <= maxMs ? Math.round(time) : undefined;
}

/** Milliseconds as nanoseconds in decimal. */
export function nanoseconds(ms: number): string {
  return ms === 0 ? "0" : `${ms}000000`;
}
