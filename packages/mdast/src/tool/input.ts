import type { ToolCall } from "@ccdag/ccast";
import { isLanguage } from "../languages.ts";

/** The input of a call as an object; empty if it is no object. */
export function inputOf({ input }: ToolCall): Readonly<Record<string, unknown>> {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? (input as Record<string, unknown>) : {};
}

/** A field as text; empty if it is no string. */
export function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/**
 * The language of a file by its extension, for highlighting. An extension that is no language has none: a reader of the
 * document may draw or run a fence with its name.
 */
export function langOf(path: string): string | undefined {
  const ending = /\.([a-z0-9]{1,10})$/i.exec(path)?.[1]?.toLowerCase();
  return ending !== undefined && isLanguage(ending) ? ending : undefined;
}
