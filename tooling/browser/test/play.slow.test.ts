import { afterAll, describe, expect, it } from "vitest";
import { ccdag } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import type { Page } from "playwright-core";
import { projectIn } from "../../fixtures/project.ts";
import { executablePath, isRequired } from "../browser.ts";
import { addressOf, Desk, violations } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());
const sample = String(await ccdag().use(renderHtml).process(projectIn("sample")));

const status = (page: Page) => page.getByRole("status").innerText();
const now = (page: Page) => page.locator(".main .now");
/** What can be seen of the conversation: the first words of each step. */
const seen = (page: Page) =>
  page.locator(".main :is(article.prompt, article.reply > .text, details.tool)").filter({ visible: true }).count();

describe.skipIf(executablePath === undefined && !isRequired)("the play mode of a page", () => {
  it("steps through prompts, answers and calls, and leaves the reader there", async () => {
    const { page, trips } = await desk.open(sample);
    await page.getByRole("button", { name: "Play step by step" }).click();
    await expect.poll(() => now(page).getAttribute("class")).toContain("prompt");
    await expect.poll(() => status(page)).toMatch(/^1 of (\d+) · Turn 1 of \d+ · \+00:00$/);
    await expect.poll(() => seen(page)).toBe(1);
    await expect.poll(() => page.locator(".bar, .side, .map, .strip").filter({ visible: true }).count()).toBe(0);
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => now(page).innerText()).toContain("I will look at the table");
    await expect.poll(() => seen(page)).toBe(2);
    await expect.poll(() => status(page)).toMatch(/ · \+00:0[1-9]$/);
    await page.keyboard.press("PageDown");
    await expect.poll(() => now(page).getAttribute("data-tool")).toBe("Read");
    await expect.poll(() => page.evaluate(() => document.activeElement!.matches(".now"))).toBe(true);
    await page.keyboard.press("Enter");
    await expect.poll(() => now(page).locator("pre").first().isVisible()).toBe(true);
    const call = await now(page).elementHandle();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => call!.evaluate((one) => one.hasAttribute("open"))).toBe(false);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => call!.evaluate((one) => one.matches(".now"))).toBe(true);
    await page.keyboard.press("j");
    await expect.poll(() => status(page)).toContain("Turn 2 of");
    await expect.poll(() => seen(page)).toBe(1);
    await page.keyboard.press("k");
    await expect.poll(() => status(page)).toMatch(/^1 of /);
    await page.keyboard.press("End");
    await expect.poll(() => status(page)).toMatch(/^(\d+) of \1 /);
    await page.keyboard.press("Home");
    await page.keyboard.press("j");
    // A key of the page does nothing to what is hidden.
    await page.keyboard.press("c");
    await expect.poll(() => now(page).isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await expect.poll(() => page.locator(".bar").isVisible()).toBe(true);
    await expect.poll(() => page.locator(".play").isVisible()).toBe(false);
    await expect.poll(() => page.locator(".playing, .played, .step, .now").count()).toBe(0);
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.textContent))
      .toContain("weather Tromsø --days 5");
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.getBoundingClientRect().top))
      .toSatisfy((top: number) => top >= 0 && top < 300);
    await expect.poll(async () => (await addressOf(page)).search).toBe("");
    expect(trips).toEqual([]);
  });

  it("its buttons do nothing while it is off, nor its keys on a page with nothing to play", async () => {
    const { page } = await desk.open(sample);
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    await page.evaluate(() => {
      for (const button of document.querySelectorAll<HTMLElement>("[data-play]")) button.click();
    });
    await page.evaluate(() => {
      for (const step of document.querySelectorAll(".main article")) step.remove();
      for (const step of document.querySelectorAll(".main details")) step.remove();
    });
    for (const key of ["p", "ArrowRight", "End", "j", "Escape"]) await page.keyboard.press(key);
    await expect.poll(() => page.locator(".play").isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  it("space shows the rest of a long step before the next one", async () => {
    const { page } = await desk.open(sample, { viewport: { width: 390, height: 300 } });
    await page.keyboard.press("p");
    await page.keyboard.press(" ");
    await expect.poll(() => status(page)).toMatch(/^1 of /);
    for (let times = 0; times < 20 && (await status(page)).startsWith("1 of "); times++) await page.keyboard.press(" ");
    await expect.poll(() => status(page)).toMatch(/^2 of /);
  });

  it("an address begins at a message, and says where the reader is", async () => {
    const { page } = await desk.open(sample);
    const ids = await page.locator("main article.prompt[id]").evaluateAll((all) => all.map(({ id }) => id));
    const uuid = ids[2]!.replace("msg-", "");
    const { page: other, trips } = await desk.visit(page.url(), { after: `?play=${uuid}` });
    await expect.poll(() => now(other).getAttribute("id")).toBe(ids[2]);
    await other.keyboard.press("j");
    await expect.poll(async () => (await addressOf(other)).searchParams.get("play")).not.toBe(uuid);
    await other.reload();
    await expect.poll(() => now(other).count()).toBe(1);
    expect(trips).toEqual([]);
  });

  it("steps over what filters hide", async () => {
    const { page } = await desk.open(sample);
    const { page: other } = await desk.visit(page.url(), { after: "?hide=tool,agent" });
    await other.keyboard.press("p");
    const [count] = /\d+(?= ·)/.exec(await status(other))!;
    for (let at = 1; at < Number(count); at++) {
      await expect.poll(() => now(other).evaluate((one) => one.matches("details.tool, details.agent"))).toBe(false);
      await other.keyboard.press("ArrowRight");
    }
    await expect.poll(() => status(other)).toContain(`${count} of ${count}`);
  });

  it("nothing moves for those who do not want it", async () => {
    for (const [reducedMotion, name] of [
      ["reduce", "none"],
      ["no-preference", "appear"],
    ] as const) {
      const { page } = await desk.open(sample, { reducedMotion });
      await page.keyboard.press("p");
      await expect.poll(() => now(page).evaluate((one) => getComputedStyle(one).animationName)).toBe(name);
    }
  });

  it.each(["light", "dark"] as const)(
    "has nothing that axe finds fault with, and is not too wide, %s",
    async (scheme) => {
      for (const width of [360, 1280]) {
        const { page } = await desk.open(sample, {
          colorScheme: scheme,
          viewport: { width, height: 800 },
          reducedMotion: "reduce",
        });
        await page.keyboard.press("p");
        for (let times = 0; times < 12; times++) {
          await page.keyboard.press("ArrowRight");
          await page.keyboard.press("Enter");
          if (times % 4 !== 3) continue;
          expect(await violations(page)).toEqual([]);
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
      }
    },
  );
});
