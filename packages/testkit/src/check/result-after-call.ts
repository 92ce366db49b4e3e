import { walk } from "@ccdag/ccast";
import type { ConformanceOptions } from "../kit-options.ts";
import { nameOf } from "../wording.ts";
import { renderAll } from "./render-all.ts";

/** Results are rendered after their calls. First lines may also appear in headings, so the last words count. */
export function resultAfterCall(given: ConformanceOptions): string[] {
  return renderAll(given).flatMap(({ sample, expected, reading }) => {
    const at = (words: readonly string[]) =>
      words.map((word) => reading.text.indexOf(word)).filter((index) => index !== -1);
    return expected.flatMap(({ node, words, parent }) => {
      if (node.type !== "toolCall" || node.result === undefined) return [];
      const inResult = new Set<unknown>();
      walk(node.result, (one) => void inResult.add(one));
      const ends = expected.filter((one) => inResult.has(one.node)).flatMap(({ last }) => last ?? []);
      const isBefore = Math.min(...at(ends)) < Math.max(-1, ...at(words));
      return isBefore
        ? [`the result of ${nameOf({ node, parent })} is rendered before the call: \`${ends[0]}\` (${sample.name})`]
        : [];
    });
  });
}
