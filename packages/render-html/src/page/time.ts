import { formatTime } from "@ccdag/mdast";
import type { Element } from "hast";
import { element } from "../tree/element.ts";

/**
 * A time, in UTC until a script tells it where the reader is.
 *
 * @param value milliseconds since 1970.
 * @returns nothing where there is none, or where no calendar has it.
 */
export function renderTime(value: number | undefined): Element | undefined {
  const words = value === undefined ? "" : formatTime(value);
  return words === "" ? undefined : element("time", { dateTime: new Date(value!).toISOString() }, words);
}
