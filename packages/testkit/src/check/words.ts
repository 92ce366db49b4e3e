import { answer, session, tree } from "../build.ts";
import { hostile } from "../hostile.ts";
import type { ConformanceOptions } from "../kit-options.ts";
import { read } from "../read/read.ts";

/**
 * Every word of a text is rendered, in any syntax: in definitions, footnotes, after a fence, in URLs. The codes of colours of a
 * terminal are no words: a renderer may show the colours.
 */
export function words({ render, options }: ConformanceOptions): string[] {
  const { format } = options;
  return hostile.flatMap(([name, value]) => {
    if (value.length > 10_000) return [];
    const text = render(tree(session("s1", answer("a1", value))));
    const reading = read(text, format);
    // A forge does not show definitions, but the Markdown contains them.
    const seen = [reading.text, ...reading.attributeValues, ...(format === "markdown" ? [text] : [])].join(" ");
    if (seen.includes(value)) return [];
    const output = new Set([...wordsOf(decoded(seen)), ...wordsOf(plain(decoded(seen)))]);
    const lost = [...wordsOf(plain(value))].filter((word) => !output.has(word));
    return lost.length === 0
      ? []
      : [`with ${name} in a message, these words are missing: ${lost.map((word) => `\`${word}\``).join(", ")}`];
  });
}

/** Words of three characters or more that are not numbers. */
function wordsOf(text: string): Set<string> {
  return new Set([...text.matchAll(/[\p{L}\p{N}]{3,}/gu)].flatMap(([word]) => (/^\d+$/.test(word) ? [] : word)));
}

// oxlint-disable-next-line no-control-regex -- the escape character is what begins a code
const colourCodes = /\u001B\[[\d;]*m/g;

/** Decode percent-encoded text, as in URLs. */
function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

/** Resolve numeric character references and remove named ones, because either form may be rendered; remove codes of colours. */
function plain(text: string): string {
  return text
    .replace(colourCodes, " ")
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(?:\w+|#x[0-9a-f]+);/gi, " ");
}
