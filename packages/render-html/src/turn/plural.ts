import { formatNumber } from "@ccdag/mdast";

/** A number with its word. */
export function plural(count: number, [one, many]: readonly [one: string, many: string]): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}
