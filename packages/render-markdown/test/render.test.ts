import type { Root } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { answer, session, toolCall, toolResult, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderMarkdown from "../src/index.ts";

const sample = () => projectIn("sample");
const talk = (words: string): Root =>
  tree(
    session(
      { sessionId: "s", title: "A `title` <b> ~x~ ```" },
      answer(
        { uuid: 'u"><b>', uuids: [] },
        words,
        toolCall("</summary><b>", { a: "```" }, toolResult({ uuid: "r" }, "````\n</details>")),
      ),
    ),
  );

describe("render-markdown", () => {
  it("renders the sample as in its snapshot", async () => {
    const output = String(await ccdag().use(renderMarkdown).process(sample()));
    await expect(output).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.md");
  });

  it("every link leads to an anchor of the document", async () => {
    const output = String(await ccdag().use(renderMarkdown).process(sample()));
    const anchors = new Set([...output.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id));
    const links = [...output.matchAll(/\]\(#([^)]+)\)/g)].map(([, id]) => id);
    expect(links.length).toBeGreaterThan(4);
    expect(links.filter((id) => !anchors.has(id))).toEqual([]);
  });

  it("labels, names and ids are escaped", () => {
    const output = String(unified().use(renderMarkdown).stringify(talk("hi")));
    expect(output).toContain("<summary>🔧 &#60;/summary&#62;&#60;b&#62;: ```</summary>");
    expect(output).toContain('<a id="msg-u%22%3E%3Cb%3E"></a>');
    expect(output).toContain("`````text\n````\n</details>\n`````");
    expect(output).toContain("Session s • A title \\<b> \\~x\\~\n");
  });

  it("a label cannot contain the placeholder of a body", () => {
    const root = talk("body text");
    (root.children[0] as { title: string }).title = "\u00010\u0001";
    expect(String(unified().use(renderMarkdown).stringify(root)).match(/body text/g)).toHaveLength(1);
  });

  it("code inside a list of a tool view is indented with it", () => {
    const extension = {
      tools: {
        "</summary><b>": () => [
          {
            type: "list" as const,
            children: [{ type: "listItem" as const, children: [{ type: "code" as const, value: "a\nb" }] }],
          },
        ],
      },
    };
    expect(
      String(
        unified()
          .use(renderMarkdown, { extensions: [extension] })
          .stringify(talk("x")),
      ),
    ).toContain("- ```\n  a\n  b\n  ```");
  });

  it("uses extensions of other plugins, of ccdag and of remark", () => {
    const processor = unified()
      .use(function () {
        this.data().ccdagToMdastExtensions = [{ handlers: { text: () => [{ type: "thematicBreak" }] } }];
        this.data().toMarkdownExtensions = [{ rule: "*" }];
      })
      .use(renderMarkdown);
    expect(String(processor.stringify(talk("x")))).toContain("\n***\n");
  });
});
