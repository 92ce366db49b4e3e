import { hostile } from "@ccdag/testkit";
import { type IndexOptions, type IndexProject, type IndexSession, toIndexPage } from "@ccdag/render-html";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../browser.ts";
import { addressOf, Desk, type Opened, violations } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());

const hour = 3_600_000;
let count = 0;

/** A session that ended at a time. */
function session(title: string, end: string, facts: Partial<IndexSession> = {}): IndexSession {
  const to = Date.parse(end);
  const href = `p/session-${count++}.html`;
  const amounts = { tokens: 1000, messages: 10, branches: 0, agents: 0 };
  return { title, href, depth: 0, from: to - hour, to, models: [opus], ...amounts, cost: 1, ...facts };
}

const [opus, haiku] = ["claude-opus-4-5-20251101", "claude-haiku-4-5-20251001"];
const usage = (model: string, tokens: number, cost: number) => [{ model, tokens, cost }];

/** Two projects: one with a session that another one continues, which ended earlier. */
const projects = (): IndexProject[] => [
  {
    title: "/home/ada/shop",
    sessions: [
      session("Rename the orders", "2026-04-14T10:00Z", {
        prompt: "Call them purchases.",
        outcome: "All tests pass.",
        files: 3,
        usage: usage(opus, 1000, 1),
      }),
      session("Try it with a view", "2026-03-02T10:00Z", { depth: 1, end: "interrupted", outcome: "Let me look." }),
      session("Fix the cart", "2026-04-13T10:00Z", { end: "failed", outcome: "API error 529" }),
    ],
  },
  {
    title: "/home/ada/blog",
    sessions: [
      session("Write about graphs", "2026-04-14T12:00Z", {
        models: [haiku],
        usage: usage(haiku, 500, 0.25),
        end: "unanswered",
      }),
      session("Without times", "", { from: undefined, to: undefined }),
    ],
  },
];

const utc = { timezoneId: "UTC" } as const;
const open = (
  given: readonly IndexProject[] = projects(),
  options: Parameters<Desk["open"]>[1] = {},
  pageOptions: IndexOptions = {},
): Promise<Opened> => desk.open(toIndexPage(given, pageOptions), { ...utc, ...options });
const titles = (page: Page): Promise<string[]> =>
  page.locator(".list li > a").filter({ visible: true }).allInnerTexts();
const headings = (page: Page): Promise<string[]> => page.locator(".list h2").filter({ visible: true }).allInnerTexts();

