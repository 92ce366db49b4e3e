import { hostile } from "@ccdag/testkit";
import { type IndexProject, type IndexWork, toIndexPage, toWorkPage } from "@ccdag/render-html";
import { afterAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../browser.ts";
import { Desk, violations } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());

const facts = { depth: 0, models: [], tokens: 1, messages: 2, branches: 1, agents: 0 };
const projects: IndexProject[] = [
  {
    title: "/home/ada/shop",
    sessions: [
      {
        ...facts,
        title: "Older",
        href: "shop/older.html",
        to: Date.UTC(2026, 3, 1),
        work: [
          { kind: "file", text: "src/cart.ts", detail: "2 edits", entry: "e1" },
          { kind: "todo", text: "Sow", detail: "in progress", entry: "e2" },
        ],
      },
      {
        ...facts,
        title: "Newer",
        href: "shop/newer.html",
        to: Date.UTC(2026, 3, 2),
        work: [
          {
            kind: "failed",
            text: "Bash: npm test",
            detail: "Exit code 1",
            agent: "Explore",
            entry: "f1",
            page: "shop/newer.2.html",
          },
          { kind: "file", text: "src/cart.ts", detail: "1 edit" },
          { kind: "pr", text: "https://github.com/o/r/pull/7", detail: "#7" },
        ],
      },
      { ...facts, title: "Idle", href: "shop/idle.html", to: Date.UTC(2026, 3, 3) },
    ],
  },
];

describe.runIf(executablePath !== undefined || isRequired)("the page of work (issue 45)", () => {
  it("the index counts each kind, and each count leads to its list", async () => {
    const { page } = await desk.open(toIndexPage(projects, { work: "work.html" }));
    const links = page.getByRole("navigation", { name: "What was done" }).getByRole("link");
    expect(
      await links.evaluateAll((all) => all.map((one) => `${one.textContent} ${one.getAttribute("href")}`)),
    ).toEqual([
      "1 failed call work.html#failed",
      "1 open todo work.html#todo",
      "1 pull request work.html#pr",
      "2 changed files work.html#file",
    ]);
  });

  it("lists each kind, the newest session first, and links lead to the message, its page or its session", async () => {
    const { page } = await desk.open(toWorkPage(projects, { index: "index.html" }), { javaScriptEnabled: false });
    const rows = await page
      .locator("main section section")
      .evaluateAll((all) =>
        all.map((one) => [
          `${one.querySelector("h3")!.textContent} ${one.querySelector(".facts")!.textContent}`,
          ...Array.from(
            one.querySelectorAll("li"),
            (li) => `${li.textContent} → ${li.querySelector("a")!.getAttribute("href")}`,
          ),
        ]),
      );
    expect(rows).toEqual([
      ["Newer shop · 2026-04-02", "Bash: npm test Explore: Exit code 1 → shop/newer.2.html#msg-f1"],
      ["Older shop · 2026-04-01", "Sow in progress → shop/older.html#msg-e2"],
      ["Newer shop · 2026-04-02", "https://github.com/o/r/pull/7 #7 → https://github.com/o/r/pull/7"],
      ["Newer shop · 2026-04-02", "src/cart.ts 1 edit → shop/newer.html"],
      ["Older shop · 2026-04-01", "src/cart.ts 2 edits → shop/older.html#msg-e1"],
    ]);
  });

  it.each([
    [1440, "light"],
    [900, "dark"],
    [390, "light"],
    [390, "dark"],
  ] as const)("axe finds no fault, and nothing is wider than the page: %i pixels, %s", async (width, colorScheme) => {
    const { page } = await desk.open(toWorkPage(projects), { viewport: { width, height: 800 }, colorScheme });
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it("hostile texts stay in place, and no address of theirs is a link", async () => {
    const kinds = ["failed", "todo", "plan", "pr", "file"] as const;
    const work = hostile.flatMap(([, text]): IndexWork[] =>
      kinds.map((kind) => ({ kind, text, detail: text, agent: text, entry: text })),
    );
    const one = { ...facts, title: "t", href: "t.html", to: 0, work };
    const { page, trips } = await desk.open(toWorkPage([{ title: "p", sessions: [one] }]));
    expect(await page.locator("main section section > ul > li").count()).toBe(work.length);
    const shapes = await page
      .locator("main section section > ul > li")
      .evaluateAll((all) => all.map((li) => [...li.querySelectorAll("*")].map((node) => node.localName).join(" ")));
    for (const shape of new Set(shapes)) expect(shape).toMatch(/^(?:a )?small$/);
    const targets = await page
      .locator("main section section > ul > li > a")
      .evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
    expect(targets.filter((href) => !/^(?:t\.html#msg-|https?:\/\/)/.test(href))).toEqual([]);
    expect(trips.filter((trip) => !trip.startsWith("navigation: file:"))).toEqual([]);
  });
});
