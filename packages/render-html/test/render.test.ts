import type { Content, Message, Root } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { unified } from "unified";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderHtml, { toPage } from "../src/index.ts";

const sample = () => projectIn("sample");
const tree = (...children: Content[]): Root => ({
  type: "root",
  children: [
    {
      type: "session",
      sessionId: "s",
      title: "<script>title</script>",
      children: [
        {
          type: "message",
          role: "assistant",
          actor: "claude",
          origin: "reply",
          uuid: "u",
          uuids: ["u"],
          children,
        } as Message,
      ],
    },
  ],
});
const text = (value: string): Content => ({ type: "text", value });
const fragment = (...children: Content[]) =>
  String(
    unified()
      .use(renderHtml, { fragment: true })
      .stringify(tree(...children)),
  );

describe("render-html", () => {
  it("tells the sample as it stands beside it", async () => {
    const output = String(await ccdag().use(renderHtml).process(sample()));
    const content = output.replace(/<(style|script)>.*<\/\1>/g, "<$1>…</$1>").replace(/'sha256-[^']+'/g, "'sha256-…'");
    await expect(content).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.html");
  });

  it("makes a page of its own that fetches nothing and runs only its own script", () => {
    const page = String(
      unified()
        .use(renderHtml)
        .stringify(tree(text("hi"))),
    );
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain("<title>&#x3C;script>title&#x3C;/script></title>");
    expect(page).not.toMatch(/<link|src=|@import|url\(|unsafe/);
    for (const name of ["script", "style"]) {
      const [, text = ""] = new RegExp(`<${name}>(.*?)</${name}>`).exec(page) ?? [];
      const hash = createHash("sha256").update(text).digest("base64");
      expect(page).toContain(`${name}-src 'sha256-${hash}'`);
      expect(page.split(`<${name}`).length).toBe(2);
    }
    expect(toPage({ type: "root", children: [] }, { lang: "de" })).toContain('<html lang="de">');
  });

  it.each([
    [
      "tags are text",
      "<script>alert(1)</script> <system-reminder>x</system-reminder>",
      "&#x3C;script>alert(1)&#x3C;/script> &#x3C;system-reminder>x",
    ],
    [
      "links that run lead nowhere",
      "[a](javascript:alert(1)) [b](https://example.org)",
      'a (javascript:alert(1)) <a href="https://example.org" rel="nofollow noreferrer noopener">b</a>',
    ],
    [
      "remote images are links",
      "![rain](https://example.org/rain.png)",
      '<a href="https://example.org/rain.png" rel="nofollow noreferrer noopener">rain</a>',
    ],
    ["headings go below ours", "# One", "<h3>One</h3>"],
    ["Markdown is told", "- *a*\n\n| b |\n|---|\n| c |", "<em>a</em>"],
  ])("%s", (_, words, expected) => expect(fragment(text(words))).toContain(expected));

  it("a text too long to read as Markdown is shown as it was typed", () => {
    expect(fragment(text(`# ${"a<b ".repeat(30_000)}`))).toContain('<div class="text"><pre># a&#x3C;b ');
  });

  it("definitions of links and footnotes are text: where nothing refers to one, it would not be told", () => {
    const output = fragment(text("a[^1] [b][c]\n\n[^1]: one\n\n[c]: https://example.org 'there'"));
    for (const words of ["a[^1] [b][c]", "[^1]: one", "[c]: ", ">https://example.org</a>", "'there'"])
      expect(output).toContain(words);
  });

  it("what is folded is folded, with its summary as text", () => {
    expect(fragment({ type: "toolCall", id: "t", name: "Bash", input: { command: "echo '<b>'" } })).toContain(
      `<details class="tool" data-tool="Bash"><summary>🔧 Bash: echo '&#x3C;b>'</summary>`,
    );
  });
});