describe.skipIf(executablePath === undefined && !isRequired)("an index in a browser", () => {
  it("lists sessions by day, the newest first, without scripts, each with what was asked and how it ended", async () => {
    const { page } = await open(projects(), { javaScriptEnabled: false });
    await expect
      .poll(() => headings(page))
      .toEqual(["Tuesday, April 14, 2026", "Monday, April 13, 2026", "Monday, March 2, 2026", "Without a time"]);
    await expect
      .poll(() => titles(page))
      .toEqual(["Write about graphs", "Rename the orders", "Fix the cart", "Try it with a view", "Without times"]);
    const first = page.locator(".list li", { hasText: "Rename the orders" }).first();
    const facts = await first.innerText();
    for (const fact of ["Call them purchases.", "All tests pass.", "09:00 · shop · 1 h 0 min · 10 messages"])
      expect(facts).toContain(fact);
    for (const fact of ["3 files changed", "1K tokens", "$1.00", "opus-4-5"]) expect(facts).toContain(fact);
    const ends = await page.locator(".end").allInnerTexts();
    expect(ends).toEqual(["No answer", "All tests pass.", "Failed: API error 529", "Interrupted: Let me look."]);
    await expect.poll(() => page.getByRole("searchbox").isVisible()).toBe(false);
    await expect.poll(() => page.locator(".choices").isVisible()).toBe(false);
  });

  it("R014: grouped by project, each session is below the one that it continues; by day it names that one", async () => {
    const { page, trips } = await open();
    const child = page.locator(".list li", { hasText: "Try it with a view" });
    await expect.poll(() => child.locator(".up").innerText()).toBe("continues Rename the orders");
    await page.getByRole("button", { name: "By project" }).click();
    await expect.poll(() => headings(page)).toEqual(["/home/ada/blog", "/home/ada/shop"]);
    const nested = page.locator(".list li:has(> a:text-is('Rename the orders')) > ul > li > a");
    await expect.poll(() => nested.allInnerTexts()).toEqual(["Try it with a view"]);
    await expect.poll(async () => (await addressOf(page)).search).toBe("?group=project");
    await page.getByRole("searchbox").fill("a view");
    await expect.poll(() => titles(page)).toEqual(["Rename the orders", "Try it with a view"]);
    await page.getByRole("searchbox").fill("");
    await page.getByRole("button", { name: "By day" }).click();
    await expect.poll(() => titles(page)).toHaveLength(5);
    await expect.poll(async () => (await headings(page))[0]).toBe("Tuesday, April 14, 2026");
    expect(trips.filter((trip) => !trip.startsWith("navigation: file:"))).toEqual([]);
  });

  it("groups by the day of the reader", async () => {
    const { page } = await open(
      [{ title: "p", sessions: [session("Late", "2026-04-14T01:00Z"), session("Early", "2026-04-14T23:00Z")] }],
      { timezoneId: "America/New_York" },
    );
    await expect.poll(() => headings(page)).toEqual(["Tuesday, April 14, 2026", "Monday, April 13, 2026"]);
    await expect.poll(() => page.locator(".facts time").allInnerTexts()).toEqual(["18:00", "20:00"]);
  });

  it("filters by project, model, period and words together, and counts what is shown", async () => {
    const { page } = await open();
    const shown = () => page.locator(".count").innerText();
    await expect.poll(() => shown()).toBe("5 sessions");
    await page.getByLabel("Project").selectOption("/home/ada/shop");
    await expect.poll(() => titles(page)).toEqual(["Rename the orders", "Fix the cart", "Try it with a view"]);
    await page.getByLabel("From").fill("2026-04-13");
    await expect.poll(() => shown()).toBe("2 of 5 sessions · 20 messages · 2K tokens · $2.00");
    await page.getByLabel("To").fill("2026-04-13");
    await expect.poll(() => titles(page)).toEqual(["Fix the cart"]);
    await page.getByLabel("Model").selectOption("haiku-4-5");
    await expect.poll(async () => [await titles(page), await shown()]).toEqual([[], "No session matches."]);
    await page.getByRole("button", { name: "Remove filters" }).click();
    await expect.poll(async () => [(await titles(page)).length, (await addressOf(page)).search]).toEqual([5, ""]);
    await page.getByRole("searchbox").fill("purchases orders");
    await expect.poll(() => titles(page)).toEqual(["Rename the orders"]);
  });

  it("filters by coding agent where there are several, and says whose each session is (issue 43)", async () => {
    const [shop, blog] = projects();
    const mine = { ...blog!, sessions: [session("Ask another", "2026-04-12T10:00Z", { client: "codex" })] };
    const { page } = await open([shop!, mine]);
    await page.getByLabel("Client").selectOption("Codex CLI");
    await expect.poll(() => titles(page)).toEqual(["Ask another"]);
    await expect.poll(() => page.locator(".facts").filter({ visible: true }).innerText()).toContain("Codex CLI");
    await expect.poll(async () => (await addressOf(page)).search).toBe("?client=Codex+CLI");
    const { page: alone } = await open();
    await expect.poll(() => alone.getByLabel("Client").count()).toBe(0);
    await expect.poll(() => alone.locator("body").innerText()).not.toContain("Claude Code");
  });

  it("keeps filters in the address", async () => {
    const { page } = await open();
    await page.getByLabel("Project").selectOption("/home/ada/blog");
    await page.getByLabel("Model").selectOption("haiku-4-5");
    await page.getByLabel("From").fill("2026-04-14");
    await page.getByLabel("To").fill("2026-04-15");
    await page.getByRole("searchbox").fill("graphs");
    const query = async () => Object.fromEntries((await addressOf(page)).searchParams);
    await expect.poll(query).toEqual({
      project: "/home/ada/blog",
      model: "haiku-4-5",
      from: "2026-04-14",
      to: "2026-04-15",
      q: "graphs",
    });
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(["Write about graphs"]);
    await expect.poll(() => page.getByLabel("Project").locator("option:checked").innerText()).toBe("/home/ada/blog");
    await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("graphs");
  });

  it("ignores an address that names no project", async () => {
    const { page } = await open(projects(), { after: "?project=none&from=x&group=no&model=" });
    await expect.poll(() => titles(page)).toHaveLength(5);
  });

  it("shows totals, and charts whose numbers are tables without scripts", async () => {
    const { page } = await open(projects(), { javaScriptEnabled: false });
    const totals = (await page.locator(".totals").innerText()).replaceAll(/\s+/g, " ");
    expect(totals).toBe("Sessions 5 Messages 50 Tokens 5K Cost $5.00 Active days 3");
    await expect.poll(() => page.locator(".activity rect").count()).toBe(3);
    await page.getByText("As a table").click();
    const rows = (name: string) =>
      page
        .getByRole("table", { name })
        .locator("tbody tr")
        .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(" | ")));
    await expect.poll(() => rows("Messages by day")).toEqual(["2026-04-14 | 20", "2026-04-13 | 10", "2026-03-02 | 10"]);
    await expect.poll(() => rows("Project")).toEqual(["shop | 3K | $3.00", "blog | 2K | $2.00"]);
    await expect.poll(() => rows("Model")).toEqual(["opus-4-5 | 1K | $1.00", "haiku-4-5 | 500 | $0.2500"]);
  });

  it("a bar of a chart shows its days, and a name in a table its sessions", async () => {
    const { page } = await open();
    await page.locator(".activity rect").first().click();
    await expect.poll(() => titles(page)).toEqual(["Try it with a view"]);
    await page.getByRole("button", { name: "Remove filters" }).click();
    await page.getByRole("table", { name: "Model" }).getByRole("button", { name: "haiku-4-5" }).click();
    await expect.poll(() => titles(page)).toEqual(["Write about graphs"]);
  });

  it("a year is drawn by week, and many years by month", async () => {
    const long = (days: number) => ({
      title: "p",
      sessions: [
        session("First", "2020-01-15T10:00Z"),
        session("Last", new Date(Date.UTC(2020, 0, 15 + days)).toISOString()),
      ],
    });
    const { page } = await open([long(300)]);
    await expect.poll(() => page.locator("figcaption").innerText()).toBe("Messages by week");
    await page.locator(".activity rect").first().click();
    await expect.poll(() => titles(page)).toEqual(["First"]);
    const { page: other } = await open([long(3000)]);
    await expect.poll(() => other.locator("figcaption").innerText()).toBe("Messages by month");
    await other.locator(".activity rect").last().click();
    await expect.poll(() => titles(other)).toEqual(["Last"]);
  });

  it.each([
    [1280, "light"],
    [1280, "dark"],
    [360, "light"],
    [360, "dark"],
  ] as const)("axe finds no fault, and nothing is wider than the page: %s pixels, %s", async (width, colorScheme) => {
    const long = projects().map((project) => ({ ...project, title: `${project.title}/${"long".repeat(30)}` }));
    const { page } = await open(long, { viewport: { width, height: 800 }, colorScheme });
    for (const by of ["By project", "By day"]) {
      await page.getByRole("button", { name: by }).click();
      await page.locator("details").evaluateAll((all) => {
        for (const one of all) (one as HTMLDetailsElement).open = true;
      });
      expect(await violations(page)).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
    const small = await page.evaluate(
      () =>
        [...document.querySelectorAll("body *")].filter(
          (one) => one.getClientRects().length > 0 && Number.parseFloat(getComputedStyle(one).fontSize) < 12,
        ).length,
    );
    expect(small).toBe(0);
  });

  it("keeps filters and grouping when the list is replaced, as in a served index", async () => {
    const { page } = await open();
    await page.getByRole("button", { name: "By project" }).click();
    await page.getByLabel("Project").selectOption("/home/ada/blog");
    const [shop, blog] = projects() as [IndexProject, IndexProject];
    const added = session("A third one", "2026-04-15T10:00Z");
    const next = toIndexPage([shop, { ...blog, sessions: [...blog.sessions, added] }]);
    for (let times = 0; times < 2; times++)
      await page.evaluate((html) => {
        const now = new DOMParser().parseFromString(html, "text/html");
        document.querySelector("main")!.replaceWith(document.adoptNode(now.querySelector("main")!));
        dispatchEvent(new Event("ccdag-changed"));
      }, next);
    await expect.poll(() => titles(page)).toEqual(["A third one", "Write about graphs", "Without times"]);
    await expect.poll(() => headings(page)).toEqual(["/home/ada/blog"]);
    await expect.poll(() => page.locator(".count").innerText()).toMatch(/^3 of 6 sessions/);
    await page.getByRole("button", { name: "Remove filters" }).click();
    await expect.poll(() => titles(page)).toHaveLength(6);
  });

  it("hostile texts stay in place: titles, prompts, outcomes, models and projects", async () => {
    const texts = hostile.map(([, words]) => words).filter((words) => words.trim() !== "");
    const given = texts.map((words) => ({
      title: words,
      sessions: [
        session(words, "2026-04-14T10:00Z", {
          prompt: words,
          outcome: words,
          models: [words],
          usage: usage(words, 10, 1),
          end: "failed",
        }),
      ],
    }));
    const { page, trips } = await open(given);
    await page.getByRole("button", { name: "By project" }).click();
    const rows = await page
      .locator(".list > section > ul > li")
      .evaluateAll((all) => all.map((row) => [...row.querySelectorAll("*")].map((one) => one.localName).join(" ")));
    const shapes = new Set(rows.map((row) => row.replace(/ time/, "")));
    expect(rows).toHaveLength(texts.length);
    for (const shape of shapes) expect(shape).toMatch(/^a( p)? p b p( span)?$/);
    expect(trips.filter((trip) => !trip.startsWith("navigation: file:"))).toEqual([]);
    // The colours of a text are what they are in other tests, and looking for them behind a million characters takes long.
    expect(await violations(page, ["color-contrast"])).toEqual([]);
  });

  it("of 5,000 sessions needs a second to open, and a row takes 600 bytes at most", async () => {
    const words = "reads the words of a usual title with some detail in it".split(" ");
    const many = Array.from({ length: 20 }, (_, project) => ({
      title: `/home/ada/project-${project}`,
      sessions: Array.from({ length: 250 }, (__, index) => {
        const text = words.map((word, at) => (at === index % 12 ? `${word}${index}` : word)).join(" ");
        const end = new Date(Date.UTC(2026, 0, 1 + (index % 300), index % 24)).toISOString();
        const facts = { prompt: `${text} ${text}`.slice(0, 100), outcome: text, usage: usage(opus, 1000, 1) };
        return session(text, end, {
          ...facts,
          href: `-home-ada-project-${project}/session-${crypto.randomUUID()}.html`,
        });
      }),
    }));
    const html = toIndexPage(many);
    const list = html.slice(html.indexOf('class="list"'));
    expect(list.length / 5000).toBeLessThan(600);
    const { page } = await desk.open(html);
    // Seconds of a processor: what the page needs, however busy the machine is.
    const meter = await page.context().newCDPSession(page);
    await meter.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.reload();
    const { metrics } = await meter.send("Performance.getMetrics");
    const seconds = metrics.find(({ name }) => name === "TaskDuration")!.value;
    expect(seconds).toBeGreaterThan(0.01);
    expect(seconds).toBeLessThan(3);
    await page.getByRole("searchbox").fill("title7 ");
    await expect.poll(() => page.locator(".count").innerText()).toMatch(/^\d+ of 5,000 sessions/);
  });
});
