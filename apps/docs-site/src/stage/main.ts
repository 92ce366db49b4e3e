// Writes the pages of the site: the documents of the repository, and pages generated from the sources.
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { samples } from "../playground/samples.ts";
import { makeGallery } from "../gallery/make-gallery.ts";
import { galleryPage } from "../gallery/gallery-page.ts";
import { entryOf, withExample } from "../reference/api-page.ts";
import { evidence } from "../reference/evidence.ts";
import { Examples } from "../reference/examples.ts";
import { madePages } from "../reference/index.ts";
import { homeFiles } from "./home.ts";
import { relink } from "./links.ts";
import { llmsText } from "./llms.ts";
import { address, pageOf } from "./places.ts";
import { variant } from "./variant.ts";

const top = fileURLToPath(new URL("../../../../", import.meta.url));
const app = fileURLToPath(new URL("../../", import.meta.url));
const out = join(app, variant.pages);
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: top,
  encoding: "utf8",
})
  .split("\n")
  .filter((path) => path !== "");

/** What was written, by path: pages in Markdown. */
const written = new Map<string, string>();

function write(path: string, text: string): void {
  if (path.endsWith(".md")) written.set(path, text);
  mkdirSync(dirname(join(out, path)), { recursive: true });
  writeFileSync(join(out, path), text);
}

function isFolder(path: string): boolean {
  return statSync(join(top, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const made = evidence(top);
/** Pages whose wide tables need the space of the list of headings. */
const wide = new Set(["format/versions.md", "format/agents.md", "evidence/peers.md", "evidence/scenarios.md"]);

/** Replace markers with parts that are generated from data. */
function fill(text: string): string {
  return text.replace(/^<!-- made: ([\w-]+) -->$/gm, (_, name: string) => {
    const part = made[name];
    if (part === undefined) throw new Error(`Expected one of ${Object.keys(made).join(", ")}, not \`${name}\``);
    return part;
  });
}

rmSync(out, { recursive: true, force: true });
for (const path of files) {
  const page = pageOf(path);
  if (page !== undefined && variant.has(page))
    write(
      page,
      (wide.has(page) ? "---\naside: false\n---\n\n" : "") +
        fill(relink(readFileSync(join(top, path), "utf8"), path, isFolder)),
    );
  if (/^docs\/images\/|^apps\/docs-site\/public\//.test(path)) {
    mkdirSync(join(out, "public"), { recursive: true });
    copyFileSync(join(top, path), join(out, "public", basename(path)));
  }
}
for (const { name, folder } of samples) {
  const from = `tooling/fixtures/${folder}/`;
  const paths = files.filter((path) => path.startsWith(from)).map((path) => path.slice(from.length));
  const read = paths.map((path) => ({ path, text: readFileSync(join(top, from, path), "utf8") }));
  write(`public/samples/${name}.json`, JSON.stringify({ name: basename(folder), files: read }));
}
for (const [path, text] of await homeFiles(readFileSync(join(out, "index.md"), "utf8"), top, files)) write(path, text);
write("gallery.md", galleryPage(await makeGallery(top, join(out, "public/gallery")), "./gallery"));
for (const [path, text] of madePages(top)) if (variant.has(path)) write(path, text);
cpSync(join(app, "out/worker"), join(out, "public/playground"), { recursive: true });
// Written by typedoc, once for both sites.
cpSync(join(app, "out/api"), join(out, "api"), { recursive: true });
// They change with every README, and so would the site that is tested in a browser.
if (variant.isWhole) addExamples();
write("public/llms.txt", llmsText(written));
write("public/robots.txt", `User-agent: *\nAllow: /\nSitemap: ${address}sitemap.xml\n`);

/** Begin the page of each entry point with an example. */
function addExamples(): void {
  const examples = new Examples((path) => readFileSync(join(top, path), "utf8"));
  for (const name of readdirSync(join(out, "api"), { recursive: true, encoding: "utf8" })) {
    const page = name.replaceAll("\\", "/");
    const entry = page.endsWith(".md") ? entryOf(page) : undefined;
    if (entry === undefined) continue;
    const example = examples.of(entry);
    if (example === undefined) throw new Error(`Expected a program with \`${entry}\` in the README of its package`);
    const text = readFileSync(join(out, "api", name), "utf8");
    write(
      `api/${page}`,
      withExample(text, example, (part, from) => relink(part, from, isFolder)),
    );
  }
}
