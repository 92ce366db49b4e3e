import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { violations } from "../../../../tooling/browser/page.ts";
import { give, hasBrowser, sample, tab, talk, usePlaygroundPage } from "./playground-page.ts";

describe.runIf(hasBrowser)("the playground", () => {
  const open = usePlaygroundPage();

  it("opens a sample, and shows the line of a message and why it is here", async () => {
    const { page, trips } = await open();
    await sample(page, "An afternoon");
    await page.locator("text=Nothing is lost of 234 lines").waitFor();
    await page.frameLocator("iframe").locator("article.prompt .text").first().click();
    const why = page.locator(".why");
    await why.locator("text=in the thread of session").waitFor();
    expect(await why.locator("pre").first().textContent()).toContain('"uuid": "4726bdf3-a179-4b98-a285-adc6b9437499"');
    expect(await why.locator("a").first().getAttribute("href")).toBe("/rules/file-session.html");
    await page.keyboard.press("Escape");
    expect(await why.count()).toBe(0);
    expect(trips()).toEqual([]);
  });

  it("shows every view, and the command with the same output", async () => {
    const { page, trips } = await open();
    await sample(page, "An afternoon");
    const command = page.locator(".command code");
    expect(await command.textContent()).toBe(
      "npx ccdag export ~/.claude/projects/-home-ada-weather --to html -o talk.html",
    );
    await tab(page, "Markdown");
    const text = page.locator(".text-view pre");
    const whole = (await text.textContent())!;
    expect(whole).toContain("# <a id=");
    await page.selectOption('label:has-text("Detail") select', "prompts");
    await page.locator('[aria-busy="false"]').waitFor();
    await expect.poll(async () => (await text.textContent())!.length).toBeLessThan(whole.length / 2);
    expect(await command.textContent()).toContain("--to markdown --detail prompts");
    await page.selectOption('label:has-text("Format") select', "github");
    await expect.poll(() => text.textContent()).toContain("<!-- ccdag session=");
    await tab(page, "JSON");
    await expect.poll(() => text.textContent()).toContain('"schemaVersion": 2');
    await tab(page, "Graph");
    expect(await page.locator(".graph-view svg").count()).toBe(2);
    await expect.poll(() => text.textContent()).toContain("flowchart TD");
    await tab(page, "Diagnostics");
    expect(await page.locator("td").count()).toBeGreaterThan(0);
    await tab(page, "Account");
    await page.locator("text=234 lines = 145 placed").waitFor();
    expect(await command.textContent()).toBe("npx ccdag check ~/.claude/projects/-home-ada-weather --drift");
    expect(trips()).toEqual([]);
  });

  it("search, filters and contents of the page work in the frame", async () => {
    // In a narrow window the contents of a page are collapsed.
    const { page, trips } = await open({ viewport: { width: 1500, height: 900 } });
    await sample(page, "An afternoon");
    const frame = page.frameLocator("iframe");
    await frame.locator(".search input").fill("Tromsø");
    await expect.poll(() => frame.locator(".search output").textContent()).toMatch(/^\d+$/);
    await frame.locator('[data-kind="prompt"]').click();
    await expect.poll(() => frame.locator("article.prompt").first().isVisible()).toBe(false);
    await frame.locator('[data-kind="prompt"]').click();
    // The contents name only the turns with hits while something is searched.
    await frame.locator(".search input").fill("");
    await frame.locator(".side nav a").nth(3).click();
    expect(await page.locator("iframe").count()).toBe(1);
    expect(trips()).toEqual([]);
  });

  it("renders only the chosen session", async () => {
    const { page } = await open();
    await sample(page, "An agent, and a forked session");
    await tab(page, "Markdown");
    const text = page.locator(".text-view pre");
    await page.selectOption('label:has-text("Session") select', { index: 2 });
    await expect.poll(() => page.locator(".command code").textContent()).toContain(".jsonl --to markdown");
    await expect.poll(async () => (await text.textContent())!.match(/^# /gm)?.length).toBe(1);
  });

  it("follows links from page to page", async () => {
    const { page } = await open();
    const words = "Water the beds. ".repeat(2000);
    await give(
      page,
      "long.jsonl",
      talk(200, (index) => `${index} ${words}`),
    );
    await page.locator("iframe").waitFor();
    const next = page.frameLocator("iframe").locator('a[href*="page.part2.html"]').first();
    await next.click();
    await expect.poll(() => page.locator('label:has-text("Page") select').inputValue()).toBe("1");
  });

  it("renders the last of several options, and continues after a cancellation", async () => {
    const { page } = await open();
    const words = "Water the beds. ".repeat(800);
    await give(
      page,
      "long.jsonl",
      talk(1000, (index) => `${index} ${words}`),
    );
    await page.locator("iframe").waitFor();
    await tab(page, "Markdown");
    for (const detail of ["talk", "steps", "tools", "prompts"])
      await page.selectOption('label:has-text("Detail") select', detail);
    await page.locator('[aria-busy="false"]').waitFor();
    expect(await page.locator(".text-view pre").textContent()).not.toContain("\n1 Water");
    // Rendering takes a tenth of a second, so the page itself has to click.
    await page.evaluate(() => {
      const view = document.querySelector('[role="tabpanel"]')!;
      const observer = new MutationObserver(() => {
        const button = [...view.querySelectorAll("button")].find(({ textContent }) => textContent === "Cancel");
        if (button) observer.disconnect();
        button?.click();
      });
      observer.observe(view, { childList: true, subtree: true });
    });
    await page.selectOption('label:has-text("Detail") select', "full");
    await page.locator("text=Change an option").waitFor();
    await page.selectOption('label:has-text("Detail") select', "talk");
    await expect.poll(() => page.locator(".text-view pre").textContent()).toContain("1 Water");
  });

  it("can be used with the keyboard", async () => {
    const { page } = await open();
    await sample(page, "A rewind");
    await page.getByRole("tab", { name: "Page" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.getByRole("tab", { name: "Markdown" }).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowLeft");
    await page.locator("iframe").waitFor();
    await page.frameLocator("iframe").locator(".permalink").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".why pre").first().waitFor();
  });

  it.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a telephone", { viewport: { width: 360, height: 740 } }],
  ] as ReadonlyArray<readonly [string, BrowserContextOptions]>)("has no axe violations, %s", async (_, options) => {
    const { page } = await open(options);
    await page.locator("text=Choose files").waitFor();
    expect(await violations(page)).toEqual([]);
    await sample(page, "An afternoon");
    for (const name of ["Markdown", "Graph", "Diagnostics", "Account", "Page"]) {
      await tab(page, name);
      expect([name, await violations(page)]).toEqual([name, []]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([name, Math.max(0, wide)]).toEqual([name, 0]);
    }
    await page.frameLocator("iframe").locator("article.prompt .text").first().click();
    await page.locator(".why pre").first().waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
