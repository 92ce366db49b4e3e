import type { Content } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import { answer, session, text, toolCall, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import renderHtml, { toPage } from "../src/index.ts";

const sample = () => projectIn("sample");
const talk = (...children: Content[]) =>
  tree(session({ sessionId: "s", title: "<script>title</script>" }, answer("u", ...children)));
const fragment = (...children: Content[]) =>
  String(
    unified()
      .use(renderHtml, { fragment: true })
      .stringify(talk(...children)),
  );

describe("render-html", () => {
  it("renders the sample as in its snapshot", async () => {
    const output = String(await ccdag().use(renderHtml).process(sample()));
    const content = output
      .replace(/<(style|script)>.*?<\/\1>/gs, "<$1>…</$1>")
      .replace(/'sha256-[^']+'/g, "'sha256-…'");
    await expect(content).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.html");
  });

  it("makes a whole page that fetches nothing and runs only its own script", () => {
    const page = String(
      unified()
        .use(renderHtml)
        .stringify(talk(text("hi"))),
    );
    expect(page).toMatch(/^<!doctype html>\n<html lang="en">/);
    expect(page).toContain("default-src 'none'");
    expect(page).toContain("<title>&#x3C;script>title&#x3C;/script></title>");
    expect(page.replace(/<script>.*<\/script>/s, "")).not.toMatch(
      /<link|src=|@import|url\((?!"data:image\/svg)|unsafe/,
    );
    for (const name of ["script", "style"]) {
      const [, source = ""] = new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(page) ?? [];
      const hash = createHash("sha256").update(source).digest("base64");
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
      "links that run code become text",
      "[a](javascript:alert(1)) [b](https://example.org)",
      'a (javascript:alert(1)) <a href="https://example.org" rel="nofollow noreferrer noopener">b</a>',
    ],
    [
      "remote images become links",
      "![rain](https://example.org/rain.png)",
      '<a href="https://example.org/rain.png" rel="nofollow noreferrer noopener">rain</a>',
    ],
    ["headings go below the heading above", "# One", "<h3>One</h3>"],
    ["Markdown is rendered", "- *a*\n\n| b |\n|---|\n| c |", "<em>a</em>"],
  ])("%s", (_, words, expected) => expect(fragment(text(words))).toContain(expected));

  it("a text too long to parse as Markdown is shown as it is", () => {
    expect(fragment(text(`# ${"a<b ".repeat(30_000)}`))).toContain('<div class="text"><pre># a&#x3C;b ');
  });

  it("definitions of links and footnotes are text, so that an unused one is not lost", () => {
    const output = fragment(text("a[^1] [b][c]\n\n[^1]: one\n\n[c]: https://example.org 'there'"));
    for (const words of ["a[^1] [b][c]", "[^1]: one", "[c]: ", ">https://example.org</a>", "'there'"])
      expect(output).toContain(words);
  });

  it("a call is a collapsible section with its summary as text", () => {
    expect(fragment(toolCall("Bash", { command: "echo '<b>'" }))).toContain(
      `<details class="tool" data-tool="Bash"><summary><span class="sign tool">🔧</span> Bash: echo '&#x3C;b>'</summary>`,
    );
  });
});
