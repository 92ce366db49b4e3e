import type { Content } from "@ccdag/ccast";

/**
 * Normalise a text for comparison: each run of white space is one space, all letters are small; empty for other values.
 */
export function normal(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim().toLowerCase() : "";
}

/** A recorded value, if it is a text and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A recorded value, if it is a finite number. */
export function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The texts among some nodes. */
export function textsOf(children: readonly Content[]): string[] {
  return children.flatMap((child) => (child.type === "text" ? child.value : []));
}
