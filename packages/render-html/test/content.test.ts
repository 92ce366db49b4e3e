import type { Content } from "@ccdag/ccast";
import { answer, session, text, toolCall, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderHtml, { type RenderHtmlOptions } from "../src/index.ts";
import { math } from "../src/math.ts";

function render(content: Content, options: RenderHtmlOptions = {}): string {
  return unified()
    .use(renderHtml, { fragment: true, highlight: false, ...options })
    .stringify(tree(session("s", answer("u", content))));
}

const said = (words: string, options: RenderHtmlOptions = {}) => render(text(words), options);
const printed = (words: string, options: RenderHtmlOptions = {}) =>
  render(toolCall("Bash", { command: "x" }, words), options);

/** The text of an element, as a browser reads it. */
function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&#x([0-9A-F]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

describe("formulas", () => {
  it.each([
    ["a power", "so $x^2$ is", "x^2"],
    ["a single letter", "where $n$ grows", "n"],
    ["a command", String.raw`then $\alpha$.`, String.raw`\alpha`],
    ["signs that Markdown would take away", String.raw`$\{a_1 * b_2\} * c_*^2$`, String.raw`\{a_1 * b_2\} * c_*^2`],
    ["an equation, in brackets", "(with $a = b$)", "a = b"],
  ])("%s is a formula, and its source is shown as code", (_, words, source) =>
    expect(said(words)).toContain(`<code class="math">$${source}$</code>`),
  );

  it.each([
    ["amounts", "It costs $5 and $6, or $3,000 = much; x_1 costs 5$"],
    ["a variable of a shell", "set $HOME/bin:$PATH and $A=$B"],
    ["the number of a process", "kill $$ and then $$ again"],
    ["anchors of patterns", "^foo_1$ and ^bar$"],
    ["currencies", "US$5=AU$6"],
    ["words of a sentence", "I had $x = five and you had y_1$ then"],
    ["one sign", "only $x^2"],
  ])("%s are none", (_, words) => {
    expect(said(words)).not.toContain("math");
    expect(textOf(said(words))).toContain(words);
  });

  it.each([
    ["between lines of two signs", "before\n$$\n\\frac{a}{b}\n$$\nafter"],
    ["on one line", "$$\\frac{a}{b}$$"],
    ["in a fence", "```math\n\\frac{a}{b}\n```"],
  ])("a formula %s is a block, as code or as MathML with its source", (_, words) => {
    expect(said(words)).toContain(String.raw`<pre><code class="language-math">\frac{a}{b}</code></pre>`);
    expect(said(words, { math })).toContain(
      String.raw`<math display="block"><semantics><mrow><mfrac><mi>a</mi><mi>b</mi></mfrac></mrow><annotation encoding="application/x-tex">\frac{a}{b}</annotation></semantics></math>`,
    );
  });

  it("an open formula is text", () => expect(said("$$\nx^2\n\nmore", { math })).not.toContain("math"));

  it.each([
    ["what TeX does not know", String.raw`$\nothing{x^2}$`],
    ["what opens and never closes", `$${"{".repeat(60)}x^2$`],
    ["a link", String.raw`$\href{javascript:alert(1)}{x}$`],
  ])("%s is shown as its source", (_, words) =>
    expect(said(words, { math })).toContain(`<code class="math">${words}</code>`),
  );

  it("a converter gets no element and no attribute into a page that MathML has not", () => {
    const given = (tagName: string) => () => [
      {
        type: "element" as const,
        tagName,
        properties: { style: "x", onclick: "y", href: "z", width: "1em" },
        children: [],
      },
    ];
    expect(said("$x^2$", { math: given("mspace") })).toContain('<mrow><mspace width="1em"></mspace></mrow>');
    for (const name of ["script", "a", "annotation-xml", "mglyph", "math"])
      expect(said("$x^2$", { math: given(name) })).toContain('<code class="math">$x^2$</code>');
  });
});

describe("drawings", () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>a &amp; b</text></svg>';
  const fence = "```mermaid\ngraph TD; a-->b\n```";

  it("code is shown as it is where nothing draws it", () =>
    expect(said(fence)).toContain('<pre><code class="language-mermaid">graph TD; a-->b</code></pre>'));

  it("a drawing is an image, with its code below", () => {
    const drawn = said(fence, {
      draw: (code, language) => (language === "mermaid" && code.includes("graph") ? svg : undefined),
    });
    const [, address = ""] = /<img src="data:image\/svg\+xml,([^"]*)" alt="Drawing: mermaid">/.exec(drawn) ?? [];
    expect(decodeURIComponent(address)).toBe(svg);
    expect(drawn).toContain("<summary>mermaid</summary>");
    expect(drawn).toContain("graph TD; a-->b");
  });

  it.each([
    ["a script", "<svg><script>alert(1)</script></svg>"],
    ["a handler", '<svg onload="alert(1)"/>'],
    ["a link", '<svg><a href="https://example.org">x</a></svg>'],
    ["a picture from elsewhere", '<svg><image xlink:href="//example.org/x.png"/></svg>'],
    ["a style from elsewhere", "<svg><style>@import 'x'</style></svg>"],
    ["a font from elsewhere", "<svg><style>p{src:url(https://example.org)}</style></svg>"],
    ["an entity", '<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'],
    ["no drawing", "<p>words</p>"],
    ["nothing", ""],
  ])("a drawing with %s is not shown", (_, made) => expect(said(fence, { draw: () => made })).not.toContain("<img"));
});

