import type { ArrangedLine } from "./arranged-line.ts";

/**
 * Lines as the text of a file.
 *
 * A value that is nested too deeply to be written again is named and omitted: it would end the reading of all others.
 */
export function toJsonl(lines: Iterable<ArrangedLine>): string {
  const texts: string[] = [];
  for (const line of lines) texts.push(toJson(line));
  return texts.map((line) => `${line}\n`).join("");
}

function toJson(line: ArrangedLine): string {
  try {
    return JSON.stringify(line);
  } catch {
    const { opencode, row, session, id, after, time } = line;
    return JSON.stringify({ opencode, row, session, id, after, time, data: "nested too deeply" });
  }
}
