import { formatTime } from "@ccdag/mdast";
import type { Element } from "hast";
import { element } from "../tree/element.ts";

/**
 * A time in UTC, which the script converts to local time.
 *
 * @param value milliseconds since 1970.
 * @returns `undefined` for no time or an invalid one.
 */
export function renderTime(value: number | undefined): Element | undefined {
  const words = value === undefined ? "" : formatTime(value);
  return words === "" ? undefined : element("time", { dateTime: new Date(value!).toISOString() }, words);
}
