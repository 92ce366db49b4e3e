import { answer, session, thinking, toolCall, tree } from "@ccdag/testkit";
import fc from "fast-check";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { guard } from "../src/guard.ts";
import renderMarkdown, { type RenderMarkdownOptions } from "../src/index.ts";
import { nodesIn } from "./nodes-in.ts";

const images = (text: string) => nodesIn(text).filter(({ type }) => type === "image" || type === "imageReference");
const addresses = (text: string) => nodesIn(text).flatMap((node) => (node.type === "link" ? node.url : []));

describe("a document loads no image of its transcript", () => {
  it.each([
    ["a remote image", "![a](http://e.org/i.png)", "[a](http://e.org/i.png)"],
    ["with a title", 'see ![a b](<https://e.org/i.png> "t")', 'see [a b](<https://e.org/i.png> "t")'],
    ["without a scheme", "![a](//e.org/i.png)", "[a](//e.org/i.png)"],
    ["of a share", "![a](\\\\host\\share\\i.png)", "[a](\\\\host\\share\\i.png)"],
    ["of a file", "![a](file:///etc/passwd)", "[a](file:///etc/passwd)"],
    ["of a path", "![a](/etc/passwd) ![a](../i.png)", "[a](/etc/passwd) [a](../i.png)"],
    ["without words", "![](https://e.org/i.png)", "!\\[](https://e.org/i.png)"],
    ["with words that are not seen", "![&nbsp;](https://e.org/i.png)", "!\\[&nbsp;](https://e.org/i.png)"],
    ["of data", "![a](data:image/png;base64,AA)", "!\\[a]\\(data:image/png;base64,AA)"],
    ["in a link", "[![a](https://e.org/i)](https://e.org/)", "[!\\[a](https://e.org/i)](https://e.org/)"],
    ["after a mark", "!![a](https://e.org/i)", "!!\\[a](https://e.org/i)"],
    ["after a backslash", "\\\\![a](https://e.org/i)", "\\\\!\\[a](https://e.org/i)"],
    ["in a heading, a quote and a list", "# ![a](x)\n\n> ![b](x)\n\n- ![c](x)", "### [a](x)\n\n> [b](x)\n\n- [c](x)"],
    ["in a table", "| ![a](x) |\n| - |\n| `![b](x) | c` |", "| [a](x) |\n| - |\n| `[b](x) | c` |"],
    ["over several lines", "![a\nb](\nhttps://e.org/i)", "!\\[a\nb](\nhttps://e.org/i)"],
    [
      "of a reference",
      "![a][b] ![c]\n\n[b]: https://e.org/i\n[c]: x",
      "!\\[a][b] !\\[c]\n\n\\[b]: https://e.org/i\n\\[c]: x",
    ],
    ["of a tag", '<img src="https://e.org/i"> <picture>', '\\<img src="https://e.org/i"> \\<picture>'],
    ["in an address", "https://e.org/\\![a](https://e.org/i)", "https://e.org/\\!\\[a](https://e.org/i)"],
  ])("%s", (_, text, expected) => {
    expect(guard(text, 2)).toBe(expected);
    expect(images(guard(text, 2))).toEqual([]);
  });

  it.each([
    ["code", "`![a](x)` and\n\n```\n![a](x)\n```"],
    ["what is escaped", "\\![a](x)"],
    ["other text", "a! [b](x)"],
  ])("keeps %s", (_, text) => expect(guard(text, 2)).toBe(text));

  const render = (words: string, options: RenderMarkdownOptions) => {
    const calls = [
      toolCall("ExitPlanMode", { plan: words }),
      toolCall("TodoWrite", { todos: [{ content: words, status: "pending" }] }),
      toolCall("AskUserQuestion", { questions: [{ question: words, options: [{ label: words }] }] }),
      toolCall("SendMessage", { to: words, message: words }, words),
    ];
    const talk = tree(session({ sessionId: "s", title: words }, answer("a", words, thinking(words), ...calls)));
    return String(unified().use(renderMarkdown, options).stringify(talk));
  };

  it.each([{}, { forge: true }, { html: false }, { html: false, quotes: false }])(
    "%j, in titles and tools",
    (options) => {
      for (const words of ["![a](https://e.org/i.png)", "![](//e.org/i.png)", '<img src="https://e.org/i">'])
        expect(images(render(words, options))).toEqual([]);
      expect(addresses(render("![a](https://e.org/i.png)", options))).toContain("https://e.org/i.png");
    },
  );

  it.each([
    ["![a](http://e.org/i.png) ![](<HTTPS://e.org>)", undefined],
    ["[![a](https://e.org/i)](https://e.org)", undefined],
    ["![a](//e.org/i)", "[a](//e.org/i)"],
    ["![a](file:///i) ![a](/i)", "[a](file:///i) [a](/i)"],
    ["![a](https:///i) ![a](http:\\\\e.org)", "[a](https:///i) [a](http:\\\\e.org)"],
    ["![a](&#104;ttps://e.org)", "[a](&#104;ttps://e.org)"],
  ])("with `remoteImages` only images from the web stay: %j", (text, expected) => {
    expect(guard(text, 2, undefined, true)).toBe(expected ?? text);
    const kept = images(render(text, { remoteImages: true })).flatMap((node) => ("url" in node ? node.url : []));
    expect(kept.filter((url) => !/^https?:\/\/e/i.test(url))).toEqual([]);
  });

  const piece = fc.constantFrom(
    ..."! [ ] ![ ]( ) ![a](x) \\ ` `` ``` ~~~ <b> < > | - # * _ & https://e.org/ www.e.org [a]: x [^a] [a]( `) <1`@e.org> <mailto:`>".split(
      " ",
    ),
    ..."\n,\n\n, ,    ,[a\nb]: x,![a b],[a\\]b]: x,![a\\]b],  ```\n,\u00A0,\uFEFF".split(","),
  );
  it("property: whatever is around it; no definition, and no tag", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (parts) => {
        const types = new Set(nodesIn(guard(parts.join(""), 2)).map(({ type }) => type));
        for (const type of ["image", "imageReference", "definition", "footnoteDefinition", "html"] as const)
          expect(types).not.toContain(type);
      }),
      { numRuns: 2000 },
    );
  });
});
