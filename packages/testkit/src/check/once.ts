import type { ConformanceOptions } from "../kit-options.ts";
import { nameOf } from "../wording.ts";
import { renderAll, timesOf } from "./render-all.ts";

/** Every text is rendered once. First lines may also appear in headings and links, so the last words count. */
export function once(given: ConformanceOptions): string[] {
  return renderAll(given).flatMap(({ sample, expected, reading }) => {
    const ends = expected.flatMap(({ last }) => last ?? []);
    return expected.flatMap((one) => {
      const times = one.last === undefined ? 0 : timesOf(one.last, reading);
      const wanted = ends.filter((last) => last === one.last).length;
      return times > wanted ? [`${nameOf(one)} is rendered ${times} times: \`${one.last}\` (${sample.name})`] : [];
    });
  });
}