describe("JSON", () => {
  it("on one line is shown line by line, with every token as it was", () => {
    const one = '{"n":12345678901234567890.10,"m":1e400,"s":"\\u003cb\\u003e \\" ] }","l":[1,[2,3]],"a":{},"a":null}';
    const [, shown = ""] = /<code class="language-json">([^]*?)<\/code>/.exec(printed(one)) ?? [];
    const lines = textOf(shown);
    expect(lines).toContain('\n  "n": 12345678901234567890.10,\n  "m": 1e400,\n');
    expect(lines).toContain('\n  "l": [\n    1,\n    [2, 3]\n  ],\n');
    expect(lines.replaceAll(/\n */g, "").replaceAll(/(?<=[:,]) /g, "")).toBe(one.replaceAll(/(?<=[:,]) /g, ""));
  });

  it.each([
    ["what is no JSON", '{"a": 1,}'],
    ["a number", "12"],
    ["a log line", "[12:00] started]"],
    ["what is nested too deep", `${"[".repeat(200)}${"]".repeat(200)}`],
  ])("%s stays text", (_, words) =>
    expect(printed(words)).toContain(`<pre><code class="language-text">${words}</code></pre>`),
  );

  it("of many lines has collapsible parts, whose text together is the JSON", () => {
    const value = {
      list: Array.from({ length: 40 }, (__, id) => ({ id, words: "a ".repeat(40) })),
      last: Array.from({ length: 12 }, (__, at) => `item ${at}`.repeat(9)),
    };
    const html = printed(JSON.stringify(value));
    const [, json = ""] = /<div class="json"[^>]*>([^]*?)<\/div>/.exec(html) ?? [];
    expect(JSON.parse(textOf(json))).toEqual(value);
    expect(json).toContain('<details><summary>  "list": [');
    expect(json).toContain('<details open><summary>  "last": [');
  });

  it("that its author has laid out keeps its lines", () => {
    const own = '{ "a": 1,\n\n      "b" : [ 2 ] }';
    expect(printed(own)).toContain(`<code class="language-json">${own}</code>`);
  });

  it("whose lines do not show its parts has none", () => {
    const lines = `[\n${Array.from({ length: 60 }, (_, at) => `{"a${at}": [\n 1 ]\n},`).join("\n")}\n1]`;
    const html = printed(lines);
    expect(html).not.toContain('class="json"');
    expect(textOf(html)).toContain(lines);
  });
});

describe("diffs and colours", () => {
  const diff = "diff --git a/a.ts b/a.ts\n--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n--- no header\n+const a = 1;";

  it("an output that is a diff is shown line by line, in the colours of its files", () => {
    const html = printed(diff, { highlight: undefined });
    expect(html).toContain('<span class="hunk">--- a/a.ts\n</span>');
    expect(html).toMatch(/<del>-<i[^>]*>|<del>--- no header/);
    expect(html).toContain('<ins>+<i class="k">const</i>');
    expect(textOf(html)).toContain(diff);
  });

  it.each(["diff", "patch"])("a fence in the language %s, too", (name) =>
    expect(said(`\`\`\`${name}\n-a\n+b\n\`\`\``)).toContain("<del>-a\n</del><ins>+b\n</ins>"),
  );

  it.each([
    ["a list of options", "--- a\nword"],
    ["a list", "- a\n+ b"],
  ])("%s is no diff", (_, words) => expect(printed(words)).not.toContain("language-diff"));

  const esc = "\u001B[";
  it.each([
    ["in a fence", said(`\`\`\`\n${esc}31mred${esc}0m\n\`\`\``), '<span class="ansi-red">red</span>'],
    ["of 256", printed(`${esc}38;5;208mx`), '<span class="ansi-yellow">x</span>'],
    ["of 256, the first of which have names", printed(`${esc}38;5;9mx`), '<span class="ansi-bright-red">x</span>'],
    ["of 256, grey", printed(`${esc}38;5;240mx`), '<span class="ansi-bright-black">x</span>'],
    ["by red, green and blue", printed(`${esc}38;2;100;150;250mx`), '<span class="ansi-blue">x</span>'],
    ["in the background", printed(`${esc}48;2;20;200;30mx`), '<span class="ansi-on-green">x</span>'],
  ])("a colour of a terminal %s", (_, html, expected) => expect(html).toContain(expected));
});

describe("long outputs", () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join("\n");

  it("an output of more than 40 lines is in a section that says how many there are", () => {
    expect(printed(lines(40))).not.toContain('class="long"');
    expect(printed(lines(1200))).toContain('<details class="long"><summary>All 1,200 lines</summary><pre>');
    expect(printed(lines(1200))).toContain(`<code class="language-text">${lines(1200)}</code>`);
  });

  it("an output of few long lines, too", () =>
    expect(printed("word ".repeat(2000))).toContain("<summary>All 10,000 characters</summary>"));

  it("code in a message is shown whole", () =>
    expect(said(`\`\`\`\n${lines(200)}\n\`\`\``)).not.toContain('class="long"'));

  it("labels can be replaced", () =>
    expect(printed(lines(50), { words: { longLines: ["Alle", "Zeilen"] } })).toContain(
      "<summary>Alle 50 Zeilen</summary>",
    ));
});
