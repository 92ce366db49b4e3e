import { existsSync, readdirSync, readFileSync } from "node:fs";
import { defineConfig, type UserConfig } from "vitepress";
import { drawings } from "../src/figure/fence.ts";
import { withPolicy } from "../src/stage/policy.ts";
import { renderForSearch } from "../src/stage/render-for-search.ts";
import { describe } from "../src/stage/describe.ts";
import { address } from "../src/stage/places.ts";
import { variant } from "../src/stage/variant.ts";
import { nav, sidebar } from "./sidebar.ts";

const api = new URL(`../${variant.pages}/api/typedoc-sidebar.json`, import.meta.url);
const [worker] = readdirSync(new URL("../out/worker/", import.meta.url)).filter((name) => name.startsWith("worker-"));

/** Only the worker renders: the page has the table of formats, without what these load. */
const withoutRenderers: NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number] = {
  name: "ccdag-without-renderers",
  resolveDynamicImport: (_, importer) => (/[/\\]pipeline[/\\]src[/\\]/.test(importer) ? "\0renderer" : null),
  load: (id) => (id === "\0renderer" ? "export {}" : null),
};

export default defineConfig({
  title: "ccdag",
  description: "Claude Code transcripts as what really happened, with the proof that nothing was lost.",
  lang: "en",
  base: process.env["DOCS_BASE"] ?? "/",
  srcDir: variant.pages,
  outDir: variant.site,
  cacheDir: "out/cache",
  // A test looks at the links of the whole site.
  ignoreDeadLinks: !variant.isWhole,
  head: [["link", { rel: "icon", type: "image/svg+xml", href: `${process.env["DOCS_BASE"] ?? "/"}logo.svg` }]],
  transformHtml: withPolicy,
  transformPageData(page) {
    const file = new URL(`../${variant.pages}/${page.filePath}`, import.meta.url);
    if (page.description === "" && existsSync(file)) page.description = describe(readFileSync(file, "utf8"));
  },
  transformHead: ({ title, description }) => [
    ["meta", { property: "og:title", content: title }],
    ["meta", { property: "og:description", content: description }],
    ["meta", { property: "og:type", content: "website" }],
    ["meta", { property: "og:image", content: `${address}page.png` }],
  ],
  sitemap: { hostname: address },
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(md) {
      md.use(drawings);
      // Code in a line is no template: `{{x}}` in a document is what it says.
      md.renderer.rules.code_inline = (tokens, index) =>
        `<code v-pre>${md.utils.escapeHtml(tokens[index]!.content)}</code>`;
    },
  },
  themeConfig: {
    nav,
    sidebar: sidebar(existsSync(api) ? JSON.parse(readFileSync(api, "utf8")) : []),
    outline: [2, 3],
    search: { provider: "local", options: { _render: renderForSearch } },
    socialLinks: [{ icon: "github", link: "https://github.com/ccdag/ccdag" }],
    footer: { message: "MIT. This site asks no other one for anything." },
  },
  vite: {
    plugins: [withoutRenderers],
    define: { workerOfPlayground: JSON.stringify(`/playground/${worker}`) },
    // Some packages have a build for browsers that needs a document, and one for workers that does not.
    resolve: { conditions: ["@ccdag/source", "worker"] },
    ssr: { noExternal: [/^@ccdag\//, "ccdag"], resolve: { conditions: ["@ccdag/source"] } },
  },
});
