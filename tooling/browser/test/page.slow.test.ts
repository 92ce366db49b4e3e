import { readFileSync } from "node:fs";
import { afterAll, describe, expect, it } from "vitest";
import { ccdag } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import { highlight } from "@ccdag/render-html/highlight";
import { projectIn } from "../../fixtures/project.ts";
import { executablePath, isRequired } from "../browser.ts";
import { addressOf, Desk, violations } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());
const render = async (name: string) => String(await ccdag().use(renderHtml, { highlight }).process(projectIn(name)));
const sample = await render("sample");

describe.skipIf(executablePath === undefined && !isRequired)("a page in a browser", () => {
  it("is read whole without a script, and asks for nothing", async () => {
    const { page, trips } = await desk.open(sample, { javaScriptEnabled: false });
    const words = await page.locator("main").innerText();
    expect(words).toContain("The columns of my little weather tool do not line up.");
    await expect.poll(() => page.locator(".search, .filters").filter({ visible: true }).count()).toBe(0);
    await page.locator("main details.run > summary").first().click();
    await page.locator("main details.tool > summary").first().click();
    await expect.poll(() => page.locator("main details.tool").first().getAttribute("open")).not.toBeNull();
    expect(trips).toEqual([]);
  });

  it("shows kinds of what was said or not, and the address says which", async () => {
    const { page, trips } = await desk.open(sample);
    const replies = page.locator("main article.reply > .text").filter({ visible: true });
    await expect.poll(() => replies.count()).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Replies" }).click();
    await expect.poll(() => replies.count()).toBe(0);
    await expect.poll(() => page.locator("main article.prompt").filter({ visible: true }).count()).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Tools" }).click();
    await expect.poll(async () => (await addressOf(page)).search).toBe("?hide=reply,tool");
    await page.reload();
    await expect.poll(() => replies.count()).toBe(0);
    await expect.poll(() => page.locator("main details.tool").filter({ visible: true }).count()).toBe(0);
    await expect.poll(() => page.getByRole("button", { name: "Replies" }).getAttribute("aria-pressed")).toBe("false");
    await page.getByRole("button", { name: "Replies" }).click();
    await expect.poll(() => replies.count()).toBeGreaterThan(3);
    expect(trips).toEqual([]);
  });

  it("opens and closes sections by level", async () => {
    const { page } = await desk.open(sample);
    const open = page.locator("main details[open]");
    const count = (selector: string) => page.locator(`main ${selector}`).count();
    const level = page.getByLabel("Sections");
    await expect.poll(() => level.inputValue()).toBe("1");
    await expect.poll(() => open.count()).toBe(await count(".turn-body"));
    await level.selectOption("all open");
    await expect.poll(() => open.count()).toBe(await count("details"));
    await level.selectOption("runs of calls open");
    await expect.poll(() => open.count()).toBe((await count(".turn-body")) + (await count(".run")));
    await level.selectOption("turns open");
    await expect.poll(() => open.count()).toBe(await count(".turn-body"));
    await page.keyboard.press("Escape");
    await page.locator("body").press("c");
    await expect.poll(() => open.count()).toBe(0);
  });

  it("finds words, also in collapsible sections, and goes from one to the next", async () => {
    const { page } = await desk.open(sample);
    await page.keyboard.press("/");
    await page.keyboard.type("padend");
    await page.keyboard.press("Enter");
    const output = page.locator(".search output");
    await expect.poll(() => output.innerText()).toMatch(/^1 of \d+$/);
    await page.keyboard.press("Enter");
    await expect.poll(() => output.innerText()).toMatch(/^2 of /);
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => output.innerText()).toMatch(/^1 of /);
    await expect.poll(() => page.locator("main details[open]").count()).toBeGreaterThan(0);
    await expect.poll(async () => (await addressOf(page)).searchParams.get("q")).toBe("padend");
    await page.getByRole("searchbox").fill("no such words anywhere");
    await expect.poll(() => output.innerText()).toBe("Not on this page");
  });

  it("goes by keys from turn to turn, branch to branch, edit to edit, and back", async () => {
    const { page } = await desk.open(sample);
    const here = () =>
      page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("data-tool"));
    const turns = await page.locator("main .turn").evaluateAll((all) => all.map(({ id }) => id));
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(() => here()).toBe(turns[1]);
    await page.keyboard.press("k");
    await expect.poll(() => here()).toBe(turns[0]);
    const branches = await page.locator("main section.branch[id]").evaluateAll((all) => all.map(({ id }) => id));
    await page.keyboard.press("b");
    await page.keyboard.press("b");
    await expect.poll(() => here()).toBe(branches[1]);
    await page.keyboard.press("Shift+B");
    await expect.poll(() => here()).toBe(branches[0]);
    await page.keyboard.press("e");
    await expect
      .poll(() => page.evaluate(() => document.activeElement!.getAttribute("data-tool")))
      .toMatch(/^(?:Edit|Write)$/);
    await page.keyboard.press("?");
    await expect.poll(() => page.getByRole("dialog").isVisible()).toBe(true);
  });

  it("R005 R006: an address made of a uuid leads to its entry, wherever that is folded", async () => {
    const { page } = await desk.open(sample);
    const folded = await page.locator("main details a[id^=msg-]").first().getAttribute("id");
    const { page: other } = await desk.visit(page.url(), { after: `#${folded}` });
    await expect
      .poll(() => other.locator(`[id="${folded}"]`).evaluate((one) => one.closest("details")?.open))
      .toBe(true);
    const ids = await page.locator("[id]").evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const uuids = readFileSync(
      new URL("../../fixtures/sample/-home-ada-weather/642fe51e-78f5-4e03-aad6-929a942a6fe9.jsonl", import.meta.url),
      "utf8",
    )
      .split("\n")
      .flatMap((line) => (line === "" ? [] : ((JSON.parse(line) as { uuid?: string }).uuid ?? [])));
    const missing = uuids.filter((uuid) => !ids.includes(`msg-${uuid}`));
    expect(missing).toEqual([]);
    const [link] = await page
      .locator("article .permalink")
      .evaluateAll((all) => all.map((one) => one.getAttribute("href")));
    expect(ids).toContain(link!.slice(1));
  });

  it("shows one path by ?leaf=, and all again", async () => {
    const { page } = await desk.open(await render("scenarios/rewind"));
    const sides = page.locator("main section.branch[id]");
    await expect.poll(() => sides.count()).toBeGreaterThan(1);
    const [first, second] = await sides.evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll("article")].at(-1)!.id),
    );
    const shown = (id: string) => page.locator(`[id="${id}"]`).isVisible();
    const { page: path } = await desk.visit(page.url(), { after: `?leaf=${second!.slice(4)}` });
    await expect.poll(() => path.locator(`[id="${second}"]`).isVisible()).toBe(true);
    await expect.poll(() => path.locator(`[id="${first}"]`).isVisible()).toBe(false);
    await expect.poll(() => path.locator("main section.session > .turn article").first().isVisible()).toBe(true);
    await path.getByRole("button", { name: "Show everything" }).click();
    await expect.poll(() => path.locator(`[id="${first}"]`).isVisible()).toBe(true);
    await expect.poll(async () => (await addressOf(path)).search).toBe("");
    await expect.poll(() => shown(first!)).toBe(true);
  });

  it("R009: contents and map lead to sessions, branches, agents and compactions", async () => {
    const { page } = await desk.open(sample);
    const items = page.locator(".side nav li");
    for (const kind of ["session", "branch", "agent", "compaction"])
      await expect.poll(async () => [kind, await page.locator(`.side nav li.${kind}`).count()]).not.toEqual([kind, 0]);
    await expect.poll(() => page.locator(".side nav li.active").count()).toBe(1);
    const compaction = page.locator(".side nav li.compaction");
    await expect
      .poll(() => compaction.locator("> a").innerText())
      .toMatch(/^📦 Conversation compacted \(118k tokens\) • /);
    await expect
      .poll(() => compaction.locator("> a").evaluate((one) => getComputedStyle(one).borderStyle))
      .toBe("solid");
    const parent = compaction.locator("xpath=ancestor::li[1]");
    await expect.poll(() => parent.getAttribute("class")).toContain("branch");
    const points = page.locator("svg.map a");
    await expect.poll(() => points.count()).toBe(await items.count());
    const last = points.last();
    // A point has no size: a click hits its circle.
    const at = await last.locator("path").evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    await page.mouse.click(at.x, at.y);
    const target = (await last.getAttribute("href"))!;
    await expect.poll(async () => (await addressOf(page)).hash).toBe(target);
    await expect
      .poll(() => page.locator(`[id="${target.slice(1)}"]`).evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(900);
    await expect.poll(() => page.locator(`.side a[aria-current]`).count()).toBe(1);
  });

  it("is light or dark as the reader prefers, or as they choose", async () => {
    const { page } = await desk.open(sample, { colorScheme: "dark" });
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await back();
    await page.getByRole("button", { name: "Colours" }).click();
    await expect.poll(() => back()).not.toBe(dark);
    await page.keyboard.press("t");
    await expect.poll(() => back()).toBe(dark);
  });

  it("shows an image large, and closes it again", async () => {
    const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const image = `<article class="prompt"><p><img src="data:image/png;base64,${data}" alt="Rain"></p></article>`;
    const { page, trips } = await desk.open(sample.replace('<article id="msg-', `${image}<article id="msg-`));
    await page.getByRole("button", { name: "Larger: Rain" }).click();
    const large = page.getByRole("dialog", { name: "Rain" });
    await expect.poll(() => large.locator("img").evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
    await large.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => large.count()).toBe(0);
    expect(trips).toEqual([]);
  });

  it.each(["agent-and-fork", "compaction", "parallel-calls", "resume-copy", "rewind"])(
    "has nothing that axe finds fault with: %s",
    async (name) => {
      const { page, trips } = await desk.open(await render(`scenarios/${name}`));
      await page.locator("body").press("o");
      expect(await violations(page)).toEqual([]);
      expect(trips).toEqual([]);
    },
  );

  it("keys can be switched off, for those to whom one letter is a word", async () => {
    const { page } = await desk.open(sample);
    await page.keyboard.press("?");
    await page.getByLabel("These keys are on").uncheck();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("o");
    await expect.poll(() => page.locator("main .run[open]").count()).toBe(0);
  });

  it("shows times in the time zone of the reader", async () => {
    const { page } = await desk.open(sample, { timezoneId: "Asia/Tokyo" });
    const time = page.locator("main article time").first();
    await expect.poll(() => time.innerText()).toBe("Mar 14, 2026, 22:04");
    await expect.poll(() => time.getAttribute("title")).toBe("2026-03-14 13:04:59 UTC");
    await expect.poll(() => page.locator(".zone").first().textContent()).toBe("times are local");
  });

  it.each(["light", "dark"] as const)("has nothing that axe finds fault with, %s", async (colorScheme) => {
    for (const width of [360, 1280]) {
      const { page } = await desk.open(sample, { colorScheme, viewport: { width, height: 900 } });
      expect(await violations(page)).toEqual([]);
      await page.locator("body").press("o");
      expect(await violations(page)).toEqual([]);
    }
  });
});
