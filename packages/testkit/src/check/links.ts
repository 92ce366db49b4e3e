import type { ConformanceOptions } from "../options.ts";
import { renderAll } from "./told.ts";

/** A browser looks for the name as it is written, and then for what it means. */
function decode(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** Each link within a document leads somewhere, and to one place only. */
export function links(given: ConformanceOptions): string[] {
  return renderAll(given).flatMap(({ sample, reading }) => {
    const names = reading.anchors.map(({ name }) => name);
    const known = new Set(names);
    const doubled = new Set(names.filter((name, at) => names.indexOf(name) !== at));
    const broken = new Set(reading.links.filter((name) => name !== "" && !known.has(name) && !known.has(decode(name))));
    return [
      ...[...broken].map((name) => `a link leads to \`#${name}\`, which is nowhere (${sample.name})`),
      ...[...doubled].map((name) => `two places are called \`${name}\` (${sample.name})`),
    ];
  });
}
