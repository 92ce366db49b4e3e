import type { Agent, Branch, Content, FlowContent, Message, Root } from "@ccdag/ccast";
import renderHtml, { type RenderHtmlOptions } from "@ccdag/render-html";
import { highlight } from "@ccdag/render-html/highlight";
import type { Page } from "playwright-core";
import { unified } from "unified";
import { VFile } from "vfile";
import { afterAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../browser.ts";
import { addressOf, Desk } from "../page.ts";

const desk = new Desk();
afterAll(() => desk.close());

let count = 0;
const message = (role: "user" | "assistant", ...children: Content[]): Message => {
  const uuid = `u${count++}`;
  const who =
    role === "user"
      ? ({ actor: "human", origin: "prompt" } as const)
      : ({ actor: "assistant", origin: "reply" } as const);
  return { type: "message", role, ...who, uuid, uuids: [uuid], children };
};
const text = (value: string): Content => ({ type: "text", value });
const bash = (output: string): Content => ({
  type: "toolCall",
  id: `t${count}`,
  name: "Bash",
  input: { command: "ls" },
  result: { type: "toolResult", children: [text(output)] },
});
const edit: Content = {
  type: "toolCall",
  id: "e",
  name: "Edit",
  input: { file_path: "/a.ts", old_string: "a", new_string: "b" },
};

/** A conversation as long as a day, in which no two messages have the same height. */
function day(): FlowContent[] {
  count = 0;
  return Array.from({ length: 150 }, (_, turn): FlowContent[] => [
    message("user", text(`Question ${turn} ${"why? ".repeat((turn * 7) % 60)}`)),
    message(
      "assistant",
      text(`Answer ${turn}. ${"All of it is said here. ".repeat((turn * 13) % 90)}`),
      bash("out\n".repeat((turn * 3) % 50)),
      ...(turn % 40 === 20 ? [edit] : []),
    ),
  ]).flat();
}
const tree = (...children: FlowContent[]): Root => ({
  type: "root",
  children: [{ type: "session", sessionId: "s", title: "A day", children }],
});
function render(root: Root, options: RenderHtmlOptions = {}): string[] {
  const file = new VFile();
  const one = unified()
    .use(renderHtml, { highlight, ...options })
    .stringify(root, file);
  return [...(file.data.parts ?? [one])];
}
const topOf = (page: Page, id: string) =>
  page.locator(`[id="${id}"]`).evaluate((one) => Math.round(one.getBoundingClientRect().top));
const isAtTop = (page: Page, id: string) =>
  expect.poll(() => topOf(page, id), { message: id }).toSatisfy((top: number) => top >= 0 && top < 160);

describe.skipIf(executablePath === undefined && !isRequired)("a long page", () => {
  it.each([360, 1280])("addresses, contents and keys lead where they say, at %d px", async (width) => {
    const [html] = render(tree(...day()));
    const viewport = { width, height: 800 };
    const { page, trips } = await desk.open(html!, { viewport });
    const prompts = await page.locator("main article.prompt").evaluateAll((all) => all.map(({ id }) => id));
    const ids = await page.locator("main .turn").evaluateAll((all) => all.map(({ id }) => id));
    for (const id of [prompts[75], ids[140], prompts[3]]) {
      const { page: other } = await desk.visit(page.url(), { after: `#${id}`, viewport });
      await isAtTop(other, id!);
    }
    await page.locator(`.side a[href="#${ids[90]}"]`).evaluate((one) => (one as HTMLElement).click());
    await isAtTop(page, ids[90]!);
    for (let at = 91; at < 95; at++) {
      await page.keyboard.press("j");
      await isAtTop(page, ids[at]!);
    }
    // A key continues from where the reader scrolled to: before the browser reports the scrolling, and during a jump.
    for (const isJumping of [false, true]) {
      await page.evaluate((jumps) => {
        const press = () => document.dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
        scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: "instant" });
        if (jumps) press();
        scrollTo({ top: 400, behavior: "instant" });
        press();
      }, isJumping);
      const focused = await page.evaluate(() => document.activeElement!.id);
      expect(ids.indexOf(focused)).toSatisfy((index: number) => index > 0 && index < 12);
      await isAtTop(page, focused);
    }
    await page.keyboard.press("e");
    await expect.poll(() => page.evaluate(() => document.activeElement!.getAttribute("data-tool"))).toBe("Edit");
    expect(trips).toEqual([]);
  });

  it("a reader who scrolls away during a jump stays there", async () => {
    const [html] = render(tree(...day()));
    const { page, trips } = await desk.open(html!);
    const top = await page.evaluate(async () => {
      for (let times = 0; times < 60; times++) document.dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
      scrollTo({ top: 400, behavior: "instant" });
      for (let frame = 0; frame < 30; frame++) await new Promise(requestAnimationFrame);
      return scrollY;
    });
    expect(top).toBeGreaterThan(200);
    expect(top).toBeLessThan(600);
    expect(trips).toEqual([]);
  });

  it("contents follow the reader", async () => {
    const [html] = render(tree(...day()));
    const { page } = await desk.open(html!);
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight * 0.9, behavior: "instant" }));
    const box = () => page.locator(".side a[aria-current]").evaluate((one) => one.getBoundingClientRect().top);
    await expect.poll(box).toBeGreaterThan(0);
    await expect.poll(() => box()).toBeLessThan(900);
    await expect.poll(() => page.locator(".side a[aria-current]").count()).toBe(1);
    // Hidden messages have no position: the reader is not at the end only because all messages are hidden.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    for (const name of ["Prompts", "Replies", "Tools"]) await page.getByRole("button", { name }).click();
    await expect.poll(() => page.locator(".side a[aria-current]").innerText()).toMatch(/^(?:A day|Question \d )/);
  });

  it("a search goes to each match, across marks and colours, in collapsible sections, but not in hidden messages", async () => {
    const said = "Use `git log` **before** you act.";
    const last = message(
      "assistant",
      text(`${said}\n\n\`\`\`ts\nconst rows = days.map(one);\n\`\`\``),
      bash("needle in the output"),
    );
    const [html] = render(tree(...day(), last));
    const { page, trips } = await desk.open(html!);
    const output = page.locator(".search output");
    const look = async (words: string) => {
      await page.getByRole("searchbox").fill(words);
      await page.getByRole("searchbox").press("Enter");
    };
    const isInMiddle = (words: string) =>
      expect
        .poll(
          () =>
            page.evaluate((own) => {
              const [range] = [...(CSS.highlights.get("here") ?? [])] as Range[];
              const { top } = range!.getBoundingClientRect();
              return range!.toString().toLowerCase() === own && top > 100 && top < innerHeight - 10;
            }, words),
          { message: words },
        )
        .toBe(true);
    for (const words of ["git log before you", "const rows = days.map", "needle in the output"]) {
      await look(words);
      await expect.poll(() => output.innerText()).toBe("1 of 1");
      await isInMiddle(words);
    }
    await look("answer 7");
    for (let time = 0; time < 5; time++) {
      await isInMiddle("answer 7");
      await page.keyboard.press("Enter");
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement!.closest("article") !== null)).toBe(true);
    await page.getByRole("button", { name: "Tools" }).click();
    await look("needle in the output");
    await expect.poll(() => output.innerText()).toBe("Not on this page");
    // One letter matches everywhere.
    await look("e");
    await expect.poll(() => output.innerText()).toMatch(/^1 of \d+$/);
    expect(trips).toEqual([]);
  });

  it("Enter goes to the first match, also while the search for what was typed still runs", async () => {
    const [html] = render(tree(...day()));
    const { page } = await desk.open(html!);
    // A slow machine: each slice of the search waits until the reader has pressed Enter.
    await page.evaluate(() => {
      const waiting: Array<() => void> = [];
      Object.assign(globalThis, { release: () => waiting.splice(0).forEach((next) => next()) });
      Object.defineProperty(globalThis, "scheduler", {
        value: { yield: () => new Promise<void>((resolve) => waiting.push(resolve)) },
      });
      const now = performance.now.bind(performance);
      let asked = 0;
      performance.now = () => now() + 20 * asked++;
    });
    await page.getByRole("searchbox").fill("answer 7");
    await page.waitForTimeout(400);
    await page.getByRole("searchbox").press("Enter");
    await page.evaluate(() => setInterval((globalThis as unknown as { release: () => void }).release));
    await expect.poll(() => page.locator(".search output").innerText()).toMatch(/^1 of \d+$/);
  });

  it("the bar names the turn that is in view, wherever its line is, and leads to its beginning", async () => {
    const long = message("assistant", text("One more line.\n\n".repeat(300)));
    const side: Branch = {
      type: "branch",
      uuid: "b1",
      rule: "rewind",
      from: { uuid: "u0" },
      children: [message("user", text("another way")), long],
    };
    const [html] = render(tree(...day().slice(0, 2), message("user", text("and then?")), long, side));
    const { page } = await desk.open(html!);
    const turn = page.locator(".bar .at");
    // What comes into view gets its height, and moves what follows.
    const turnAt = async (words: string) => {
      await page.locator(words).nth(150).scrollIntoViewIfNeeded();
      return turn.innerText();
    };
    await expect.poll(() => turnAt("main .turn[data-turn='2'] article.reply p")).toBe("Turn 2");
    await turn.click();
    const begin = page.locator("main .turn[data-turn='2'] > .turn-body > summary");
    await expect.poll(() => begin.evaluate((one) => one.getBoundingClientRect().top)).toBeLessThan(200);
    await expect.poll(() => turnAt("main .branch .turn article.reply p")).toBe("Turn 3");
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await expect.poll(() => turn.innerText()).toBe("Turn 1");
  });

  it("the bar names a turn that began on an earlier page, and none behind its end", async () => {
    count = 0;
    const long = () => message("assistant", text("All of it is said here.\n\n".repeat(600)));
    const begin = [message("user", text("begin")), ...Array.from({ length: 5 }, long)];
    const parts = render(tree(...begin, message("user", text("and then?")), long()), { budget: 70_000 });
    const second = parts.slice(1).find((part) => part.includes('data-turn="1"') && part.includes('data-turn="2"'));
    const { page } = await desk.open(second!);
    const turn = page.locator(".bar .at");
    await expect.poll(() => turn.innerText()).toBe("Turn 1");
    expect(await turn.getAttribute("href")).toBe(null);
    const toSecond = () =>
      page.locator("main .turn[data-turn='2']").evaluate((one) => one.scrollIntoView({ behavior: "instant" }));
    // What is above is laid out when it comes into view, and moves the turn: then one scroll is not enough.
    await expect.poll(() => toSecond().then(() => turn.innerText())).toBe("Turn 2");
    expect(await turn.getAttribute("href")).toMatch(/^#turn-u/);
  });

  it("a path is whole where its line stands in several pieces, and ends where it says", async () => {
    count = 0;
    const agent = (agentId: string, uuid: string | undefined): Agent => ({
      type: "agent",
      agentId,
      mode: "sync",
      agentType: "scout",
      nestingLevel: 1,
      from: { uuid, toolUseId: agentId, rule: "meta-tool-use" },
      messageCount: 6,
      children: Array.from({ length: 6 }, () => message("assistant", text("I look. ".repeat(300)))),
    });
    const calls = ["a1", "a2"].map((id) =>
      message("assistant", text(`before ${id}`), {
        type: "toolCall",
        id,
        name: "Task",
        input: { prompt: "look" },
        agents: [id],
      }),
    );
    const between = message("user", text("between them"));
    const end = message("user", text("the end of the trunk"));
    const fork = (uuid: string, words: string, rule: Branch["rule"]): Branch => ({
      type: "branch",
      uuid,
      rule,
      from: { uuid: end.uuid! },
      children: [message("user", text(words)), message("assistant", text(`to ${words}`))],
    });
    const root = tree(
      message("user", text("begin")),
      calls[0]!,
      agent("a1", calls[0]!.uuid),
      between,
      calls[1]!,
      agent("a2", calls[1]!.uuid),
      end,
      fork("b1", "first way", "rewind"),
      fork("b2", "a draft", "draft"),
    );
    const [html, ...others] = render(root, { budget: 70_000 });
    expect(others).toEqual([]);
    expect(html).toMatch(/<section id="agent-a1"/);
    const { page } = await desk.open(html!);
    const isShown = (words: string) => page.locator("main article", { hasText: words }).first().isVisible();
    await page.locator("section.branch").first().getByRole("button", { name: "Only this path" }).click();
    for (const words of ["begin", "before a1", "between them", "before a2", "the end of the trunk", "to first way"])
      await expect.poll(async () => [words, await isShown(words)]).toEqual([words, true]);
    await expect.poll(() => page.locator("section.branch").nth(1).isVisible()).toBe(false);
    await expect.poll(() => page.locator("section.agent").first().isVisible()).toBe(false);
    await expect.poll(() => page.locator(".notice").isVisible()).toBe(true);
    await page.getByRole("button", { name: "Show everything" }).click();
    await page.locator("section.branch").nth(1).getByRole("button", { name: "Only this path" }).click();
    await expect.poll(() => isShown("to a draft")).toBe(true);
    await expect.poll(() => page.locator("section.branch").first().isVisible()).toBe(false);
    const { page: lost } = await desk.visit(page.url().replace(/\?.*/, ""), { after: "?leaf=nobody" });
    await expect.poll(() => lost.locator(".notice").innerText()).toContain("The message is not on this page.");
  });

  it("a search, a filter and an address know of one another", async () => {
    const [html] = render(tree(...day()));
    const { page, trips } = await desk.open(html!);
    const output = page.locator(".search output");
    await page.getByRole("searchbox").fill("question");
    await expect.poll(() => output.innerText()).toBe("150");
    await page.getByRole("button", { name: "Prompts" }).click();
    await expect.poll(() => output.innerText()).toBe("Not on this page");
    // A link to a hidden message shows it.
    const id = await page.locator("main article.prompt").nth(60).getAttribute("id");
    await page.evaluate((name) => (location.hash = name!), id);
    await isAtTop(page, id!);
    await expect.poll(() => output.innerText()).toBe("150");
    await expect.poll(async () => (await addressOf(page)).searchParams.get("hide")).toBe(null);
    const { page: path } = await desk.visit(page.url().replace(/[?#].*/, ""), { after: "?q=question&leaf=u10" });
    await expect.poll(() => path.locator(".search output").innerText()).toBe("6");
    const off = await path.locator("main article.prompt").nth(100).getAttribute("id");
    await path.evaluate((name) => (location.hash = name!), off);
    await isAtTop(path, off!);
    await expect.poll(async () => (await addressOf(path)).search).toBe("?q=question");
    await expect.poll(() => path.locator(".search output").innerText()).toBe("150");
    expect(trips).toEqual([]);
  });

  it("an address that leads nowhere is said to, and one that is no address does no harm", async () => {
    const [html] = render(tree(...day().slice(0, 4)));
    const { page } = await desk.open(html!);
    const { page: lost } = await desk.visit(page.url(), { after: "#msg-nobody" });
    await expect.poll(() => lost.locator(".notice").innerText()).toBe("The message is not on this page.");
    const { trips } = await desk.visit(page.url(), { after: "#100%" });
    expect(trips).toEqual([]);
  });
});
