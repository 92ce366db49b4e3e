import type { Root } from "@ccdag/ccast";
import { answer, message, session, tree } from "@ccdag/testkit";
import type { Element, Root as Hast } from "hast";
import rehypeExternalLinks from "rehype-external-links";
import { type Preset, unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import renderHtml, { createMemory, type RenderHtmlOptions } from "../src/index.ts";

const words =
  "See [there](https://example.org/a) and [here](#msg-p).\n\n```ts\nconst one = 1; // [no](https://example.org/b)\n```";
const talk: Root = tree(session("s1", message("p", "Hello"), answer("a", words)));
const render = (options: RenderHtmlOptions, file = new VFile()) =>
  String(unified().use(renderHtml, options).stringify(talk, file));

/** Marks every `code` element, also those in which the fast highlighter has put elements. */
const mark = () => (root: Hast) => {
  const stack: Array<Hast | Element> = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === "element" && node.tagName === "code") node.properties["dataMarked"] = "yes";
    for (const child of node.children) if (child.type === "element") stack.push(child);
  }
};

describe("K003: rehypePlugins of the page, with a real rehype plugin", () => {
  it.each([true, false])("work on the texts of messages, and on nothing around them (fragment: %s)", (fragment) => {
    const plain = render({ fragment });
    const changed = render({
      fragment,
      rehypePlugins: [[rehypeExternalLinks, { target: "_blank", rel: ["external"] }]],
    });
    expect(changed).toContain('<a href="https://example.org/a" rel="external" target="_blank">there</a>');
    expect(changed).toContain('<a href="#msg-p">here</a>');
    const before = plain.replace(/ rel="nofollow noreferrer noopener"/g, "");
    expect(changed.replace(/ rel="external" target="_blank"/g, "")).toBe(before);
  });

  it("get code as elements, coloured or not", () => {
    for (const options of [{ fragment: true }, { fragment: true, highlight: false as const }, {}])
      expect(render({ ...options, rehypePlugins: [mark] })).toContain('data-marked="yes"');
    expect(render({ fragment: true, rehypePlugins: [mark] })).toMatch(/<i class="[\w-]+">const<\/i>/);
  });

  it("work once on a text that is remembered", () => {
    const texts: Hast[] = [];
    const count = () => (root: Hast) => void texts.push(root);
    const options: RenderHtmlOptions = { fragment: true, memory: createMemory(), rehypePlugins: [count] };
    const first = render(options);
    // The text with a link within the document is not remembered, and so is prepared for each page.
    expect([texts.length, render(options), texts.length]).toEqual([2, first, 3]);
  });

  it("report to the file, and their errors end the page: also that of one that is asynchronous", () => {
    const file = new VFile();
    render({ rehypePlugins: [() => (_: Hast, to: VFile) => void to.message("seen")] }, file);
    expect(file.messages.map(({ reason }) => reason)).toContain("seen");
    const broken = () => () => {
      throw new Error("broken");
    };
    expect(() => render({ rehypePlugins: [broken] })).toThrow("broken");
    expect(() => render({ rehypePlugins: [() => async (root: Hast) => Promise.resolve(root)] })).toThrow(/async/);
  });

  it("a preset gives them in its settings", () => {
    const preset = { plugins: [renderHtml], settings: { rehypePlugins: [mark] } } as Preset;
    expect(String(unified().use(preset).stringify(talk))).toContain('data-marked="yes"');
  });
});
