import { ccdag } from "@ccdag/processor";
import type { Heading, Root } from "mdast";
import rehypeStringify from "rehype-stringify";
import remarkGfm from "remark-gfm";
import remarkLint from "remark-lint";
import remarkLintHeadingIncrement from "remark-lint-heading-increment";
import remarkRehype from "remark-rehype";
import remarkStringify from "remark-stringify";
import remarkToc from "remark-toc";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import renderMarkdown, { ccdagMdast } from "../src/index.ts";

const session = (...prompts: readonly string[]) =>
  new VFile({
    path: "s1.jsonl",
    value: prompts
      .map((content, index) =>
        JSON.stringify({
          type: "user",
          uuid: `u${index}`,
          parentUuid: index === 0 ? null : `u${index - 1}`,
          sessionId: "s1",
          timestamp: `2026-03-14T10:0${index}:00Z`,
          message: { role: "user", content },
        }),
      )
      .join("\n"),
  });

const table = "| a | b |\n| - | - |\n| 1 | 2 |";

describe("K003: ccdagMdast, with real remark plugins", () => {
  it("remark-toc lists the headings, with links to the anchors of the messages", async () => {
    const text = String(
      await ccdag()
        .use(ccdagMdast, { contents: true })
        .use(remarkToc)
        .use(remarkGfm)
        .use(remarkStringify)
        .process(session("Plan a trip", `To the sea\n\n${table}`)),
    );
    expect(text).toMatch(/^## Contents\n\n\* \[Session s1 • Plan a trip\]\(#session-s1\)/);
    expect(text).toContain("[Human · 2026-03-14 10:00:00](#msg-u0)");
    expect(text).toContain('<a id="msg-u0"></a>\n\n## Human · 2026-03-14 10:00:00\n\nPlan a trip');
    expect(text).toContain("| a | b |");
  });

  it("every node is one that remark-stringify knows", async () => {
    const file = session("# Title\n\n<b>x</b> ![i](https://example.org/i.png)", "`code`");
    const text = String(await ccdag().use(ccdagMdast).use(remarkStringify).process(file));
    expect(text).toContain("\\<b>x\\</b>");
    expect(text).toContain("[i](https://example.org/i.png)");
    expect(text).not.toContain("![i]");
    // Below the heading of the message.
    expect(text).toContain("### Title");
  });

  it("without HTML, sections are quotes, of which remark-rehype makes details, and headings have ids", async () => {
    const call = { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } };
    const file = session("hi");
    file.value = `${String(file)}\n${JSON.stringify({
      type: "assistant",
      uuid: "a1",
      parentUuid: "u0",
      sessionId: "s1",
      message: { id: "m1", role: "assistant", content: [call] },
    })}`;
    const processor = ccdag().use(ccdagMdast, { html: false });
    const text = String(await processor().use(remarkStringify).process(new VFile(file)));
    expect(text).toMatch(/\n> \*\*🔧 Bash: ls\*\*\n>\n> ```sh\n> ls\n/);
    expect(text).not.toContain("<");
    const page = String(await processor().use(remarkRehype).use(rehypeStringify).process(new VFile(file)));
    expect(page).toContain("<details>\n<summary><strong>🔧 Bash: ls</strong></summary>\n<pre>");
    expect(page).toContain('<h2 id="msg-u0">Human');
  });

  it("one's own transformer changes the document", async () => {
    const shout = () => (tree: Root) => {
      for (const node of tree.children)
        if (node.type === "heading") node.children = [{ type: "text", value: "HEADING" }];
    };
    const text = String(await ccdag().use(ccdagMdast).use(shout).use(remarkStringify).process(session("hi")));
    expect(text).toContain("# HEADING");
  });

  it("remark-lint reports to the file, with the line of the record", async () => {
    const file = session("hi", "# too deep");
    const skip = () => (tree: Root) => {
      const headings = tree.children.filter((node): node is Heading => node.type === "heading");
      headings[headings.length - 1]!.depth = 5;
    };
    await ccdag()
      .use(ccdagMdast)
      .use(skip)
      .use(remarkLint)
      .use(remarkLintHeadingIncrement)
      .use(remarkStringify)
      .process(file);
    expect(file.messages.map(({ ruleId, line }) => [ruleId, line])).toEqual([["heading-increment", 2]]);
  });
});

describe("K003: remarkPlugins of the Markdown renderer", () => {
  const render = async (file: VFile, options: Parameters<typeof renderMarkdown>[0]) =>
    String(await ccdag().use(renderMarkdown, options).process(file));

  it("remark-toc fills a heading, which is only there if a plugin fills it", async () => {
    const file = () => session("Plan a trip", table);
    expect(await render(file(), { remarkPlugins: [remarkToc] })).toMatch(/^## Contents\n\n- \[Session s1/);
    expect(await render(file(), { remarkPlugins: [remarkGfm] })).not.toContain("Contents");
  });

  it("untrusted text stays in its place: no tag, no heading above its own, no script", async () => {
    const hostile = "# up\n\n<script>x</script>\n\n</details>\n\n[l](javascript:alert(1))\n\n```\nopen";
    const text = await render(session(hostile, "after"), { remarkPlugins: [remarkToc], forge: true });
    expect(text).not.toMatch(/(?<!\\)<script|^# up|(?<!\\)\]\(javascript:/m);
    expect(text).toContain("## Human · 2026-03-14 10:01:00\n\nafter");
  });

  it("a preset gives them in its settings", async () => {
    const preset = { plugins: [renderMarkdown], settings: { remarkPlugins: [remarkToc] } };
    expect(String(await ccdag().use(preset).process(session("hi")))).toContain("## Contents");
  });

  it("a plugin that is asynchronous is an error, which names the way out", async () => {
    const slow = () => async (tree: Root) => Promise.resolve(tree);
    await expect(render(session("hi"), { remarkPlugins: [slow] })).rejects.toThrow(/async/);
  });
});
