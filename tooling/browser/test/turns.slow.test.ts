import { afterAll, describe, expect, it } from "vitest";
import { editsOf, sessionPaths } from "@ccdag/edits";
import { ccdag, ccdagDetail } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import { answer, message, session, toolCall, tree } from "@ccdag/testkit";
import type { Page } from "playwright-core";
import { unified } from "unified";
import type { Root } from "@ccdag/ccast";
import { projectIn } from "../../fixtures/project.ts";
import { executablePath, isRequired } from "../browser.ts";
import { addressOf, Desk, violations } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());
const sample = String(await ccdag().use(renderHtml).process(projectIn("sample")));
const render = (root: Root) => String(unified().use(renderHtml).stringify(root));
const isSeen = (page: Page, words: string) => page.getByText(words, { exact: true }).first().isVisible();

/** Two turns: one with nine calls, of which two failed, and one without any. */
const talk = tree(
  session(
    { sessionId: "s1", title: "## A **talk** with `code`", cwd: "/home/ada/app" },
    message("u1", "The first question."),
    answer("a1", "I look.", toolCall("Read", { file_path: "/home/ada/app/src/one.ts" }, "1→one")),
    ...[2, 3, 4, 5].map((at) => answer(`a${at}`, toolCall("Read", { file_path: `/tmp/${at}.ts` }, "1→two"))),
    ...[6, 7, 8].map((at) => answer(`a${at}`, toolCall("Grep", { pattern: `p${at}` }, "found"))),
    answer("a9", {
      type: "toolCall",
      id: "t9",
      name: "Bash",
      input: { command: "npm test" },
      result: { type: "toolResult", isError: true, children: [{ type: "text", value: "1 test failed" }] },
    }),
    answer("a10", "The first answer."),
    message("u2", "The second question."),
    answer("a11", "The second answer."),
  ),
);

