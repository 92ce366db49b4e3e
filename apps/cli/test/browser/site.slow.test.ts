import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { run } from "../../src/index.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../../../../tooling/browser/browser.ts";
import { addressOf, Desk, violations } from "../../../../tooling/browser/page.ts";

const desk = new Desk();
const folder = mkdtempSync(join(tmpdir(), "ccdag-site-"));
const types: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", json: "application/json" };
let server: Server;
let url = "";
const fixtures = fileURLToPath(new URL("../../../../tooling/fixtures", import.meta.url));

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
});

afterAll(async () => {
  await desk.close();
  server.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(executablePath === undefined && !isRequired)("a site in a browser", () => {
  it("R014: from a file: a tree of sessions, of which titles are found; nothing is asked for, axe finds no fault", async () => {
    const { page, trips } = await desk.visit(pathToFileURL(join(folder, "index.html")).href);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("button", { name: "By project" }).click();
    await expect.poll(() => page.locator(".list > section > ul > li").count()).toBeGreaterThan(5);
    await expect.poll(() => page.locator(".list > section > ul > li > ul > li").count()).toBeGreaterThan(1);
    expect(await violations(page)).toEqual([]);
    await page.getByRole("searchbox").fill("straight columns");
    await expect.poll(() => page.locator(".list li").filter({ visible: true }).count()).toBe(2);
    expect(trips.filter((trip) => !trip.includes("file:"))).toEqual([]);
    await page.getByRole("link", { name: "Straight columns for the weather table" }).first().click();
    await page.waitForURL(/session-/);
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.waitForURL(/index\.html/);
  });

  it.each([
    ["a server", () => url],
    ["a file", () => pathToFileURL(join(folder, "index.html")).href],
  ])("from %s: words are found on all pages, and a result leads to its message", async (_, address) => {
    const { page, trips } = await desk.visit(address());
    await page.getByRole("searchbox").fill("segmenter");
    const result = page.locator(".results li").first();
    await result
      .locator("mark", { hasText: /segmenter/i })
      .first()
      .waitFor();
    const counts = async () => [
      await page.locator(".search output").innerText(),
      String(await page.locator(".results > li").count()),
    ];
    await expect.poll(async () => new Set(await counts()).size).toBe(1);
    expect(await violations(page)).toEqual([]);
    const link = result.locator("p a").first();
    await expect.poll(() => link.innerText()).toMatch(/^\w{3} \d+, \d{4}, \d\d:\d\d/);
    await link.click();
    await page.waitForURL(/#msg-/);
    const id = (await addressOf(page)).hash.slice(1);
    await expect.poll(() => page.locator(`[id="${id}"]`).textContent()).toMatch(/segmenter/i);
    expect(trips.filter((trip) => !trip.includes("127.0.0.1") && !trip.includes("file:"))).toEqual([]);
  });

  it("runs no script that its HTML holds but its own, from elsewhere nor from its server", async () => {
    const planted =
      '<script>window.bad = 1</script><script src="bad.js"></script><img src="x" onerror="window.bad = 1">';
    writeFileSync(join(folder, "bad.js"), "window.bad = 1");
    const index = readFileSync(join(folder, "index.html"), "utf8");
    writeFileSync(join(folder, "planted.html"), index.replace("</main>", `${planted}</main>`));
    const { page } = await desk.visit(new URL("planted.html", url).href);
    await page.getByRole("searchbox").fill("segmenter");
    await page.locator(".results li").first().waitFor();
    expect(await page.evaluate(() => (window as { bad?: number }).bad)).toBeUndefined();
  });

  it("a search without its index finds titles, and says so", async () => {
    const copy = join(folder, "bare.html");
    writeFileSync(
      copy,
      readFileSync(join(folder, "index.html"), "utf8").replace('data-index="search/"', 'data-index="none/"'),
    );
    const { page } = await desk.visit(new URL("bare.html", url).href);
    await page.getByRole("searchbox").fill("straight");
    await expect.poll(() => page.locator(".search output").innerText()).toMatch(/^2 \(titles only/);
  });

  it("words that are nowhere are nowhere, whatever is near them", async () => {
    const { page } = await desk.visit(url);
    await page.getByRole("searchbox").fill("zzzqqq");
    await expect.poll(() => page.locator(".search output").innerText()).toBe("Not found");
    await expect.poll(() => page.locator(".results").isVisible()).toBe(false);
  });

  it("an image beside a page is shown there, from a file too", async () => {
    const { page, trips } = await desk.visit(pathToFileURL(join(folder, "index.html")).href);
    const pages = await page
      .locator(".list li > a")
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
