import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { LinkChecker, LinkState } from "linkinator";
import { expect, it } from "vitest";
import { families, messages } from "../../../../tooling/repo-checks/rules-list.mjs";
import { serveSite, site } from "./serve.ts";

const here = fileURLToPath(new URL("../../", import.meta.url));
const pages = readdirSync(site, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".html"));
const read = (page: string) => readFileSync(`${site}${page}`, "utf8");

it("every link leads to a page and an anchor that exist", async () => {
  const { address, server } = await serveSite(site);
  const checker = new LinkChecker();
  const { links } = await checker.check({
    path: `${address}/`,
    recurse: true,
    checkFragments: true,
    concurrency: 20,
    // A busy server may close a connection.
    retryErrors: true,
    retryErrorsCount: 5,
    // A test sends no requests to other sites.
    linksToSkip: async (link) => !link.startsWith(address),
  });
  server.close();
  const broken = links.filter(({ state }) => state === LinkState.BROKEN);
  expect(broken.map(({ url, parent }) => `${parent ?? ""} -> ${url}`)).toEqual([]);
  expect(links.filter(({ state }) => state === LinkState.OK).length).toBeGreaterThan(pages.length);
});

it("every page says what it is, for a search engine and for the preview of a link", () => {
  const said = pages
    .filter((page) => page !== "404.html")
    .map((page) => {
      const [, description = ""] = /<meta name="description" content="([^"]*)"/.exec(read(page)) ?? [];
      const [, preview = ""] = /<meta property="og:description" content="([^"]*)"/.exec(read(page)) ?? [];
      expect([page, preview.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&")]).toEqual([
        page,
        description,
      ]);
      return [page, description] as const;
    });
  const guides = said.filter(([page]) => /^(?:guides|rules|packages|decisions)\//.test(page));
  expect(guides.length).toBeGreaterThan(100);
  expect(guides.filter(([, description]) => description.length < 20)).toEqual([]);
  expect(new Set(guides.map(([, description]) => description)).size).toBeGreaterThan(guides.length * 0.9);
  expect(readFileSync(`${site}sitemap.xml`, "utf8").match(/<loc>/g)!.length).toBeGreaterThan(200);
});

it("every page of an entry point begins with a program that uses it, and has a description of its own", () => {
  const api = pages
    .map((page) => page.replaceAll("\\", "/"))
    .filter((page) => /^api\/.+\//.test(page) || page === "api/ccdag.html");
  expect(api.length).toBeGreaterThan(60);
  for (const page of api) {
    const entry = page.replace(/^api\/|(?:\/index)?\.html$/g, "");
    const [, code = ""] = /<h1[^]*?<pre[^>]*>([^]*?)<\/pre>[^]*?(?=<h2)/.exec(read(page)) ?? [];
    expect([page, code.replace(/<[^>]*>/g, "")]).toEqual([page, expect.stringContaining(entry)]);
  }
  expect(new Set(api.map((page) => /name="description" content="([^"]*)"/.exec(read(page))?.[1])).size).toBe(
    api.length,
  );
});

it("says to programs which pages there are", () => {
  const addresses = [...read("llms.txt").matchAll(/^- \[.+\]\(https:\/\/[^/]+\/ccdag\/(.*?)\): .{20}/gm)].map(
    ([, path]) => path!,
  );
  expect(addresses.length).toBeGreaterThan(60);
  expect(
    addresses.filter((path) => !pages.includes(path === "" || path.endsWith("/") ? `${path}index.html` : path)),
  ).toEqual([]);
  expect(read("robots.txt")).toMatch(/^Sitemap: .+\/sitemap\.xml$/m);
});

it("links to the repository lead to files that are in it", async () => {
  const top = fileURLToPath(new URL("../../../../", import.meta.url));
  const { stdout } = await promisify(execFile)("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: top,
    maxBuffer: 1e8,
  });
  const files = stdout.split("\n");
  const isThere = (path: string) => files.includes(path) || files.some((one) => one.startsWith(`${path}/`));
  const broken = pages.flatMap((page) =>
    [...read(page).matchAll(/href="https:\/\/github\.com\/ccdag\/ccdag\/(?:blob|tree)\/main\/([^"#]+)/g)].flatMap(
      ([, path]) => (isThere(decodeURIComponent(path!)) ? [] : [`${page}: ${path!}`]),
    ),
  );
  expect(broken).toEqual([]);
});

it("every word is spelled as in a dictionary, or in `words.txt`", async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      `${here}node_modules/cspell/bin.mjs`,
      "lint",
      "--no-progress",
      "--no-summary",
      "--no-must-find-files",
      "out/pages/**/*.md",
    ],
    { cwd: here, maxBuffer: 1e8 },
  ).catch((error: unknown) => error as { stdout: string });
  expect(stdout).toBe("");
});

it("D001: every rule and every message has a page; drawings are pictures, before and after", () => {
  for (const { name } of [...families.flatMap(({ rules }) => rules), ...messages]) {
    const html = read(`rules/${name}.html`);
    const source = readFileSync(new URL(`../../../../docs/rules/${name}.md`, import.meta.url), "utf8");
    const drawn = (source.match(/^```(?:shape|threads)/gm) ?? []).length + 2 * (source.match(/^⇒ /gm) ?? []).length;
    if (families.some(({ rules }) => rules.some((rule) => rule.name === name)))
      expect([name, drawn]).not.toEqual([name, 0]);
    expect([name, html.match(/<svg [^>]*class="drawing"/g)?.length ?? 0]).toEqual([name, drawn]);
  }
  expect(read("project/figures.html").match(/class="drawing"/g)!.length).toBeGreaterThanOrEqual(11);
});

it("L001: the page of the command line has every option of every command", async () => {
  const { commands } = await import("ccdag");
  const text = read("reference/cli.html")
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  for (const { usage, options, example } of commands())
    for (const part of [usage, example, ...options.map(({ flags }) => flags)]) expect(text).toContain(part);
});
