import type { ToolCall } from "@ccdag/ccast";

/** The input of a call as an object; empty where it is something else. */
export function inputOf({ input }: ToolCall): Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}

/** A field that is text. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The language of a file by its ending, for highlighting. */
export function langOf(path: string): string | undefined {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(path)?.[1];
  return ending?.toLowerCase();
}

/** A path in a title: of a long one the end, which says which file it is. */
export function pathOf(value: unknown): string {
  const path = text(value);
  if (path.length <= 70) return path;
  const end = path.slice(-69);
  const from = end.search(/[/\\]/);
  return `…${from === -1 ? end : end.slice(from)}`;
}
