import fc from "fast-check";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { answer, hostile, session, tree } from "@ccdag/testkit";
import { highlight } from "../src/highlight.ts";
import renderHtml from "../src/index.ts";

function render(value: string): string {
  return unified()
    .use(renderHtml, { fragment: true, highlight })
    .stringify(tree(session("s", answer("u", value))));
}

/** How often each word of three letters or more occurs. */
function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]{3,}/gu)) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** The text that a page shows, and the addresses of its links. */
function shown(html: string): string {
  const text = html.replace(/<\/?(?:span|em|strong|del|a|code)\b[^>]*>/g, "").replace(/<[^>]*>/g, " ");
  const addresses = [...html.matchAll(/ (?:href|title|class)="([^"]*)"/g)].map(([, value]) => value!);
  return [text, ...addresses]
    .join(" ")
    .replace(/&#x([0-9A-F]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** Words of the input that the page does not show. Addresses are decoded, and character references are resolved. */
function lost(value: string): string[] {
  const output = wordsOf(decodeURI(shown(render(value)).replace(/%(?![0-9A-F]{2})/gi, "%25")));
  const said = value
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(?:\w+|#x[0-9a-f]+);/gi, " ")
    // oxlint-disable-next-line no-control-regex -- codes of colours, which are shown as colours in code
    .replace(/\u001B\[[\d;]*m/g, " ");
  return [...wordsOf(said)].flatMap(([word, times]) =>
    (output.get(word) ?? 0) < times && !/^\d+$/.test(word) ? [word] : [],
  );
}

describe("every word of a message is on the page (fidelity)", () => {
  it.each(hostile.filter(([, text]) => text.length < 100_000))("%s", (_, text) => expect(lost(text)).toEqual([]));

  it.each([
    ["the definition of a link that is not used", '[note]: https://example.org/place "The title"'],
    ["a definition that is used", '[a place][note]\n\n[note]: https://example.org/place "The title"'],
    ["a definition that occurs twice", "[one][note]\n\n[note]: first\n[note]: second"],
    ["a footnote that is not used", "text\n\n[^note]: A remark below"],
    ["words after a fence", "```python hello there\nx\n```"],
    ["an image", '![a cloud](https://example.org/cloud.png "Seen from here")'],
  ])("%s", (_, text) => expect(lost(text)).toEqual([]));

  it("property: combinations of them likewise", () => {
    // The meaning of a reference depends on the text around it.
    const short = hostile.flatMap(([, text]) => (text.length < 300 && !/&[#\w]+;/.test(text) ? text : []));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...short, "\n\n", "word "), { minLength: 1, maxLength: 3 }), (parts) => {
        const text = parts.join("\n\n");
        expect([text, lost(text)]).toEqual([text, []]);
      }),
      { numRuns: 150 },
    );
  });
});
