import { answer, session, tree } from "../build.ts";
import { hostile } from "../hostile.ts";
import type { ConformanceOptions } from "../options.ts";
import { read } from "../read/read.ts";

/** Every word that was said is there, however it was written: in definitions, footnotes, behind a fence, in addresses. */
export function words({ render, options }: ConformanceOptions): string[] {
  const { format } = options;
  return hostile.flatMap(([name, value]) => {
    if (value.length > 10_000) return [];
    const text = render(tree(session("s1", answer("a1", value))));
    const reading = read(text, format);
    // A forge shows no definitions; whoever has the Markdown has them.
    const seen = [reading.text, ...reading.said, ...(format === "markdown" ? [text] : [])].join(" ");
    if (seen.includes(value)) return [];
    const output = new Set([...wordsOf(decoded(seen)), ...wordsOf(plain(decoded(seen)))]);
    const lost = [...wordsOf(plain(value))].filter((word) => !output.has(word));
    return lost.length === 0
      ? []
      : [`with ${name} in a message, nobody reads ${lost.map((word) => `\`${word}\``).join(", ")}`];
  });
}

/** Words of three letters or more that are no number. */
function wordsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/[\p{L}\p{N}]{3,}/gu)].flatMap(([word]) => (/^\d+$/.test(word) ? [] : word)));
}

/** Addresses may be written with percent signs. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

/** A reference to a character may stand as it was typed, or as what it means. */
function plain(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(?:\w+|#x[0-9a-f]+);/gi, " ");
}