describe.skipIf(executablePath === undefined && !isRequired)("turns in a browser", () => {
  it("R019: a turn is one element with a control that collapses the whole; its last answer stays", async () => {
    const { page, trips } = await desk.open(render(talk), { javaScriptEnabled: false });
    const turns = page.locator("main [data-turn]");
    await expect
      .poll(() => turns.evaluateAll((all) => all.map((one) => one.getAttribute("data-turn"))))
      .toEqual(["1", "2"]);
    for (const words of ["The first question.", "I look.", "The first answer."])
      await expect.poll(async () => [words, await isSeen(page, words)]).toEqual([words, true]);
    await turns.first().locator("summary").first().click();
    for (const [words, isShown] of [
      ["The first question.", false],
      ["I look.", false],
      ["The first answer.", true],
      ["The second question.", true],
    ] as const)
      await expect
        .poll(async () => [words, await turns.getByText(words, { exact: true }).and(page.locator("p")).isVisible()])
        .toEqual([words, isShown]);
    expect(trips).toEqual([]);
  });

  it("R019: a line sums a turn up", async () => {
    const { page } = await desk.open(render(talk));
    const line = page.locator("main .turn .line");
    await expect.poll(() => line.first().innerText()).toMatch(/^Turn 1\s+9 calls: Read ×5, Grep ×3, Bash\s*· 1 failed/);
    await page.locator("body").press("c");
    await expect.poll(() => line.nth(1).innerText()).toMatch(/^Turn 2\s+The second question\./);
  });

  it("R019: a turn is one unit for keys, contents, filters and addresses", async () => {
    const { page, trips } = await desk.open(render(talk));
    const focus = () => page.evaluate(() => document.activeElement?.id);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await expect.poll(() => focus()).toBe("turn-u2");
    await page.keyboard.press("x");
    await expect.poll(() => page.locator("#turn-u2 > .turn-body").getAttribute("open")).toBeNull();
    await page.keyboard.press("k");
    await expect.poll(() => focus()).toBe("turn-u1");
    const links = page.locator(".side li.prompt > a");
    await expect
      .poll(() => links.evaluateAll((all) => all.map((one) => one.getAttribute("href"))))
      .toEqual(["#turn-u1", "#turn-u2"]);
    await page.locator('[data-do="turns"]').selectOption("failed calls");
    await expect.poll(() => page.locator("main .turn").filter({ visible: true }).count()).toBe(1);
    await expect.poll(async () => (await addressOf(page)).searchParams.get("turns")).toBe("failed");
    // An address shows the turn that it names, whatever is filtered, and opens it for what is in it.
    await page.evaluate(() => (location.hash = "#turn-u2"));
    await expect.poll(() => page.locator("main .turn").filter({ visible: true }).count()).toBe(2);
    await page.evaluate(() => (location.hash = "#msg-u2"));
    await expect.poll(() => page.locator("#turn-u2 > .turn-body").getAttribute("open")).not.toBeNull();
    expect(trips).toEqual([]);
  });

  it("R019: the list of failed calls leads to each of them, and so do keys", async () => {
    const { page, trips } = await desk.open(render(talk));
    const list = page.locator("main [id='failed-s1']");
    await expect.poll(() => list.locator("> summary").innerText()).toBe("Failed calls 1 call");
    await list.locator("> summary").click();
    await expect.poll(() => list.locator("li").innerText()).toMatch(/npm test \(failed\)\s+Turn 1$/);
    const shown = await list.locator("li").evaluate((one) => getComputedStyle(one, "::after").content);
    expect(shown).toContain("1 test failed");
    await list.getByRole("link").click();
    const call = page.locator("details.failed");
    await expect.poll(() => call.getAttribute("open")).not.toBeNull();
    await expect.poll(async () => (await addressOf(page)).hash).toBe(`#${await call.getAttribute("id")}`);
    // A key opens what contains the call, too.
    await page.locator("body").press("c");
    await expect.poll(() => call.isVisible()).toBe(false);
    await page.locator("body").press("f");
    await expect.poll(() => call.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => call.filter({ visible: true }).count()).toBe(1);
    await page.keyboard.press("a");
    await expect.poll(() => page.evaluate(() => document.activeElement!.textContent)).toContain("The first answer.");
    expect(trips).toEqual([]);
  });

  it("R019: a key goes to the next agent, and opens what contains it", async () => {
    const { page } = await desk.open(sample);
    await page.locator("body").press("c");
    const agent = page.locator("details.agent").first();
    await expect.poll(() => agent.isVisible()).toBe(false);
    await page.locator("body").press("s");
    await expect.poll(() => agent.evaluate((one) => one === document.activeElement)).toBe(true);
    await expect.poll(() => agent.isVisible()).toBe(true);
  });

  it("R019: the contents show the turns of a filter, with their number, and those in which a search has a match", async () => {
    const { page, trips } = await desk.open(render(talk));
    const links = page.locator(".side li.prompt > a").filter({ visible: true });
    await page.locator('[data-do="turns"]').selectOption("failed calls");
    await expect
      .poll(() => links.evaluateAll((all) => all.map((one) => one.textContent)))
      .toEqual(["The first question."]);
    await expect.poll(() => page.locator('[data-do="turns"] + output').innerText()).toBe("1 of 2");
    // The choice is in the address.
    await page.reload();
    await expect
      .poll(() => links.evaluateAll((all) => all.map((one) => one.textContent)))
      .toEqual(["The first question."]);
    await page.locator('[data-do="turns"]').selectOption("all");
    await expect.poll(() => page.locator('[data-do="turns"] + output').innerText()).toBe("");
    await page.locator("body").press("/");
    await page.keyboard.type("SECOND answer");
    await expect
      .poll(() => links.evaluateAll((all) => all.map((one) => one.textContent)))
      .toEqual(["The second question."]);
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    await expect.poll(() => links.count()).toBe(2);
    await page.keyboard.press("Escape");
    await page.locator("body").press("g");
    await page.keyboard.type("2");
    await expect
      .poll(() => links.evaluateAll((all) => all.map((one) => one.textContent)))
      .toEqual(["The second question."]);
    await page.keyboard.press("Enter");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("turn-u2");
    await expect.poll(() => links.count()).toBe(2);
    expect(trips).toEqual([]);
  });

  it("R018: a heading has its day, minute and model only where they change, and all of it under the pointer", async () => {
    const at = (time: string) => Date.parse(`2026-03-${time}Z`);
    const said = tree(
      session(
        { sessionId: "s1" },
        { ...message("u1", "One."), timestamp: at("14T10:00:05") },
        { ...answer("a1", "First."), model: "opus", timestamp: at("14T10:00:40") },
        { ...message("u2", "Two."), timestamp: at("14T10:05:00") },
        { ...answer("a2", "Second."), model: "opus", timestamp: at("14T10:06:00") },
        { ...message("u3", "Three."), timestamp: at("15T09:00:00") },
        { ...answer("a3", "Third."), model: "haiku", timestamp: at("15T09:01:00") },
      ),
    );
    const { page } = await desk.open(render(said), { timezoneId: "UTC" });
    const shown = () =>
      page.locator("main article > h2").evaluateAll((all) =>
        all.map((one) =>
          Array.from(one.querySelectorAll(".permalink, .model"))
            .filter((part) => getComputedStyle(part).opacity === "1")
            .map((part) => part.textContent)
            .join(""),
        ),
      );
    const usual = [
      " · Mar 14, 2026, 10:00",
      " · opus",
      " · 10:05",
      " · 10:06",
      " · Mar 15, 2026, 09:00",
      " · 09:01 · haiku",
    ];
    await expect.poll(shown).toEqual(usual);
    await page.locator("main article", { hasText: "Second." }).hover();
    await expect.poll(async () => (await shown())[3]).toBe(" · 10:06 · opus");
    expect(await violations(page)).toEqual([]);
  });

  it("the contents mark the turn that one went to, also where several short ones are in view", async () => {
    const turns = Array.from({ length: 30 }, (_, at) => [
      message(`u${at}`, `Question ${at}.`),
      answer(`a${at}`, `Answer ${at}.`),
    ]);
    const { page } = await desk.open(render(tree(session({ sessionId: "s" }, ...turns.flat()))));
    await page.locator("body").press("c");
    for (let at = 0; at < 30; at++) {
      await page.keyboard.press("j");
      await expect
        .poll(() => page.locator(".side [aria-current]").getAttribute("href"))
        .toBe(await page.evaluate(() => `#${document.activeElement!.id}`));
    }
  });

  it("R015: calls without words between them are one run, which opens to its members; failed ones stand out", async () => {
    const { page } = await desk.open(render(talk));
    const run = page.locator("main .run");
    await expect.poll(() => run.count()).toBe(1);
    await expect.poll(() => run.locator("> summary").innerText()).toMatch(/^9 calls\s+Read .* · 5 others · 1 failed$/);
    const calls = run.locator("details.tool");
    await expect.poll(() => calls.filter({ visible: true }).count()).toBe(0);
    await run.locator("> summary").click();
    await expect.poll(() => calls.filter({ visible: true }).count()).toBe(9);
    const failed = run.locator("details.failed > summary");
    await expect.poll(() => failed.textContent()).toContain("npm test (failed)");
    const colour = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).color);
    await expect.poll(() => colour("details.failed > summary")).not.toBe(await colour("details.tool > summary"));
    // Paths begin in the folder of the session; the whole path is the title.
    await expect.poll(() => calls.first().locator("> summary").innerText()).toContain("Read: src/one.ts");
    await expect
      .poll(() => calls.first().locator("> summary").getAttribute("title"))
      .toContain("/home/ada/app/src/one.ts");
  });

  it("R020: the timeline has each prompt, agent and compaction at its time, and leads there", async () => {
    const { page } = await desk.open(sample);
    const marks = page.locator(".strip svg a");
    const kinds = await marks.evaluateAll((all) => all.map((one) => one.querySelector("path")!.getAttribute("class")));
    for (const kind of ["prompt", "agent", "compaction"]) expect(kinds).toContain(kind);
    const drawn = await marks.evaluateAll((all) =>
      all.map((one) => ({
        x: one.querySelector("path")!.getBoundingClientRect().x,
        title: one.querySelector("title")!.textContent,
      })),
    );
    const times = drawn.map(({ title }) => title.slice(0, 19));
    expect(times.length).toBeGreaterThan(5);
    expect(times).toEqual([...times].sort());
    expect(drawn.map(({ x }) => x)).toEqual(drawn.map(({ x }) => x).sort((a, b) => a - b));
    const href = (await marks.last().getAttribute("href"))!;
    const { x, y, height } = await marks
      .last()
      .locator("path")
      .evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
    await page.mouse.click(x, y + height / 2);
    await expect.poll(async () => (await addressOf(page)).hash).toBe(href);
    await expect
      .poll(() => page.locator(`[id="${href.slice(1)}"]`).evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(300);
  });

  it("R021: filters hide what they name, in every turn, and show it again", async () => {
    const { page } = await desk.open(sample);
    await page.locator("body").press("o");
    const parts = {
      Prompts: "article.prompt",
      Replies: "article.reply > .text",
      Thinking: "details.thinking",
      Tools: "details.tool",
      Agents: "details.agent",
    };
    for (const [name, selector] of Object.entries(parts)) {
      const shown = page.locator(`main ${selector}`).filter({ visible: true });
      const before = await shown.count();
      expect([name, before]).not.toEqual([name, 0]);
      await page.getByRole("button", { name, exact: true }).click();
      await expect.poll(async () => [name, await shown.count()]).toEqual([name, 0]);
      await page.getByRole("button", { name, exact: true }).click();
      await expect.poll(async () => [name, await shown.count()]).toEqual([name, before]);
    }
  });

  it("R022: no sign of Markdown and no tag of the client is in a title", async () => {
    const { page } = await desk.open(render(talk));
    const titles = [
      await page.title(),
      await page.locator("main h1").innerText(),
      await page.locator(".bar > p").innerText(),
      await page.locator(".side li.session > a").innerText(),
    ];
    for (const title of titles) expect(title.replace(/^Session \S+(?: •)?\s*/, "")).toBe("A talk with code");
    const lines = tree(
      session(
        { sessionId: "s" },
        message("u", "Do the plan:\n\n# One **thing**\n- <system-reminder>a</system-reminder> and <b>\n> c"),
      ),
    );
    const { page: other } = await desk.open(render(lines));
    await other.locator("body").press("c");
    await expect.poll(() => other.locator(".turn .line b").innerText()).toBe("Do the plan: One thing a and <b> c");
  });

  it("the head of a session says where it was, what it took and how to resume it, and copies the command", async () => {
    const less = String(
      await ccdag()
        .use(ccdagDetail, { detail: "tools" })
        .use(renderHtml, { commands: true })
        .process(projectIn("sample")),
    );
    const { page } = await desk.open(less, { permissions: ["clipboard-read", "clipboard-write"] });
    const head = page.locator("main .head").first();
    await head.locator(".about > summary").click();
    const words = await head.innerText();
    for (const name of ["Project", "Branch", "Client", "Duration", "Size", "Tools", "Models", "Tokens", "Cost"])
      expect(words).toContain(name);
    expect(words).toMatch(/\d+ records? of the client, such as hooks, progress and modes/);
    const command = await head.locator(".resume > code").innerText();
    expect(command).toMatch(/^claude --resume [\da-f-]{36}$/);
    await head.locator(".resume button").click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(command);
  });

  it.each([
    [390, 844],
    [600, 900],
    [1440, 900],
  ])("the first screen shows the first prompt at %i px", async (width, height) => {
    const { page } = await desk.open(sample, { viewport: { width, height } });
    const box = await page.locator("main article.prompt").first().boundingBox();
    expect(box!.y + 100).toBeLessThan(height);
  });

  it("files changed are those of `ccdag edits`, for the session and for each turn", async () => {
    const { page } = await desk.open(sample);
    const file = projectIn("sample");
    const root = await ccdag().run(ccdag().parse(file), file);
    const { files } = editsOf(sessionPaths(root as Root)[0]!.tree);
    const list = page.locator("main .head > .changes").first();
    await list.locator("> summary").click();
    const rows = list.locator(".file-change");
    await expect.poll(() => rows.count()).toBe(files.length);
    for (const [at, { path }] of files.entries()) {
      const name = rows.nth(at).locator("code").first();
      await expect.poll(async () => (await name.getAttribute("title")) ?? (await name.innerText())).toBe(path);
    }
    const turns = page.locator("main .turn[data-has~=changes]");
    await expect.poll(() => turns.count()).toBe(await page.locator("main .turn > .changes").count());
  });

  it("each hunk leads to the call that made it, and the call back to it", async () => {
    const { page, trips } = await desk.open(sample);
    const list = page.locator("main .turn > .changes").first();
    await list.locator("> summary").click();
    await list.locator(".file-change > summary").first().click();
    const link = list.locator(".by a").first();
    const call = (await link.getAttribute("href"))!.slice(1);
    await link.click();
    const target = page.locator(`[id="${call}"]`);
    await expect.poll(() => target.getAttribute("data-tool")).toMatch(/^(?:Edit|Write|MultiEdit)$/);
    await expect.poll(() => target.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(900);
    await target.evaluate((one) => ((one as HTMLDetailsElement).open = true));
    await target.getByRole("link", { name: "The change of this file" }).click();
    const file = list.locator(".file-change").first();
    await expect.poll(async () => (await addressOf(page)).hash).toBe(`#${await file.getAttribute("id")}`);
    await expect.poll(() => list.locator("ins mark, del mark").count()).toBeGreaterThan(0);
    expect(trips).toEqual([]);
  });

  it.each(["light", "dark"] as const)(
    "has nothing that axe finds fault with when all is open, %s",
    async (colorScheme) => {
      const { page } = await desk.open(render(talk), { colorScheme });
      expect(await violations(page)).toEqual([]);
      await page.locator("body").press("o");
      expect(await violations(page)).toEqual([]);
    },
  );
});
