import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { put, sample } from "../../../tooling/tests/scratch.ts";
import { block, rootOf } from "./documents.ts";

const vitepress = join(dirname(createRequire(import.meta.url).resolve("vitepress/package.json")), "bin/vitepress.js");

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** Build a site with the real VitePress. It is in the package, where VitePress finds its modules. */
async function build(pages: Readonly<Record<string, string>>, roots: readonly string[]) {
  const out = fileURLToPath(new URL("../out", import.meta.url));
  mkdirSync(out, { recursive: true });
  const site = mkdtempSync(join(out, "site-"));
  onTestFinished(() => rmSync(site, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(pages)) put(site, name, text);
  // The config of the README.
  const [, config = ""] = /^```ts\n(import ccdag [^]*?)^```$/m.exec(readme) ?? [];
  const asked = '{ roots: ["transcripts"] }';
  expect(config).toContain(asked);
  put(site, ".vitepress/config.mjs", config.replace(asked, JSON.stringify({ roots, cache: false })));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [vitepress, "build", site]);
  const page = (name: string) => readFileSync(join(site, ".vitepress/dist", `${name}.html`), "utf8");
  return { page, log: stdout + stderr };
}

/** Each of these does something where VitePress parses it. */
const hostile = [
  "{{ 20 + 2 }}",
  "<!--@include: ./secret.txt-->",
  "<<< ./secret.txt",
  "words {onclick=alert(1)}",
  "[[toc]]",
  "::: danger\nopen",
  "> [!WARNING]\n> quoted",
  "```js {1}\n{{ 30 + 3 }}\n\n<!--@include: ./secret.txt-->\n```",
  "<script setup>broken(</script>",
].join("\n\n");

describe("VitePress", { timeout: 120_000 }, () => {
  it("shows turns and diffs, warns of blocks that stay, and finds no syntax of its own in untrusted text", async () => {
    const { roots = [] } = rootOf(["Hello", hostile]);
    const pages = {
      "secret.txt": "A file of the site.",
      "readme.md": /^````md\n([^]*?)^````$/m.exec(readme)![1]!,
      "turn.md": `# Notes\n\n${block("642fe51e#turn-1")}\n${block("642fe51e#turn-1", "diff")}\n${block("nope")}\nAfter.\n`,
      "hostile.md": `# Notes {{ 40 + 4 }}\n\n${block("s1")}\nAfter.\n`,
    };
    const { page, log } = await build(pages, [sample, ...roots]);
    const turn = page("turn");
    expect(turn).toMatch(/<h2 id="msg-[\w-]+">Human/);
    expect(turn).toContain("<summary><strong>🔧 Read");
    expect(turn).toContain('<code class="language-diff">diff --git a/src/table.ts');
    expect(turn).toContain("<p>After.</p>");
    expect(log).toMatch(/turn\.md:\d+:1-\d+:4: Unexpected input `nope`/);
    expect(page("readme")).toContain("Colours can wait. More urgent");
    const html = page("hostile");
    // What the author of the page writes is what it was.
    expect(html).toContain("Notes 44");
    const embedded = html.slice(html.indexOf('<div class="ccdag"'), html.indexOf("<p>After.</p>"));
    expect(embedded).toContain("<p>{{ 20 + 2 }}</p>");
    expect(embedded).toContain("{{ 30 + 3 }}");
    expect(embedded).not.toMatch(/A file of the site|onclick="|<nav|custom-block|<script/);
  });
});
