import type { Message, Root } from "@ccdag/ccast";
import fc from "fast-check";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { hostile } from "@ccdag/testkit";
import { highlight } from "../src/highlight.ts";
import renderHtml from "../src/index.ts";

function render(value: string): string {
  const said = {
    type: "message",
    role: "assistant",
    actor: "claude",
    origin: "reply",
    uuid: "u",
    uuids: ["u"],
    children: [{ type: "text", value }],
  } as Message;
  const tree: Root = { type: "root", children: [{ type: "session", sessionId: "s", children: [said] }] };
  return unified().use(renderHtml, { fragment: true, highlight }).stringify(tree);
}

/** How often each word of three letters or more is said. */
function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]{3,}/gu)) words.set(word, (words.get(word) ?? 0) + 1);
  return words;
}

/** What a page shows, and where its links lead. */
function shown(html: string): string {
  const text = html.replace(/<\/?(?:span|em|strong|del|a|code)\b[^>]*>/g, "").replace(/<[^>]*>/g, " ");
  const addresses = [...html.matchAll(/ (?:href|title|class)="([^"]*)"/g)].map(([, value]) => value!);
  return [text, ...addresses]
    .join(" ")
    .replace(/&#x([0-9A-F]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

/** Words that were said and are not shown. An address is written in another way, and a reference as what it means. */
function lost(value: string): string[] {
  const output = wordsOf(decodeURI(shown(render(value)).replace(/%(?![0-9A-F]{2})/gi, "%25")));
  const said = value
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(?:\w+|#x[0-9a-f]+);/gi, " ");
  return [...wordsOf(said)].flatMap(([word, times]) =>
    (output.get(word) ?? 0) < times && !/^\d+$/.test(word) ? [word] : [],
  );
}

describe("every word that was said is on the page (fidelity)", () => {
  it.each(hostile.filter(([, text]) => text.length < 100_000))("%s", (_, text) => expect(lost(text)).toEqual([]));

  it.each([
    ["the definition of a link that nobody uses", '[note]: https://example.org/place "The title"'],
    ["one that is used", '[a place][note]\n\n[note]: https://example.org/place "The title"'],
    ["one that comes twice", "[one][note]\n\n[note]: first\n[note]: second"],
    ["a footnote that nobody uses", "text\n\n[^note]: A remark below"],
    ["words behind a fence", "```python hello there\nx\n```"],
    ["an image", '![a cloud](https://example.org/cloud.png "Seen from here")'],
  ])("%s", (_, text) => expect(lost(text)).toEqual([]));

  it("property: so are pieces of them, whatever stands beside what", () => {
    // What a reference means depends on what stands around it.
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
