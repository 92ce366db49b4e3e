import type { Content, Message, Root } from "@ccdag/ccast";
import { unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import { highlight } from "../src/highlight.ts";
import renderHtml, { type RenderHtmlOptions } from "../src/index.ts";

function output(children: Content[], options: RenderHtmlOptions = {}, file: VFile = new VFile()): string {
  const reply = {
    type: "message",
    role: "assistant",
    actor: "claude",
    origin: "reply",
    uuid: "u",
    uuids: ["u"],
    children,
  } as Message;
  const tree: Root = { type: "root", children: [{ type: "session", sessionId: "s", children: [reply] }] };
  return unified()
    .use(renderHtml, { fragment: true, ...options })
    .stringify(tree, file);
}
const call = (name: string, input: object, output?: string): Content => ({
  type: "toolCall",
  id: "t",
  name,
  input,
  ...(output === undefined ? {} : { result: { type: "toolResult", children: [{ type: "text", value: output }] } }),
});
const edit = call("Edit", { file_path: "/a/b.ts", old_string: "let a = 1;", new_string: "const a = 1;" }, "ok");
const read = call(
  "Read",
  { file_path: "/a/b.ts" },
  "     7→const a = 1;\n     8→\n     9→export { a };\n\n<system-reminder>be good</system-reminder>",
);

describe("views of tools on a page (R015)", () => {
  it.each<[string, Content, RenderHtmlOptions, string]>([
    [
      "a change, line by line",
      edit,
      {},
      '<span class="del">-let a = 1;\n</span><span class="ins">+const a = 1;\n</span>',
    ],
    [
      "a change in colours",
      edit,
      { highlight },
      '<span class="ins">+<span class="hljs-keyword">const</span> a = <span class="hljs-number">1</span>;\n</span>',
    ],
    [
      "a file with the numbers of its lines beside it",
      read,
      {},
      '<div class="file"><pre class="numbers" aria-hidden="true">7\n8\n9</pre><pre tabindex="0" role="group" aria-label="File"><code class="language-ts">const a = 1;\n\nexport { a };</code></pre></div>',
    ],
    [
      "what follows a file, apart from it",
      read,
      {},
      '<pre><code class="language-text">&#x3C;system-reminder>be good&#x3C;/system-reminder></code></pre>',
    ],
    ["a file in colours", read, { highlight }, '<span class="hljs-keyword">export</span> { a };'],
    [
      "a file that is there no more, as it was said",
      call("Read", { file_path: "/a" }, "No such file"),
      {},
      '<pre><code class="language-text">No such file</code></pre>',
    ],
    [
      "a command in colours",
      call("Bash", { command: "echo 'x'" }, "x"),
      { highlight },
      "<span class=\"hljs-string\">'x'</span>",
    ],
    [
      "output in the colours of a terminal",
      call("Bash", { command: "x" }, "\u001B[31mred\u001B[0m"),
      {},
      '<span class="ansi-red">red</span>',
    ],
    [
      "things to do, as signs that are read out",
      call("TodoWrite", {
        todos: [
          { content: "eat", status: "completed" },
          { content: "sleep", status: "pending" },
        ],
      }),
      {},
      '<span class="check" role="img" aria-label="done">☑</span> eat',
    ],
    [
      "a checklist of a stranger likewise",
      { type: "text", value: "- [ ] rest" },
      {},
      '<span class="check" role="img" aria-label="to do">☐</span> rest',
    ],
    [
      "a wide table that can be moved",
      { type: "text", value: "|a|\n|-|\n|b|" },
      {},
      '<div class="scroll" tabindex="0" role="group" aria-label="Table"><table>',
    ],
    [
      "code of a stranger in colours",
      { type: "text", value: "```js\nlet a;\n```" },
      { highlight },
      '<span class="hljs-keyword">let</span> a;',
    ],
    [
      "code in a language that nobody knows",
      { type: "text", value: "```klingon\nqapla\n```" },
      { highlight },
      '<pre><code class="language-klingon">qapla</code></pre>',
    ],
    [
      "words behind a fence",
      { type: "text", value: "```Let me see\nx\n```" },
      {},
      '<p><code>Let me see</code></p><pre><code class="language-Let">x</code></pre>',
    ],
    ["headings of a stranger, none left out", { type: "text", value: "# a\n\n#### b" }, {}, "<h3>a</h3>\n<h4>b</h4>"],
  ])("%s", (_, content, options, expected) => expect(output([content], options)).toContain(expected));

  it("an image is in the page; one that is too large is a file beside it, and without files it is in the page", () => {
    const image = (data: string): Content => ({ type: "image", mediaType: "image/png", data });
    expect(output([image("iVBORw0KGgo=")])).toContain(
      '<img src="data:image/png;base64,iVBORw0KGgo=" alt="Image · image/png · 1 kB">',
    );
    const file = new VFile();
    const page = output([image("AAAA".repeat(10_000))], { budget: 100_000, fragment: false }, file);
    expect(file.data.assets).toHaveLength(1);
    expect(page).toContain(`<img src="${file.data.assets![0]!.path}"`);
    expect(page).toContain("img-src data: 'self' file:");
    expect(output([image("AAAA".repeat(10_000))])).toContain('src="data:image/png');
  });

  it("two things that claim one name: links lead to the first, and the page has the name once", () => {
    const twice = output([call("Bash", { command: "x" }, "y"), call("Bash", { command: "x" }, "y")]);
    const ids = [...twice.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
