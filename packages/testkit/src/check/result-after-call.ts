import { walk } from "@ccdag/ccast";
import type { ConformanceOptions } from "../options.ts";
import { nameOf } from "../words.ts";
import { renderAll } from "./told.ts";

/** What a tool answered is told after what it was asked. First lines may stand in headings, too: how it ends counts. */
export function resultAfterCall(given: ConformanceOptions): string[] {
  return renderAll(given).flatMap(({ sample, expected, reading }) => {
    const at = (words: readonly string[]) =>
      words.map((word) => reading.text.indexOf(word)).filter((place) => place !== -1);
    return expected.flatMap(({ node, words, parent }) => {
      if (node.type !== "toolCall" || node.result === undefined) return [];
      const own = new Set<unknown>();
      walk(node.result, (one) => void own.add(one));
      const said = expected.filter((one) => own.has(one.node)).flatMap(({ last }) => last ?? []);
      const isBefore = Math.min(...at(said)) < Math.max(-1, ...at(words));
      return isBefore
        ? [`the result of ${nameOf({ node, parent })} is told before the call: \`${said[0]}\` (${sample.name})`]
        : [];
    });
  });
}
