import { existsSync, readFileSync } from "node:fs";
import { defineConfig } from "vitepress";
import { drawings } from "../src/figure/fence.ts";
import { nav, sidebar } from "./sidebar.ts";

const api = new URL("../out/pages/api/typedoc-sidebar.json", import.meta.url);

/** What a page may do: nothing may be asked of, or sent to, any other place than this site. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

export default defineConfig({
  title: "ccdag",
  description: "Claude Code transcripts as what really happened, with the proof that nothing was lost.",
  lang: "en",
  base: process.env["DOCS_BASE"] ?? "/",
  srcDir: "out/pages",
  outDir: "out/site",
  cacheDir: "out/cache",
  head: [
    ["link", { rel: "icon", href: "data:," }],
    ["meta", { "http-equiv": "Content-Security-Policy", content: policy }],
  ],
  markdown: {
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config: (md) => void md.use(drawings),
  },
  themeConfig: {
    nav,
    sidebar: sidebar(existsSync(api) ? JSON.parse(readFileSync(api, "utf8")) : []),
    outline: [2, 3],
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: "https://github.com/ccdag/ccdag" }],
    footer: { message: "MIT. This site asks no other one for anything." },
  },
  vite: {
    worker: { format: "es" },
    // Some packages have a build for browsers that needs a document, and one for workers that does not.
    resolve: { conditions: ["@ccdag/source", "worker"] },
    ssr: { noExternal: [/^@ccdag\//, "ccdag"], resolve: { conditions: ["@ccdag/source"] } },
  },
});
