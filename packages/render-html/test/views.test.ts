import type { Content } from "@ccdag/ccast";
import { answer, image, session, text, toolCall, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import { highlight } from "../src/highlight.ts";
import renderHtml, { type RenderHtmlOptions } from "../src/index.ts";

function output(children: Content[], options: RenderHtmlOptions = {}, file: VFile = new VFile()): string {
  return unified()
    .use(renderHtml, { fragment: true, ...options })
    .stringify(tree(session("s", answer("u", ...children))), file);
}
const edit = toolCall("Edit", { file_path: "/a/b.ts", old_string: "let a = 1;", new_string: "const a = 1;" }, "ok");
const added = toolCall("Edit", { file_path: "/a/b.ts", old_string: "", new_string: "const a = 1;" }, "ok");
const read = toolCall(
  "Read",
  { file_path: "/a/b.ts" },
  "     7→const a = 1;\n     8→\n     9→export { a };\n\n<system-reminder>be good</system-reminder>",
);

describe("views of tools on a page", () => {
  it.each<[string, Content, RenderHtmlOptions, string]>([
    [
      "a change, line by line",
      edit,
      { highlight: false },
      "<del>-<mark>let</mark> a = 1;\n</del><ins>+<mark>const</mark> a = 1;\n</ins>",
    ],
    ["a change in colours", added, {}, '<ins>+<i class="k">const</i> a = <i class="n">1</i>;\n</ins>'],
    [
      "a file with its line numbers",
      read,
      { highlight: false },
      '<div class="file"><pre class="numbers" aria-hidden="true">7\n8\n9</pre><pre tabindex="0" role="group" aria-label="File"><code class="language-ts">const a = 1;\n\nexport { a };</code></pre></div>',
    ],
    [
      "text after a file, apart from it",
      read,
      {},
      '<pre><code class="language-text">&#x3C;system-reminder>be good&#x3C;/system-reminder></code></pre>',
    ],
    ["a file in colours", read, {}, '<i class="k">export</i> { a };'],
    ["a file in the colours of highlight.js", read, { highlight }, '<span class="hljs-keyword">export</span> { a };'],
    [
      "a file that was not found, as the message of the tool",
      toolCall("Read", { file_path: "/a" }, "No such file"),
      {},
      '<pre><code class="language-text">No such file</code></pre>',
    ],
    [
      "a command in colours",
      toolCall("Bash", { command: "echo 'x'" }, "x"),
      { highlight },
      "<span class=\"hljs-string\">'x'</span>",
    ],
    [
      "output in the colours of a terminal",
      toolCall("Bash", { command: "x" }, "\u001B[31mred\u001B[0m"),
      {},
      '<span class="ansi-red">red</span>',
    ],
    [
      "a to-do list, with signs that a screen reader reads",
      toolCall("TodoWrite", {
        todos: [
          { content: "eat", status: "completed" },
          { content: "sleep", status: "pending" },
        ],
      }),
      {},
      '<span class="check" role="img" aria-label="done">☑</span> eat',
    ],
    [
      "a checklist in a message likewise",
      text("- [ ] rest"),
      {},
      '<span class="check" role="img" aria-label="to do">☐</span> rest',
    ],
    [
      "a wide table that scrolls",
      text("|a|\n|-|\n|b|"),
      {},
      '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>',
    ],
    [
      "code in a message in colours",
      text("```js\nlet a;\n```"),
      { highlight },
      '<span class="hljs-keyword">let</span> a;',
    ],
    [
      "code in an unknown language",
      text("```klingon\nqapla\n```"),
      { highlight },
      '<pre><code class="language-klingon">qapla</code></pre>',
    ],
    [
      "words after a fence",
      text("```Let me see\nx\n```"),
      {},
      '<p><code>Let me see</code></p><pre><code class="language-Let">x</code></pre>',
    ],
    ["headings in a message, no level skipped", text("# a\n\n#### b"), {}, "<h3>a</h3>\n<h4>b</h4>"],
  ])("%s", (_, content, options, expected) => expect(output([content], options)).toContain(expected));

  it("an image is embedded; with a budget a large one becomes a file", () => {
    const large = image({ data: "AAAA".repeat(10_000) });
    expect(output([image({ data: "iVBORw0KGgo=" })])).toContain(
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Image · image/png · 1 kB">',
    );
    const file = new VFile();
    const page = output([large], { budget: 100_000, fragment: false }, file);
    expect(file.data.assets).toHaveLength(1);
    expect(page).toContain(`<img src="${file.data.assets![0]!.path}"`);
    expect(page).toContain("img-src data: 'self' file:");
    expect(output([large])).toContain('src="data:image/png');
  });

  it("two nodes with the same name: the first gets the id, and the page has it once", () => {
    const twice = output([toolCall("Bash", { command: "x" }, "y"), toolCall("Bash", { command: "x" }, "y")]);
    const ids = [...twice.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
