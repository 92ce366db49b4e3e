import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hostile } from "@ccdag/testkit";
import { executablePath, isRequired } from "../../../../tooling/browser/browser.ts";
import { Desk, violations } from "../../../../tooling/browser/page.ts";
import { serveSite } from "./serve.ts";

const hasBrowser = executablePath !== undefined || isRequired;
const uuid = (number: number) => `${String(number).padStart(8, "0")}-1111-4111-8111-111111111111`;
const time = (number: number) => new Date(Date.UTC(2026, 2, 14, 13, 0, number)).toISOString();

/** A chain of prompts and answers, as JSONL. */
function talk(count: number, text: (index: number) => string): Buffer {
  const lines = Array.from({ length: count }, (_, index) => {
    const isPrompt = index % 2 === 0;
    const role = isPrompt ? "user" : "assistant";
    const content = isPrompt ? text(index) : [{ type: "text", text: text(index) }];
    const parentUuid = index === 0 ? null : uuid(index - 1);
    const message = { role, content, ...(isPrompt ? {} : { id: `m${index}`, model: "claude" }) };
    return JSON.stringify({ type: role, uuid: uuid(index), parentUuid, timestamp: time(index), message });
  });
  return Buffer.from(`${lines.join("\n")}\n`);
}

describe.runIf(hasBrowser)("the playground", () => {
  const desk = new Desk();
  let address: string;
  let server: Server;
  beforeAll(async () => void ({ address, server } = await serveSite()));
  afterAll(async () => {
    await desk.close();
    server.close();
  });

  async function open(options: BrowserContextOptions & { fragment?: string } = {}) {
    const { fragment = "", ...rest } = options;
    const opened = await desk.visit(address, { ...rest, after: `/playground.html${fragment}` });
    // Pages in frames are made in the browser, with `blob:` addresses.
    const trips = () => opened.trips.filter((trip) => !/^(?:request|navigation): blob:/.test(trip));
    return { page: opened.page, trips };
  }
  const give = async (page: Page, name: string, buffer: Buffer) => {
    await page.locator("text=Choose files").waitFor();
    await page.setInputFiles('input[aria-label="Files"]', { name, mimeType: "application/json", buffer });
  };
  const sample = async (page: Page, title: string) => {
    await page.click(`button:has-text("${title}")`);
    await page.locator("iframe").waitFor();
  };
  const tab = async (page: Page, name: string) => {
    await page.getByRole("tab", { name: new RegExp(`^${name}`) }).click();
    await page.locator('[aria-busy="false"]').waitFor();
  };

  it("opens a sample, and shows the line of a message and why it is here", async () => {
    const { page, trips } = await open();
    await sample(page, "An afternoon");
    await page.locator("text=Nothing is lost of 234 lines").waitFor();
    await page.frameLocator("iframe").locator("article.prompt .text").first().click();
    const why = page.locator(".why");
    await why.locator("text=in the thread of session").waitFor();
    expect(await why.locator("pre").first().textContent()).toContain('"uuid": "4726bdf3-a179-4b98-a285-adc6b9437499"');
    expect(await why.locator("a").first().getAttribute("href")).toBe("/rules/file-session.html");
    await page.keyboard.press("Escape");
    expect(await why.count()).toBe(0);
    expect(trips()).toEqual([]);
  });

  it("shows every view, and the command with the same output", async () => {
    const { page, trips } = await open();
    await sample(page, "An afternoon");
    const command = page.locator(".command code");
    expect(await command.textContent()).toBe(
      "npx ccdag export ~/.claude/projects/-home-ada-weather --to html -o talk.html",
    );
    await tab(page, "Markdown");
    const text = page.locator(".text-view pre");
    const whole = (await text.textContent())!;
    expect(whole).toContain("# <a id=");
    await page.selectOption('label:has-text("Detail") select', "prompts");
    await page.locator('[aria-busy="false"]').waitFor();
    await expect.poll(async () => (await text.textContent())!.length).toBeLessThan(whole.length / 2);
    expect(await command.textContent()).toContain("--to markdown --detail prompts");
    await page.selectOption('label:has-text("Format") select', "github");
    await expect.poll(() => text.textContent()).toContain("<!-- ccdag session=");
    await tab(page, "JSON");
    await expect.poll(() => text.textContent()).toContain('"schemaVersion": 1');
    await tab(page, "Graph");
    expect(await page.locator(".graph-view svg").count()).toBe(2);
    await expect.poll(() => text.textContent()).toContain("flowchart TD");
    await tab(page, "Diagnostics");
    expect(await page.locator("td").count()).toBeGreaterThan(0);
    await tab(page, "Account");
    await page.locator("text=234 lines = 145 placed").waitFor();
    expect(await command.textContent()).toBe("npx ccdag check ~/.claude/projects/-home-ada-weather --drift");
    expect(trips()).toEqual([]);
  });

  it("search, filters and contents of the page work in the frame", async () => {
    // In a narrow window the contents of a page are collapsed.
    const { page, trips } = await open({ viewport: { width: 1500, height: 900 } });
    await sample(page, "An afternoon");
    const frame = page.frameLocator("iframe");
    await frame.locator(".search input").fill("Tromsø");
    await expect.poll(() => frame.locator(".search output").textContent()).toMatch(/^\d+$/);
    await frame.locator('[data-kind="prompt"]').click();
    await expect.poll(() => frame.locator("article.prompt").first().isVisible()).toBe(false);
    await frame.locator('[data-kind="prompt"]').click();
    await frame.locator(".side nav a").nth(3).click();
    expect(await page.locator("iframe").count()).toBe(1);
    expect(trips()).toEqual([]);
  });

  it("renders only the chosen session", async () => {
    const { page } = await open();
    await sample(page, "An agent, and a forked session");
    await tab(page, "Markdown");
    const text = page.locator(".text-view pre");
    await page.selectOption('label:has-text("Session") select', { index: 2 });
    await expect.poll(() => page.locator(".command code").textContent()).toContain(".jsonl --to markdown");
    await expect.poll(async () => (await text.textContent())!.match(/^# /gm)?.length).toBe(1);
  });

  it("with 20 MB: stays responsive, shows its progress, divides the page, and can be cancelled", async () => {
    const { page, trips } = await open();
    const words = "The beds on the north side need water on Monday and on Thursday. ".repeat(80);
    const large = talk(3800, (index) => `${index} ${words}`);
    expect(large.length).toBeGreaterThan(20_000_000);
    await page.evaluate(() => {
      const state = globalThis as unknown as { gap: number; seen: string[] };
      Object.assign(state, { gap: 0, seen: [] });
      let last = performance.now();
      const look = () => {
        state.gap = Math.max(state.gap, performance.now() - last);
        last = performance.now();
        const said = document.querySelector(".progress p")?.textContent ?? "";
        if (said !== "" && state.seen.at(-1) !== said) state.seen.push(said);
        requestAnimationFrame(look);
      };
      look();
    });
    // As a file on disk: passing the bytes from the test would block the page.
    const folder = mkdtempSync(join(tmpdir(), "ccdag-large-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "large.jsonl");
    writeFileSync(path, large);
    await page.setInputFiles('input[aria-label="Files"]', path);
    await page.click("text=Cancel");
    await page.locator("text=Cancelled.").waitFor();
    const begin = Date.now();
    await page.setInputFiles('input[aria-label="Files"]', path);
    await page.locator("text=Nothing is lost of 3800 lines").waitFor({ timeout: 60_000 });
    const read = Date.now() - begin;
    await page.locator("iframe").waitFor({ timeout: 60_000 });
    const rendered = Date.now() - begin;
    const { gap, seen } = await page.evaluate(() => {
      const state = globalThis as unknown as { gap: number; seen: string[] };
      return { gap: state.gap, seen: state.seen };
    });
    console.log(
      `20 MB: read after ${read} ms, rendered after ${rendered} ms; the longest pause of the page was ${Math.round(gap)} ms`,
    );
    expect(seen.some((said) => said.startsWith("Reading"))).toBe(true);
    expect(seen.some((said) => said.startsWith("Parsing") || said.startsWith("Rebuilding"))).toBe(true);
    expect(await page.locator('label:has-text("Page") option').count()).toBeGreaterThan(10);
    await page.selectOption('label:has-text("Page") select', "3");
    await expect.poll(() => page.frameLocator("iframe").locator("article").count()).toBeGreaterThan(0);
    await tab(page, "Markdown");
    await page.locator("text=Show more of the remaining").waitFor({ timeout: 60_000 });
    expect(trips()).toEqual([]);
  });

  it("follows links from page to page", async () => {
    const { page } = await open();
    const words = "Water the beds. ".repeat(2000);
    await give(
      page,
      "long.jsonl",
      talk(200, (index) => `${index} ${words}`),
    );
    await page.locator("iframe").waitFor();
    const next = page.frameLocator("iframe").locator('a[href*="page.part2.html"]').first();
    await next.click();
    await expect.poll(() => page.locator('label:has-text("Page") select').inputValue()).toBe("1");
  });

  it("shares small files in the address, and opens a shared address", async () => {
    const first = await open();
    await sample(first.page, "A rewind");
    await tab(first.page, "Markdown");
    await first.page.click("text=Share as an address");
    await first.page.locator("text=Everyone who has the address can read them").waitFor();
    const { hash } = new URL(first.page.url());
    const second = await open({ fragment: hash });
    await second.page.locator("text=Nothing is lost of 7 lines").waitFor();
    await expect.poll(() => second.page.locator(".text-view pre").textContent()).toContain("And the roses?");
    expect(second.trips()).toEqual([]);
    const third = await open({ fragment: "#share=broken" });
    await third.page.locator("text=Choose files").waitFor();
    expect(third.trips()).toEqual([]);
    const large = await open();
    await sample(large.page, "An afternoon");
    await large.page.click("text=Share as an address");
    await large.page.locator("text=too large for an address").waitFor();
  });

  it("reports what it cannot read in one line, and lists broken lines with their location", async () => {
    const { page } = await open();
    await give(page, "notes.json", Buffer.from("{}"));
    await page.locator("text=This file is not a transcript").waitFor();
    await give(page, "broken.jsonl", Buffer.concat([talk(2, String), Buffer.from("{broken\n")]));
    await page.locator("iframe").waitFor();
    await tab(page, "Diagnostics");
    await page.locator("td >> text=invalid-json").waitFor();
    await page.click("button:has-text('broken.jsonl:3')");
    await page.locator(".why >> text=not a JSON object").waitFor();
    expect(await page.locator(".why .small").first().textContent()).toContain("broken.jsonl:3");
  });

  it("contains untrusted text in every view", async () => {
    const { page, trips } = await open();
    await give(
      page,
      "hostile.jsonl",
      talk(hostile.length * 2, (index) => hostile[index >> 1]![1]),
    );
    await page.locator("iframe").waitFor();
    for (const name of ["Markdown", "JSON", "Graph", "Diagnostics", "Account", "Page"]) await tab(page, name);
    await page.frameLocator("iframe").locator("article.prompt").first().click();
    await page.locator(".why pre").first().waitFor();
    expect(await page.locator("main script, main [onerror], main [onload]").count()).toBe(0);
    expect(trips()).toEqual([]);
  });

  it("shows text as text, never as a page, also while the page is still rendering", async () => {
    const { page, trips } = await open();
    const words = "<img src=x onerror='top.hurt=1'><script>top.hurt=1</script> words ".repeat(300);
    await give(
      page,
      "slow.jsonl",
      talk(200, (index) => `${index} ${words}`),
    );
    await page.locator("iframe").waitFor();
    for (const name of ["Markdown", "JSON"]) {
      await tab(page, name);
      await page.locator(".text-view pre").waitFor();
      await page.getByRole("tab", { name: "Page" }).click();
      await page.frameLocator("iframe").locator("article").first().waitFor();
    }
    expect(await page.evaluate(() => "hurt" in globalThis)).toBe(false);
    // If a script got into a frame, the inherited policy would still stop it.
    const ran = await page.evaluate(async () => {
      const frame = document.createElement("iframe");
      const html = "<img src=x onerror='top.hurt=1'><script>top.hurt=1</script>";
      frame.src = URL.createObjectURL(new Blob([html], { type: "text/html" }));
      document.body.append(frame);
      await new Promise((resolve) => frame.addEventListener("load", resolve));
      await new Promise((resolve) => setTimeout(resolve, 200));
      frame.remove();
      return "hurt" in globalThis;
    });
    expect(ran).toBe(false);
    expect(trips().filter((trip) => !/Content Security Policy/.test(trip))).toEqual([]);
  });

  it("renders the last of several options, and continues after a cancellation", async () => {
    const { page } = await open();
    const words = "Water the beds. ".repeat(800);
    await give(
      page,
      "long.jsonl",
      talk(1000, (index) => `${index} ${words}`),
    );
    await page.locator("iframe").waitFor();
    await tab(page, "Markdown");
    for (const detail of ["talk", "steps", "tools", "prompts"])
      await page.selectOption('label:has-text("Detail") select', detail);
    await page.locator('[aria-busy="false"]').waitFor();
    expect(await page.locator(".text-view pre").textContent()).not.toContain("\n1 Water");
    await page.selectOption('label:has-text("Detail") select', "full");
    await page.locator('[role="tabpanel"] >> text=Cancel').dispatchEvent("click");
    await page.locator("text=Change an option").waitFor();
    await page.selectOption('label:has-text("Detail") select', "talk");
    await expect.poll(() => page.locator(".text-view pre").textContent()).toContain("1 Water");
  });

  it("opens what was dropped last, and keeps the project open if nothing of the drop can be read", async () => {
    const { page } = await open();
    await sample(page, "A rewind");
    await page.setInputFiles('input[aria-label="Files"]', []).catch(() => {});
    const drop = (name: string, text: string) =>
      page.evaluate(
        ([file, content]) => {
          const data = new DataTransfer();
          data.items.add(new File([content!], file!));
          dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
        },
        [name, text],
      );
    await drop("notes.txt", "words");
    await page.locator("text=This file is not a transcript").waitFor();
    expect(await page.locator("text=Nothing is lost of 7 lines").isVisible()).toBe(true);
    await drop("one.jsonl", String(talk(400, () => "words ".repeat(2000))));
    await drop("two.jsonl", String(talk(4, String)));
    await page.locator("text=Nothing is lost of 4 lines").waitFor();
    await page.frameLocator("iframe").locator("article").first().waitFor();
    await drop("nothing.jsonl", "one\ntwo\n");
    await page.locator("text=Nothing is lost of 2 lines, 2 malformed").waitFor();
    await page.locator("text=These files contain no messages").waitFor();
  });

  it("quotes file names for the shell", async () => {
    const { page } = await open();
    await give(page, "$(touch x) ;it's.jsonl", talk(2, String));
    await page.locator("iframe").waitFor();
    for (const [name, options] of [
      ["Page", "--to html -o talk.html"],
      ["Diagnostics", "--verbose"],
      ["Account", "--drift"],
    ] as const) {
      await tab(page, name);
      const command = await page.locator(".command code").textContent();
      expect(command).toContain(String.raw`'$(touch x) ;it'\''s.jsonl'`);
      expect(command).toContain(options);
    }
  });

  it("cannot send data to other sites: the policy of the page forbids it", async () => {
    const { page } = await open();
    const forbidden = await page.evaluate(async () => {
      const violated: string[] = [];
      document.addEventListener("securitypolicyviolation", ({ violatedDirective }) => violated.push(violatedDirective));
      await fetch("http://127.0.0.1:9/", { method: "POST", body: "words" }).catch(() => {});
      navigator.sendBeacon("http://127.0.0.1:9/", "words");
      new Image().src = "http://127.0.0.1:9/?words";
      await new Promise((resolve) => setTimeout(resolve, 100));
      return violated;
    });
    expect(forbidden).toEqual(["connect-src", "connect-src", "img-src"]);
  });

  it("can be used with the keyboard", async () => {
    const { page } = await open();
    await sample(page, "A rewind");
    await page.getByRole("tab", { name: "Page" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => page.getByRole("tab", { name: "Markdown" }).getAttribute("aria-selected")).toBe("true");
    await page.keyboard.press("ArrowLeft");
    await page.locator("iframe").waitFor();
    await page.frameLocator("iframe").locator(".permalink").first().focus();
    await page.keyboard.press("Enter");
    await page.locator(".why pre").first().waitFor();
  });

  it.each([
    ["light", {}],
    ["dark", { colorScheme: "dark" }],
    ["on a telephone", { viewport: { width: 360, height: 740 } }],
  ] as ReadonlyArray<readonly [string, BrowserContextOptions]>)("has no axe violations, %s", async (_, options) => {
    const { page } = await open(options);
    await page.locator("text=Choose files").waitFor();
    expect(await violations(page)).toEqual([]);
    await sample(page, "An afternoon");
    for (const name of ["Markdown", "Graph", "Diagnostics", "Account", "Page"]) {
      await tab(page, name);
      expect([name, await violations(page)]).toEqual([name, []]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([name, Math.max(0, wide)]).toEqual([name, 0]);
    }
    await page.frameLocator("iframe").locator("article.prompt .text").first().click();
    await page.locator(".why pre").first().waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
