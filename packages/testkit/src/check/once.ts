import type { ConformanceOptions } from "../options.ts";
import { nameOf } from "../words.ts";
import { renderAll, timesOf } from "./told.ts";

/** What was said is told once. First lines may stand in headings and links, too: what counts is how it ends. */
export function once(given: ConformanceOptions): string[] {
  return renderAll(given).flatMap(({ sample, expected, reading }) => {
    const ends = expected.flatMap(({ last }) => last ?? []);
    return expected.flatMap((one) => {
      const times = one.last === undefined ? 0 : timesOf(one.last, reading);
      const said = ends.filter((last) => last === one.last).length;
      return times > said ? [`${nameOf(one)} is told ${times} times: \`${one.last}\` (${sample.name})`] : [];
    });
  });
}
