import { afterAll, describe, expect, it } from "vitest";
import { ccdag } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import type { Page } from "playwright-core";
import { projectIn } from "../../fixtures/project.ts";
import { executablePath, isRequired } from "../browser.ts";
import { Desk } from "../page.ts";
import { linesOfPages } from "../pdf.ts";

const desk = new Desk();
afterAll(() => desk.close());
const sample = String(await ccdag().use(renderHtml).process(projectIn("sample")));
const pdfOf = async (page: Page) => linesOfPages(await page.pdf({ format: "A4", preferCSSPageSize: true }));

describe.skipIf(executablePath === undefined && !isRequired)("a page on paper", () => {
  it("has what the reader left open, with turns; a note counts the calls that are not printed", async () => {
    const { page, trips } = await desk.open(sample, { colorScheme: "dark" });
    const open = () => page.locator("main details[open]").evaluateAll((all) => all.map(({ className }) => className));
    await page.keyboard.press("c");
    await expect.poll(() => open()).toEqual([]);
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect.poll(async () => new Set(await open())).toEqual(new Set(["turn-body"]));
    const calls = await page.locator("main details.tool").count();
    await expect
      .poll(() => page.locator(".printed").innerText())
      .toMatch(new RegExp(`^${calls} tool calls are collapsed`));
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).color)).toBe("rgb(27, 31, 36)");
    await expect.poll(() => page.locator("button").filter({ visible: true }).count()).toBe(0);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect.poll(() => open()).toEqual([]);
    await expect.poll(() => page.locator(".printed").count()).toBe(0);
    await page.keyboard.press("o");
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    await expect.poll(() => page.locator(".printed").count()).toBe(0);
    expect(trips).toEqual([]);
  });

  it("has few pages until all is opened, and none with a heading alone", async () => {
    const { page } = await desk.open(sample);
    const closed = await pdfOf(page);
    await page.keyboard.press("o");
    const whole = await pdfOf(page);
    console.log(`${closed.length} pages as it opens, ${whole.length} with all open; lines: ${closed.join(" ")}`);
    expect(closed.length).toBeLessThan(12);
    expect(whole.length).toBeGreaterThan(closed.length + 3);
    for (const lines of [...closed.slice(0, -1), ...whole.slice(0, -1)]) expect(lines).toBeGreaterThan(8);
  });

  it("keeps headings, lines of turns and the head of a session with what follows", async () => {
    const { page } = await desk.open(sample);
    await page.emulateMedia({ media: "print" });
    const rules = await page.evaluate(() =>
      [".turn-body > summary", "article h3, article h4", "h1", ".head p", "tr"].map((selector) => {
        const style = getComputedStyle(document.querySelector(`main :is(${selector})`)!);
        return [style.breakAfter, style.breakInside];
      }),
    );
    expect(rules).toEqual([
      ["avoid", "avoid"],
      ["avoid", "auto"],
      ["avoid", "auto"],
      ["auto", "avoid"],
      ["auto", "avoid"],
    ]);
  });
});
