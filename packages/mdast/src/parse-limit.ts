import { estimateParseCost, type ParseCost } from "./parse-cost.ts";

/** The most characters of a text whose blocks alone are parsed, and of one that is parsed as a whole. */
const maxChars = { blocks: 200_000, whole: 100_000 } as const;
/** Microseconds that the estimated costs of a text may take, and how many more for each of its characters. */
const budget = { once: 20_000, perChar: 10 } as const;

/**
 * Whether a text is parsed as Markdown. One that is very long, or in which marks are so dense that parsing would take too
 * long, is shown as it is instead.
 *
 * @param text Markdown.
 * @param part whether only its blocks are parsed, or also its inline syntax.
 */
export function isWithinBudget(text: string, part: "blocks" | "whole"): boolean {
  if (text.length > maxChars[part]) return false;
  const { blocks, inline }: ParseCost = estimateParseCost(text);
  return blocks + (part === "whole" ? inline : 0) <= budget.once + budget.perChar * text.length;
}
