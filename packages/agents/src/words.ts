import type { Content } from "@ccdag/ccast";

/** Text for comparison: white space made one, case folded; empty where it is no text. */
export function normal(value: unknown): string {
  return typeof value === "string" ? value.replace(/\s+/g, " ").trim().toLowerCase() : "";
}

/** A field that is text and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The texts among some nodes. */
export function textsOf(children: readonly Content[]): string[] {
  return children.flatMap((child) => (child.type === "text" ? child.value : []));
}
