import type { ConformanceOptions } from "../kit-options.ts";
import { renderAll } from "./render-all.ts";

/** A browser looks for the name as it is, and then for the decoded name. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Each link within a document has one target. */
export function links(given: ConformanceOptions): string[] {
  return renderAll(given).flatMap(({ sample, reading }) => {
    const names = reading.anchors.map(({ name }) => name);
    const known = new Set(names);
    const doubled = new Set(names.filter((name, at) => names.indexOf(name) !== at));
    const broken = new Set(reading.links.filter((name) => name !== "" && !known.has(name) && !known.has(decode(name))));
    return [
      ...[...broken].map((name) => `a link leads to \`#${name}\`, which does not exist (${sample.name})`),
      ...[...doubled].map((name) => `two anchors are called \`${name}\` (${sample.name})`),
    ];
  });
}
