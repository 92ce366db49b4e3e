import type { Server } from "node:http";
import { gzipSync } from "node:zlib";
import { formats } from "@ccdag/pipeline";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../../../../tooling/browser/browser.ts";
import { Desk, violations } from "../../../../tooling/browser/page.ts";
import { serveSite } from "./serve.ts";

const hasBrowser = executablePath !== undefined || isRequired;

describe.runIf(hasBrowser)("the site, in a browser", () => {
  const desk = new Desk();
  let address: string;
  let server: Server;
  let served: Map<string, Buffer>;
  beforeAll(async () => void ({ address, server, served } = await serveSite()));
  afterAll(async () => {
    await desk.close();
    server.close();
  });
  const open = (path: string, options: BrowserContextOptions = {}) => desk.visit(address, { ...options, after: path });
  const settled = (page: Page) => page.waitForLoadState("networkidle");

  it("the home page shows what ccdag is, drawings before and after, and a sample", async () => {
    const { page, trips } = await open("/");
    await settled(page);
    expect(await page.locator("h1").textContent()).toContain("Read, search and share");
    expect(await page.locator(".drawn svg").count()).toBe(2);
    expect(await page.locator("code", { hasText: "npx ccdag export" }).first().isVisible()).toBe(true);
    const sample = page.frameLocator("iframe.sample");
    await page.locator("iframe.sample").scrollIntoViewIfNeeded();
    expect(await sample.locator("h1").first().textContent()).toContain("Straight columns");
    expect(trips).toEqual([]);
  });

  it("loads less than 200 kB at first", async () => {
    served.clear();
    const { page } = await open("/");
    await settled(page);
    const sizes = [...served].map(([path, bytes]) => [path, gzipSync(bytes).length] as const);
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log(`first load: ${sizes.length} files, ${Math.round(total / 1000)} kB with gzip`);
    expect(sizes.length).toBeGreaterThan(3);
    expect(total).toBeLessThan(200_000);
    expect(sizes.filter(([url]) => /worker|Playground/.test(url))).toEqual([]);
  });

  it("finds words of documents, rules and packages", async () => {
    const { page, trips } = await open("/guides/start.html");
    await settled(page);
    await page.click("button.DocSearch-Button");
    for (const [words, found] of [
      ["cleanupPeriodDays", "Years of transcripts"],
      ["dead-end-call", "dead-end-call"],
      ["createExplainer", "@ccdag/core"],
    ]) {
      await page.fill("input.search-input", words!);
      await page.locator(".result", { hasText: found! }).first().waitFor();
    }
    await page.locator(".result").first().click();
    await page.waitForURL(/\/api\//);
    expect(trips.filter((trip) => !trip.startsWith("request:"))).toEqual([]);
  });

  it("the gallery shows a session in every format, with its command; the keyboard reaches all of it", async () => {
    const { page, trips } = await open("/gallery.html");
    await settled(page);
    for (const { name, isBinary, ending } of formats) {
      const card = page.locator(".card", { has: page.locator(`#${name}`) });
      expect([name, await card.locator("pre").first().textContent()]).toEqual([
        name,
        expect.stringContaining(` ${name} `),
      ]);
      const shown = isBinary ? "li, p a" : ending === ".html" ? "iframe" : "pre[tabindex='0'] >> nth=1";
      expect([name, await card.locator(shown).first().isVisible()]).toEqual([name, true]);
      const address = await card.locator("a[target]").first().getAttribute("href");
      expect([name, (await page.request.get(new URL(address!, page.url()).href)).status()]).toEqual([name, 200]);
    }
    const frame = page.locator(".card iframe").first();
    await frame.scrollIntoViewIfNeeded();
    expect(await frame.contentFrame().locator("h1").first().textContent()).toContain("Straight columns");
    expect(trips).toEqual([]);
  });

  it("draws a rule before and after", async () => {
    const { page } = await open("/rules/rewind.html");
    const [recorded, rendered] = await page.locator(".drawn svg").all();
    expect(await recorded!.getAttribute("aria-label")).toContain("A1 ┬ U1");
    expect(await rendered!.locator("text").allTextContents()).toEqual(expect.arrayContaining(["U2", "continued here"]));
    await page.locator(".drawn summary").first().click();
    expect(await page.locator(".drawn pre").first().textContent()).toContain("└");
    await page.click(".VPSidebar >> text=dead-end-call");
    await page.locator("h1", { hasText: "dead-end-call" }).waitFor();
  });

  it("has a light and a dark theme", async () => {
    const { page } = await open("/rules/rewind.html", { colorScheme: "dark" });
    const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await colour();
    await page.locator(".VPNavBarAppearance button").click();
    expect(await colour()).not.toBe(dark);
    expect(await colour()).toBe("rgb(255, 255, 255)");
  });

  const pages = [
    "/",
    "/gallery.html",
    "/guides/start.html",
    "/reference/cli.html",
    "/reference/schema.html",
    "/rules/",
    "/rules/replayed-content.html",
    "/format/versions.html",
    "/evidence/peers.html",
    "/project/figures.html",
    "/api/@ccdag/processor.html",
  ];
  const looks: ReadonlyArray<readonly [look: string, (page: Page) => Promise<void>]> = [
    ["light", async () => {}],
    [
      "dark",
      async (page) => {
        await page.emulateMedia({ colorScheme: "dark" });
        await page.locator("html.dark").waitFor();
      },
    ],
    [
      "on a telephone",
      async (page) => {
        await page.emulateMedia({ colorScheme: "light" });
        await page.setViewportSize({ width: 360, height: 740 });
        await page.locator("html:not(.dark)").waitFor();
      },
    ],
  ];
  it.each(pages)(
    "has no axe violations, no requests to other sites and no sideways scrolling, light, dark and on a telephone: %s",
    async (path) => {
      const { page, trips } = await open(path);
      await settled(page);
      for (const [look, change] of looks) {
        await change(page);
        expect([look, await violations(page)]).toEqual([look, []]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([look, wide <= 0]).toEqual([look, true]);
      }
      expect(trips).toEqual([]);
    },
  );
});
