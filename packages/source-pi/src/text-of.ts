/** A recorded value, if it is a text and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A recorded value as text; empty if it is none. */
export function textOrEmpty(value: unknown): string {
  return text(value) ?? "";
}
