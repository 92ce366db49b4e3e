import type { Given } from "../options.ts";
import { nameOf } from "../words.ts";
import { tellAll } from "./told.ts";

/** What a tool answered is told after what it was asked. */
export function resultAfterCall(given: Given): string[] {
  return tellAll(given).flatMap(({ sample, expected, reading }) => {
    const at = (words: readonly string[]) =>
      words.map((word) => reading.text.indexOf(word)).filter((place) => place !== -1);
    return expected.flatMap(({ node, words, parent }) => {
      if (node.type !== "toolCall" || node.result === undefined) return [];
      const { result } = node;
      const said = expected.filter((one) => one.parent === result).flatMap((one) => one.words);
      const isBefore = Math.min(...at(said)) < Math.max(-1, ...at(words));
      return isBefore
        ? [`the result of ${nameOf({ node, parent })} is told before the call: \`${said[0]}\` (${sample.name})`]
        : [];
    });
  });
}
