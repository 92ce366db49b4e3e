import type { Content } from "@ccdag/ccast";
import renderHtml, { type RenderHtmlOptions } from "@ccdag/render-html";
import { math } from "@ccdag/render-html/math";
import { answer, image, message, session, text, toolCall, toolResult, tree } from "@ccdag/testkit";
import type { Page } from "playwright-core";
import { unified } from "unified";
import { afterAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../browser.ts";
import { Desk, violations } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());

/** A PNG image of one pixel. */
const pixel = (end: string) => image({ data: `iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42m${end}` });
const red = pixel("P8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==");
const green = pixel("Nj+A8AAQUBAScY42YAAAAASUVORK5CYII=");
const blue = pixel("Nj+H8GAAX+AgBq5ZzCAAAAAElFTkSuQmCC");
const lines = Array.from({ length: 120 }, (_, at) =>
  at === 4
    ? `line 5 is longer than a window is wide: ${"many words and ".repeat(30)}`
    : `line ${at + 1}${at % 10 === 9 ? " needle" : ""}`,
).join("\n");
const json = JSON.stringify({
  list: Array.from({ length: 40 }, (_, id) => ({ id, words: "some words ".repeat(8) })),
  last: "deep needle",
});
const words = `A formula $x^2 + y^2$, costs of $5 and $6, and a long one:

$$
${Array.from({ length: 40 }, (_, at) => `x_{${at}}`).join(" + ")} = \\frac{a}{b}
$$

| name | number |
|------|-------:|
${Array.from({ length: 60 }, (_, at) => `| row ${at} | ${at} |`).join("\n")}

\`\`\`mermaid
graph TD; a-->b
\`\`\`
`;
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="90" height="40"/></svg>';
const calls: Content[] = [
  toolCall("Bash", { command: "print" }, lines),
  toolCall("Bash", { command: "ask" }, json),
  toolCall("Bash", { command: "git diff" }, "diff --git a/a b/a\n--- a/a\n+++ b/a\n@@ -1 +1 @@\n-old\n+new"),
  toolCall("Bash", { command: "test" }, "\u001B[32mpasses\u001B[0m \u001B[38;5;208mwarns\u001B[0m"),
  toolCall("Read", { file_path: "/a.png" }, toolResult({}, green, blue)),
];
const talk = tree(
  session(
    { sessionId: "s", title: "Kinds of content" },
    message("p1", text("Look"), red),
    answer("a1", text(words), ...calls),
    answer("a2", text("Done.")),
  ),
);
const render = (options: RenderHtmlOptions = {}) => String(unified().use(renderHtml, options).stringify(talk));
const page = render({ math, draw: (_, language) => (language === "mermaid" ? svg : undefined) });

/** Open every section that is not itself the content. */
async function openCalls(opened: Page): Promise<void> {
  await opened.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLDetailsElement>("main details:not(.long, .json details)"))
      one.open = true;
  });
}

