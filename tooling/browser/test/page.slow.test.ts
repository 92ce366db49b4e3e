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
    expect(await page.locator(".search, .filters").filter({ visible: true }).count()).toBe(0);
    await page.locator("main details.run > summary").first().click();
    await page.locator("main details.tool > summary").first().click();
    expect(await page.locator("main details.tool").first().getAttribute("open")).not.toBeNull();
    expect(trips).toEqual([]);
  });

  it("shows kinds of what was said or not, and the address says which", async () => {
    const { page, trips } = await desk.open(sample);
    const replies = page.locator("main article.reply > .text").filter({ visible: true });
    expect(await replies.count()).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Replies" }).click();
    expect(await replies.count()).toBe(0);
    expect(await page.locator("main article.prompt").filter({ visible: true }).count()).toBeGreaterThan(3);
    await page.getByRole("button", { name: "Tools" }).click();
    expect((await addressOf(page)).search).toBe("?hide=reply,tool");
    await page.reload();
    expect(await replies.count()).toBe(0);
    expect(await page.locator("main details.tool").filter({ visible: true }).count()).toBe(0);
    expect(await page.getByRole("button", { name: "Replies" }).getAttribute("aria-pressed")).toBe("false");
    await page.getByRole("button", { name: "Replies" }).click();
    expect(await replies.count()).toBeGreaterThan(3);
    expect(trips).toEqual([]);
  });

  it("opens and closes sections by level", async () => {
    const { page } = await desk.open(sample);
    const open = page.locator("main details[open]");
    const count = (selector: string) => page.locator(`main ${selector}`).count();
    const level = page.getByLabel("Sections");
    expect(await level.inputValue()).toBe("1");
    expect(await open.count()).toBe(await count(".turn-body"));
    await level.selectOption("all open");
    expect(await open.count()).toBe(await count("details"));
    await level.selectOption("runs of calls open");
    expect(await open.count()).toBe((await count(".turn-body")) + (await count(".run")));
    await level.selectOption("turns open");
    expect(await open.count()).toBe(await count(".turn-body"));
    await page.keyboard.press("Escape");
    await page.locator("body").press("c");
    expect(await open.count()).toBe(0);
  });

  it("finds words, also in collapsible sections, and goes from one to the next", async () => {
    const { page } = await desk.open(sample);
    await page.keyboard.press("/");
    await page.keyboard.type("padend");
    await page.keyboard.press("Enter");
    const output = page.locator(".search output");
    expect(await output.innerText()).toMatch(/^1 of \d+$/);
    await page.keyboard.press("Enter");
    expect(await output.innerText()).toMatch(/^2 of /);
    await page.keyboard.press("Shift+Enter");
    expect(await output.innerText()).toMatch(/^1 of /);
    expect(await page.locator("main details[open]").count()).toBeGreaterThan(0);
    expect((await addressOf(page)).searchParams.get("q")).toBe("padend");
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
    expect(await here()).toBe(turns[1]);
    await page.keyboard.press("k");
    expect(await here()).toBe(turns[0]);
    const branches = await page.locator("main section.branch[id]").evaluateAll((all) => all.map(({ id }) => id));
    await page.keyboard.press("b");
    await page.keyboard.press("b");
    expect(await here()).toBe(branches[1]);
    await page.keyboard.press("Shift+B");
    expect(await here()).toBe(branches[0]);
    await page.keyboard.press("e");
    expect(await page.evaluate(() => document.activeElement!.getAttribute("data-tool"))).toMatch(/^(?:Edit|Write)$/);
    await page.keyboard.press("?");
    expect(await page.getByRole("dialog").isVisible()).toBe(true);
  });

  it("R005 R006: an address made of a uuid leads to its entry, wherever that is folded", async () => {
    const { page } = await desk.open(sample);
    const folded = await page.locator("main details a[id^=msg-]").first().getAttribute("id");
    const { page: other } = await desk.visit(page.url(), { after: `#${folded}` });
    expect(await other.locator(`[id="${folded}"]`).evaluate((one) => one.closest("details")?.open)).toBe(true);
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
    expect(await sides.count()).toBeGreaterThan(1);
    const [first, second] = await sides.evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll("article")].at(-1)!.id),
    );
    const shown = (id: string) => page.locator(`[id="${id}"]`).isVisible();
    const { page: path } = await desk.visit(page.url(), { after: `?leaf=${second!.slice(4)}` });
    expect(await path.locator(`[id="${second}"]`).isVisible()).toBe(true);
    expect(await path.locator(`[id="${first}"]`).isVisible()).toBe(false);
    expect(await path.locator("main section.session > .turn article").first().isVisible()).toBe(true);
    await path.getByRole("button", { name: "Show everything" }).click();
    expect(await path.locator(`[id="${first}"]`).isVisible()).toBe(true);
    expect((await addressOf(path)).search).toBe("");
    expect(await shown(first!)).toBe(true);
  });

  it("R009: contents and map lead to sessions, branches, agents and compactions", async () => {
    const { page } = await desk.open(sample);
    const items = page.locator(".side nav li");
    for (const kind of ["session", "branch", "agent", "compaction"])
      expect([kind, await page.locator(`.side nav li.${kind}`).count()]).not.toEqual([kind, 0]);
    expect(await page.locator(".side nav li.active").count()).toBe(1);
    const compaction = page.locator(".side nav li.compaction");
    expect(await compaction.locator("> a").innerText()).toMatch(/^📦 Conversation compacted \(118k tokens\) • /);
    expect(await compaction.locator("> a").evaluate((one) => getComputedStyle(one).borderStyle)).toBe("solid");
    const parent = compaction.locator("xpath=ancestor::li[1]");
    expect(await parent.getAttribute("class")).toContain("branch");
    const points = page.locator("svg.map a");
    expect(await points.count()).toBe(await items.count());
    const last = points.last();
    // A point has no size: a click hits its circle.
    const at = await last.locator("path").evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    await page.mouse.click(at.x, at.y);
    const target = (await last.getAttribute("href"))!;
    expect((await addressOf(page)).hash).toBe(target);
    await expect
      .poll(() => page.locator(`[id="${target.slice(1)}"]`).evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(900);
    expect(await page.locator(`.side a[aria-current]`).count()).toBe(1);
  });

  it("is light or dark as the reader prefers, or as they choose", async () => {
    const { page } = await desk.open(sample, { colorScheme: "dark" });
    const back = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await back();
    await page.getByRole("button", { name: "Colours" }).click();
    expect(await back()).not.toBe(dark);
    await page.keyboard.press("t");
    expect(await back()).toBe(dark);
  });

  it("shows an image large, and closes it again", async () => {
    const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    const image = `<article class="prompt"><p><img src="data:image/png;base64,${data}" alt="Rain"></p></article>`;
    const { page, trips } = await desk.open(sample.replace('<article id="msg-', `${image}<article id="msg-`));
    await page.getByRole("button", { name: "Larger: Rain" }).click();
    const large = page.getByRole("dialog", { name: "Rain" });
    expect(await large.locator("img").evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBe(1);
    await large.getByRole("button", { name: "Close" }).click();
    expect(await large.count()).toBe(0);
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
    expect(await page.locator("main .run[open]").count()).toBe(0);
  });

  it("shows times in the time zone of the reader", async () => {
    const { page } = await desk.open(sample, { timezoneId: "Asia/Tokyo" });
    const time = page.locator("main article time").first();
    await expect.poll(() => time.innerText()).toBe("2026-03-14 22:04:59");
    expect(await time.getAttribute("title")).toBe("2026-03-14 13:04:59 UTC");
    expect(await page.locator(".zone").first().innerText()).toBe("times are local");
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
