import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { run } from "ccdag";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashOf } from "../../../apps/cli/src/site/manifest.ts";
import { sitePartsOf } from "../../../apps/cli/src/site/site-parts.ts";
import { writeSite } from "../../../apps/cli/src/site/write-site.ts";
import { Writer } from "../../../apps/cli/src/write/writer.ts";
import { executablePath, isRequired } from "../browser.ts";
import { Desk, violations } from "../page.ts";

const desk = new Desk();
const folder = mkdtempSync(join(tmpdir(), "ccdag-site-"));
const types: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", json: "application/json" };
let server: Server;
let url = "";
/** The same for a site whose search consists of several indexes. */
let urlOfParts = "";
const fixtures = fileURLToPath(new URL("../../fixtures", import.meta.url));

beforeAll(async () => {
  const code = await run(["site", fixtures, "-o", folder, "-q"], {
    stdin: (async function* () {})(),
    stdout: () => Promise.resolve(),
    stderr: () => {},
    cwd: folder,
    env: {},
    isTerminal: false,
  });
  if (code !== 0) throw new Error(`ccdag site ended with ${code}`);
  await writeSiteOfParts(join(folder, "parts"));
  server = createServer((request, response) => {
    const name = decodeURIComponent(request.url!.replace(/\?.*$/, "")).slice(1);
    try {
      const content = readFileSync(join(folder, name));
      response
        .writeHead(200, { "content-type": types[/\w+$/.exec(name)![0]] ?? "application/octet-stream" })
        .end(content);
    } catch {
      response.writeHead(204).end();
    }
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/index.html`;
  urlOfParts = new URL("parts/index.html", url).href;
});

async function writeSiteOfParts(out: string): Promise<void> {
  const writer = new Writer("/nowhere");
  const io = { cwd: folder, env: {}, config: undefined, processor: undefined, followLinks: false, writer } as never;
  const { search } = await writeSite([{ folder: fixtures }], out, {
    index: "../index.html",
    signature: "1",
    policy: hashOf([]),
    search: true,
    searchBytes: 100_000,
    prune: false,
    confirm: async () => true,
    divide: (source) => sitePartsOf(source, io, false),
    writer,
    progress: () => {},
    report: async () => {},
  });
  if (search !== true) throw new Error(String(search));
}

afterAll(async () => {
  await desk.close();
  server.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(executablePath === undefined && !isRequired)("a site in a browser", () => {
  it("R014: from a file: a tree of sessions, of which titles are found; nothing is asked for, axe finds no fault", async () => {
    const { page, trips } = await desk.visit(pathToFileURL(join(folder, "index.html")).href);
    expect(await page.locator(".project > ul > li").count()).toBeGreaterThan(5);
    expect(await page.locator(".project > ul > li > ul > li").count()).toBeGreaterThan(1);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("searchbox").fill("straight");
    await expect.poll(() => page.locator(".search output").innerText()).toMatch(/^2 \(titles only/);
    expect(await page.locator(".project li").filter({ visible: true }).count()).toBe(2);
    expect(trips).toEqual([]);
    await page.getByRole("link", { name: "Straight columns for the weather table" }).first().click();
    await page.waitForURL(/session-/);
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.waitForURL(/index\.html/);
  });

  it.each([
    ["one index", () => url],
    ["several indexes", () => urlOfParts],
  ])("from a server: words are found on all pages, and a result leads to its turn: %s", async (_, address) => {
    const { page, trips } = await desk.visit(address());
    await page.getByRole("searchbox").fill("segmenter");
    const result = page.locator(".results li").first();
    await result.waitFor();
    expect(await page.locator(".search output").innerText()).toBe(String(await page.locator(".results > li").count()));
    expect(await violations(page)).toEqual([]);
    const link = result.locator("p a").first();
    expect(await link.innerText()).toMatch(/^\d{4}-\d\d-\d\d /);
    await link.click();
    await page.waitForURL(/#msg-/);
    const id = new URL(page.url()).hash.slice(1);
    expect(await page.locator(`[id="${id}"]`).getAttribute("class")).toContain("prompt");
    expect(trips.filter((trip) => !trip.includes("127.0.0.1"))).toEqual([]);
  });

  it("in several indexes the same pages are found as in one", async () => {
    const found = [];
    for (const address of [url, urlOfParts]) {
      const { page } = await desk.visit(address);
      const names: string[][] = [];
      for (const word of ["file", "weather", "segmenter"]) {
        await page.getByRole("searchbox").fill(word);
        await page
          .locator(".results li mark", { hasText: new RegExp(word.slice(0, 4), "i") })
          .first()
          .waitFor();
        const hrefs = page.locator(".results > li > a");
        names.push(
          (
            await hrefs.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).pathname.split("/").at(-1)!))
          ).sort(),
        );
      }
      found.push(names);
    }
    expect(await (await fetch(urlOfParts)).text()).toContain('data-more="pagefind/1/');
    expect(new Set(found[0]!.flat()).size).toBeGreaterThan(1);
    expect(found[1]).toEqual(found[0]);
  });

  it("words that are nowhere are nowhere, whatever is near them", async () => {
    const { page } = await desk.visit(url);
    await page.getByRole("searchbox").fill("zzzqqq");
    await expect.poll(() => page.locator(".search output").innerText()).toBe("Not found");
    expect(await page.locator(".results").isVisible()).toBe(false);
  });

  it("an image beside a page is shown there, from a file too", async () => {
    const { page, trips } = await desk.visit(pathToFileURL(join(folder, "index.html")).href);
    const pages = await page
      .locator(".project li > a")
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    const withImage = pages.find((href) =>
      readFileSync(fileURLToPath(href), "utf8").includes('<img src="attachments/'),
    );
    const { trips: tripped } = await desk.visit(withImage!);
    // The image of the fixture is three bytes: that it is asked for is what the policy decides.
    expect(tripped.filter((trip) => trip.includes("attachments/")).join()).toMatch(/^request: file:/);
    expect(tripped.join()).not.toMatch(/violates|refused/i);
    expect(trips).toEqual([]);
  });
});