describe.skipIf(executablePath === undefined && !isRequired)("content of messages and outputs, in a browser", () => {
  it.each([
    [1280, "light"],
    [1280, "dark"],
    [360, "light"],
    [360, "dark"],
  ] as const)(
    "has no violation of axe and is not wider than the window, at %d px, %s, closed and open",
    async (width, colorScheme) => {
      const { page: opened, trips } = await desk.open(page, { viewport: { width, height: 900 }, colorScheme });
      await openCalls(opened);
      expect(await violations(opened)).toEqual([]);
      await opened.locator("body").press("o");
      await opened.locator("details.long").first().scrollIntoViewIfNeeded();
      await expect.poll(() => opened.locator(".look").count()).toBeGreaterThan(0);
      expect(await violations(opened)).toEqual([]);
      await expect
        .poll(() => opened.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      expect(trips).toEqual([]);
    },
  );

  it("a long output shows its first lines, opens in place, and has line numbers that are not copied", async () => {
    const { page: opened } = await desk.open(page, { permissions: ["clipboard-read", "clipboard-write"] });
    await openCalls(opened);
    const long = opened.locator("details.long").first();
    const pre = long.locator("pre");
    await long.scrollIntoViewIfNeeded();
    await expect
      .poll(() => pre.evaluate((one) => [one.checkVisibility(), one.clientHeight < 400, one.scrollHeight > 1000]))
      .toEqual([true, true, true]);
    const top = (await pre.boundingBox())!.y;
    await long.getByText("All 120 lines").press("Enter");
    await expect.poll(() => pre.getAttribute("data-numbers")).toMatch(/^1\n2\n3\n4\n5\n\n/);
    await expect.poll(async () => Math.abs((await pre.boundingBox())!.y - top)).toBeLessThan(80);
    await expect.poll(() => pre.evaluate((one) => one.clientHeight > 1000)).toBe(true);
    // The last number stands beside the last line, though a line above wraps.
    const rows = (await pre.getAttribute("data-numbers"))!.trimEnd().split("\n");
    expect(rows.at(-1)).toBe("120");
    expect(rows.length).toBe(
      await pre.evaluate((one) =>
        Math.round(
          one.querySelector("code")!.getBoundingClientRect().height /
            Number.parseFloat(getComputedStyle(one).lineHeight),
        ),
      ),
    );
    await pre.hover();
    await pre.getByRole("button", { name: "Copy" }).click();
    await expect.poll(() => opened.evaluate(() => navigator.clipboard.readText())).toBe(lines);
  });

  it("a long output has a search of its own, for the keyboard", async () => {
    const { page: opened } = await desk.open(page);
    await openCalls(opened);
    const long = opened.locator("details.long").first();
    await long.locator("summary").click();
    const input = long.getByRole("searchbox", { name: "Search this text" });
    await input.fill("NEEDLE");
    const output = long.locator("output");
    await expect.poll(() => output.innerText()).toBe("12");
    await input.press("Enter");
    await input.press("Enter");
    await expect.poll(() => output.innerText()).toBe("2 of 12");
    await input.press("Shift+Enter");
    await input.press("Shift+Enter");
    await expect.poll(() => output.innerText()).toBe("12 of 12");
    const isInView = () =>
      opened.evaluate(() => {
        const [range] = CSS.highlights.get("here")! as unknown as Set<Range>;
        const { top, bottom } = range!.getBoundingClientRect();
        return top > 0 && bottom < innerHeight;
      });
    await expect.poll(isInView).toBe(true);
    await input.press("Escape");
    await expect
      .poll(() => opened.evaluate(() => [document.activeElement?.tagName, CSS.highlights.get("found")!.size]))
      .toEqual(["SUMMARY", 0]);
  });

  it("the search of the page finds what is in a closed output, and opens it", async () => {
    const { page: opened } = await desk.open(page);
    await opened.keyboard.press("/");
    await opened.keyboard.type("line 120 needle");
    await opened.keyboard.press("Enter");
    await expect.poll(() => opened.locator(".search output").innerText()).toBe("1 of 1");
    await expect.poll(() => opened.locator("details.long").first().getAttribute("open")).not.toBeNull();
    await expect.poll(() => opened.locator("details.long > pre").first().getAttribute("data-numbers")).not.toBe("");
    await expect
      .poll(() =>
        opened.evaluate(() => (CSS.highlights.get("here")! as unknown as Set<Range>).values().next().value!.toString()),
      )
      .toBe("line 120 needle");
  });

  it("JSON opens part by part, and a copy of it is JSON", async () => {
    const { page: opened } = await desk.open(page, { permissions: ["clipboard-read", "clipboard-write"] });
    await openCalls(opened);
    const view = opened.getByRole("group", { name: "JSON" });
    const colours = await view.evaluate((one) =>
      [one, one.querySelector("i")!].map((part) => getComputedStyle(part).color),
    );
    expect(colours[0]).not.toBe(colours[1]);
    const first = view.locator("details").first();
    await first.locator("summary").first().click();
    await expect.poll(() => first.getAttribute("open")).not.toBeNull();
    await view.hover();
    await view.getByRole("button", { name: "Copy" }).click();
    await expect
      .poll(async () => JSON.parse(await opened.evaluate(() => navigator.clipboard.readText())))
      .toEqual(JSON.parse(json));
  });

  it("images of a turn stand in a row below its prompt, once in the page, and lead from one to the next", async () => {
    expect(page.split(String(green.data)).length).toBe(2);
    const { page: opened, trips } = await desk.open(page);
    const row = opened.getByRole("group", { name: "Images of this turn" });
    await expect.poll(() => row.getByRole("button").count()).toBe(2);
    await row.getByRole("button").first().click();
    const dialog = opened.getByRole("dialog");
    await expect
      .poll(() => dialog.locator("output").innerText())
      .toMatch(/^\d of 4 · Image · image\/png · 1 kB · 1 × 1$/);
    expect(await violations(opened)).toEqual([]);
    const shown = () => dialog.locator("img").getAttribute("src");
    await expect.poll(() => shown()).toContain(green.data);
    await opened.keyboard.press("ArrowRight");
    await expect.poll(() => shown()).toContain(blue.data);
    await dialog.getByRole("button", { name: "Next image" }).click();
    await expect.poll(() => shown()).toContain(red.data);
    await opened.keyboard.press("ArrowLeft");
    await dialog.getByRole("button", { name: "Show in the conversation" }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    await expect.poll(() => opened.locator('details[data-tool="Read"]').getAttribute("open")).not.toBeNull();
    expect(trips).toEqual([]);
  });

  it("a formula is MathML, a drawing an image, and the head of a tall table stays in view", async () => {
    const { page: opened } = await desk.open(page);
    const formula = opened.locator("math").first();
    await expect
      .poll(() => formula.evaluate((one) => [one.namespaceURI, one.getBoundingClientRect().width > 20]))
      .toEqual(["http://www.w3.org/1998/Math/MathML", true]);
    await expect.poll(() => opened.locator("main").innerText()).toContain("costs of $5 and $6");
    await expect
      .poll(() =>
        opened.locator(".drawing img").evaluate((one: HTMLImageElement) => one.decode().then(() => one.naturalWidth)),
      )
      .toBe(200);
    const table = opened.getByRole("group", { name: "Table" });
    await table.evaluate((one) => (one.scrollTop = 600));
    const [head, box] = await table.evaluate((one) => [
      one.querySelector("th")!.getBoundingClientRect().top,
      one.getBoundingClientRect().top,
    ]);
    expect(Math.abs(head! - box!)).toBeLessThan(3);
    await expect
      .poll(() =>
        opened
          .locator("td")
          .nth(1)
          .evaluate((one) => getComputedStyle(one).textAlign),
      )
      .toBe("right");
  });

  it("all of it is there without a script, and on paper", async () => {
    const { page: opened } = await desk.open(page, { javaScriptEnabled: false });
    for (const name of ["details.run > summary", 'details[data-tool="Bash"] > summary', ".long > summary"])
      await opened.locator(name).first().click();
    const pre = opened.locator("details.long > pre").first();
    await expect.poll(() => pre.evaluate((one) => one.clientHeight === one.scrollHeight)).toBe(true);
    await expect.poll(() => opened.locator(".look, [data-numbers]").count()).toBe(0);
    await expect.poll(() => opened.locator("main").textContent()).toContain("line 120 needle");
    const { page: printed } = await desk.open(page);
    await openCalls(printed);
    await printed.emulateMedia({ media: "print" });
    const heights = await printed
      .locator("details.long > pre")
      .first()
      .evaluate((one) => [one.clientHeight, one.scrollHeight]);
    expect(heights[0]! + 2).toBeGreaterThanOrEqual(heights[1]!);
    await expect
      .poll(() =>
        printed
          .locator(".json details")
          .first()
          .evaluate((one) => one.getBoundingClientRect().height > 500),
      )
      .toBe(true);
  });
});
