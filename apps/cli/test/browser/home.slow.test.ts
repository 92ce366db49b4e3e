import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../../../../tooling/browser/browser.ts";
import { Desk, violations } from "../../../../tooling/browser/page.ts";
import { jsonl } from "../../../../tooling/tests/scratch.ts";

const desk = new Desk();
const folder = mkdtempSync(join(tmpdir(), "ccdag-home-"));
const program = fileURLToPath(new URL("../../bin.js", import.meta.url));
let server: ChildProcess | undefined;
/** The address that was printed, with its token. */
let printed = "";
const addressOf = (path = "") => Object.assign(new URL(path, printed), { search: new URL(printed).search }).href;

let count = 0;
/** The last entry of each session. */
const lasts = new Map<string, string>();
/** A prompt and an answer that continue a session, at a time. */
function exchange(id: string, prompt: string, reply: string, time: Date): string {
  const [asked, answered] = [1, 2].map(() => `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`);
  const common = {
    sessionId: id,
    timestamp: time.toISOString(),
    isSidechain: false,
    cwd: `/srv/${id}`,
    version: "2.1.329",
  };
  const parentUuid = lasts.get(id) ?? null;
  lasts.set(id, answered!);
  return jsonl(
    { ...common, type: "user", uuid: asked, parentUuid, message: { role: "user", content: prompt } },
    {
      ...common,
      type: "assistant",
      uuid: answered,
      parentUuid: asked,
      message: {
        id: `m${count}`,
        role: "assistant",
        model: "claude-opus-4-6",
        content: [{ type: "text", text: reply }],
      },
    },
  );
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(folder, "projects", path)), { recursive: true });
  writeFileSync(join(folder, "projects", path), text);
}

const old = (day: number) => new Date(Date.UTC(2026, 2, day, 12));

beforeAll(async () => {
  write("-srv-garden/garden.jsonl", exchange("garden", "Which beds need water?", "The north bed is dry.", old(3)));
  write("-srv-garden/shed.jsonl", exchange("shed", "Is the shed locked?", "The key is under the third pot.", old(4)));
  write("-srv-mill/mill.jsonl", exchange("mill", "How fast does the wheel turn?", "Nine times a minute.", old(5)));
  // The real program, whose threads list and search.
  server = spawn(process.execPath, [program, "serve", join(folder, "projects"), "--port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
  });
  [printed] = (await once(createInterface(server.stderr!), "line")) as [string];
});
afterAll(async () => {
  await desk.close();
  server?.kill("SIGINT");
  await (server && once(server, "exit"));
  rmSync(folder, { recursive: true });
});

const titles = (page: Page) => page.locator(".list li > a").allTextContents();
const beside = (page: Page) => page.locator(".here-list a:not(.all)");

describe.skipIf(executablePath === undefined && !isRequired)("the home in a browser", () => {
  it.each([
    [1440, "light"],
    [1440, "dark"],
    [900, "light"],
    [390, "dark"],
  ] as const)("has nothing that axe finds fault with, %i wide, %s", async (width, scheme) => {
    const { page } = await desk.visit(addressOf("/"), { viewport: { width, height: 900 }, colorScheme: scheme });
    await expect.poll(() => titles(page)).toHaveLength(3);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("north bed");
    await expect.poll(() => page.locator(".palette mark").count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it("finds words of every session with the keyboard alone, and goes to where they were said", async () => {
    const { page } = await desk.visit(addressOf("/srv-garden/session-garden.html"));
    await page.keyboard.press("Control+k");
    await page.keyboard.type("third pot");
    await expect.poll(() => page.locator(".palette output").textContent()).toBe("1 found");
    expect(await page.locator('.palette [aria-selected="true"]').textContent()).toContain(
      "The key is under the third pot",
    );
    await page.keyboard.press("Enter");
    await page.waitForURL(/srv-garden\/session-shed\.html#msg-/);
    await expect.poll(() => page.locator("article.found").textContent()).toContain("third pot");
  });

  it("finds sessions by their titles, says when there is none, and closes with Escape", async () => {
    const { page } = await desk.visit(addressOf("/"));
    await expect.poll(() => titles(page)).toHaveLength(3);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("wheel");
    await expect.poll(() => page.locator(".palette .titles a").count()).toBe(1);
    await page.locator(".palette input").fill("no such thing");
    await expect.poll(() => page.locator(".palette output").textContent()).toBe("Not found");
    await page.keyboard.press("Escape");
    expect(await page.locator(".palette").evaluate((one) => (one as HTMLDialogElement).open)).toBe(false);
  });

  it("takes the words of the field to all texts, with Enter or with the button beside the field", async () => {
    const { page } = await desk.visit(addressOf("/"));
    await expect.poll(() => titles(page)).toHaveLength(3);
    await page.locator(".search input").fill("third pot");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.locator(".palette output").textContent()).toBe("1 found");
    await page.keyboard.press("Escape");
    await page.locator(".search input").fill("north bed");
    await page.getByRole("button", { name: "Search all text" }).click();
    await expect.poll(() => page.locator(".palette input").inputValue()).toBe("north bed");
    await expect.poll(() => page.locator(".palette mark").count()).toBe(1);
  });

  it("lists sessions beside a session: J and K lead to the others, u leads up, [ hides the list, and it stays hidden", async () => {
    const { page } = await desk.visit(addressOf("/srv-garden/session-shed.html"), {
      viewport: { width: 1440, height: 900 },
    });
    await expect.poll(() => beside(page).count()).toBe(3);
    await expect
      .poll(() => page.locator('.here-list [aria-current="page"]').textContent())
      .toContain("Is the shed locked?");
    await page.keyboard.press("J");
    await page.waitForURL(/session-garden\.html$/);
    await expect.poll(() => page.locator('.here-list [aria-current="page"]').textContent()).toContain("Which beds");
    await page.keyboard.press("K");
    await page.waitForURL(/session-shed\.html$/);
    await page.keyboard.press("[");
    expect(await page.locator(".here-list").isVisible()).toBe(false);
    await page.reload();
    expect(await page.locator(".here-list").isVisible()).toBe(false);
    await page.keyboard.press("[");
    await expect.poll(() => beside(page).count()).toBe(3);
    await page.keyboard.press("u");
    await page.waitForURL(/srv-garden\/$/);
    await page.keyboard.press("u");
    await expect.poll(() => new URL(page.url()).pathname).toBe("/");
  });

  it("marks a session that runs, shows one of a project that begins, and a search finds what it says", async () => {
    const { page } = await desk.visit(addressOf("/"), { viewport: { width: 1440, height: 900 } });
    await expect.poll(() => titles(page)).toHaveLength(3);
    expect(await page.locator(".list .running").count()).toBe(0);
    write("-srv-pond/pond.jsonl", exchange("pond", "How deep is the pond?", "Two metres at the weir.", new Date()));
    await expect.poll(() => titles(page)).toContain("How deep is the pond?");
    appendFileSync(join(folder, "projects/-srv-mill/mill.jsonl"), exchange("mill", "And now?", "Ten.", new Date()));
    await expect
      .poll(() => page.locator(".list li:has(.running) > a").allTextContents())
      .toContain("How fast does the wheel turn?");
    const { page: other } = await desk.visit(addressOf("/srv-garden/session-shed.html"), {
      viewport: { width: 1440, height: 900 },
    });
    await expect.poll(() => other.locator(".here-list .running").count()).toBeGreaterThan(0);
    await page.keyboard.press("Control+k");
    await page.keyboard.type('"at the weir"');
    await expect.poll(() => page.locator(".palette mark").allTextContents()).toEqual(["at the weir"]);
  });
});
