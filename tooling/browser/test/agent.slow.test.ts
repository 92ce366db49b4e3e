import { ccdag } from "@ccdag/processor";
import renderHtml from "@ccdag/render-html";
import { agent, answer, message, session, toolCall, tree } from "@ccdag/testkit";
import type { Page } from "playwright-core";
import { unified } from "unified";
import { afterAll, describe, expect, it } from "vitest";
import { projectIn } from "../../fixtures/project.ts";
import { executablePath, isRequired } from "../browser.ts";
import { addressOf, Desk, violations } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());
const isSeen = (page: Page, words: string) =>
  page.locator("article").getByText(words, { exact: true }).first().isVisible();

/** An agent that spawned another one, between two turns. */
const page = unified()
  .use(renderHtml)
  .stringify(
    tree(
      session(
        { sessionId: "s1" },
        message("u1", "The first question."),
        answer("a1", "I ask.", toolCall({ id: "t1", name: "Task" }, { description: "look" })),
        agent(
          { agentId: "g1", agentType: "Explore", from: { uuid: "a1", toolUseId: "t1", rule: "prompt-exact" } },
          answer("b1", "I look.", toolCall({ id: "t2", name: "Task" }, { description: "dig" })),
          agent(
            {
              agentId: "g2",
              agentType: "Plan",
              nestingLevel: 2,
              from: { uuid: "b1", toolUseId: "t2", rule: "prompt-exact" },
            },
            answer("c1", "I dig."),
          ),
          answer("b2", "I found it."),
        ),
        answer("a2", "The first answer."),
        message("u2", "The second question."),
        answer("a3", "The second answer."),
      ),
    ),
  );

describe.skipIf(executablePath === undefined && !isRequired)("an agent as a page of its own (issue 45)", () => {
  it("is shown alone, with its address, and everything comes back", async () => {
    const { page: tab, trips } = await desk.open(page);
    await tab.locator("#agent-g1 > summary").click();
    const link = tab.locator("#agent-g1 > a.only");
    expect(await link.textContent()).toBe("Only this agent");
    expect(await link.getAttribute("href")).toBe("?agent=agent-g1");
    await link.click();
    await expect.poll(() => isSeen(tab, "The first question.")).toBe(false);
    for (const words of ["I look.", "I found it."]) expect([words, await isSeen(tab, words)]).toEqual([words, true]);
    for (const words of ["I ask.", "The first answer.", "The second question."])
      expect([words, await isSeen(tab, words)]).toEqual([words, false]);
    expect(new URL(tab.url()).search).toBe("?agent=agent-g1");
    expect([await link.isVisible(), await tab.locator(".main h1").first().isVisible()]).toEqual([false, true]);
    expect(await tab.locator(".notice.path").textContent()).toBe("Only one agent is shown. Show everything");
    await tab.locator("#agent-g2 > summary").click();
    await tab.locator("#agent-g2 > a.only").click();
    await expect.poll(() => isSeen(tab, "I look.")).toBe(false);
    expect(await isSeen(tab, "I dig.")).toBe(true);
    await tab.getByRole("button", { name: "Show everything" }).click();
    await expect.poll(() => isSeen(tab, "The second question.")).toBe(true);
    expect(new URL(tab.url()).search).toBe("");
    expect(trips.filter((trip) => !trip.startsWith("navigation: file:"))).toEqual([]);
  });

  it("an address leads to it; one that is not there is named, and a link out of it shows everything", async () => {
    const { page: tab } = await desk.open(page);
    const address = (await addressOf(tab)).href;
    await tab.goto(`${address}?agent=agent-g1`);
    await expect.poll(() => isSeen(tab, "I look.")).toBe(true);
    expect(await isSeen(tab, "The second answer.")).toBe(false);
    await tab.evaluate(() => (location.hash = "#msg-a3"));
    await expect.poll(() => isSeen(tab, "The second answer.")).toBe(true);
    for (const name of ["agent-none", "msg-a1", '"><img src=x>']) {
      await tab.goto(`${address}?${new URLSearchParams({ agent: name }).toString()}`);
      await expect
        .poll(() => tab.locator(".notice.path").textContent())
        .toBe("The message is not on this page. Show everything");
      expect(await isSeen(tab, "The second answer.")).toBe(true);
    }
  });

  it.each(["light", "dark"] as const)("axe finds no fault: %s", async (colorScheme) => {
    const sample = String(await ccdag().use(renderHtml).process(projectIn("sample")));
    const { page: tab } = await desk.open(sample, { colorScheme });
    await tab.goto(`${(await addressOf(tab)).href}?agent=agent-a7989681a02ac278f`);
    await expect.poll(() => tab.locator("details.agent[open] > a.only").count()).toBe(1);
    // Between two places the title fades into the bar.
    await tab.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    // Headings keep the level that they have in the whole conversation.
    expect(await violations(tab, ["heading-order"])).toEqual([]);
  });
});
