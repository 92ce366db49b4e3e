import { appendFileSync, cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Io, run } from "ccdag";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../browser.ts";
import { Desk } from "../page.ts";

const desk = new Desk();
const folder = mkdtempSync(join(tmpdir(), "ccdag-live-"));
const id = "642fe51e-78f5-4e03-aad6-929a942a6fe9";
const transcript = join(folder, `-home-ada-weather/${id}.jsonl`);
let stop = () => {};
let running: Promise<number> | undefined;
/** The address that was printed, with its token. */
let printed = "";
/** The address of a page of the server, for a browser without the cookie. */
const addressOf = (path = "") => Object.assign(new URL(path, printed), { search: new URL(printed).search }).href;

/** A server that runs until the tests end. */
const worldWith = (stderr: (text: string) => void): Io => ({
  stdin: (async function* () {})(),
  stdout: () => Promise.resolve(),
  stderr,
  cwd: folder,
  env: {},
  isTerminal: false,
  stop: new Promise((resolve) => (stop = resolve)),
});

beforeAll(async () => {
  cpSync(fileURLToPath(new URL("../../fixtures/sample", import.meta.url)), folder, { recursive: true });
  const said = await new Promise<string>((resolve) => {
    running = run(["serve", folder, "--port", "0"], worldWith(resolve));
  });
  printed = said.split("\n")[0]!;
});
afterAll(async () => {
  await desk.close();
  stop();
  await running;
  rmSync(folder, { recursive: true });
});

let count = 0;
/** A line of the transcript that continues the current branch. */
function line(words: string, parent: string): { uuid: string; text: string } {
  const uuid = `00000000-0000-4000-8000-${String(++count).padStart(12, "0")}`;
  const timestamp = new Date(Date.UTC(2026, 2, 14, 18, 0, count)).toISOString();
  const record = {
    type: "user",
    uuid,
    parentUuid: parent,
    sessionId: id,
    timestamp,
    isSidechain: false,
    userType: "external",
    cwd: "/home/ada/weather",
    version: "2.1.329",
    message: { role: "user", content: words },
  };
  return { uuid, text: `${JSON.stringify(record)}\n` };
}
const last = () =>
  readFileSync(transcript, "utf8")
    .trim()
    .split("\n")
    .flatMap((text) => {
      const { type, uuid } = JSON.parse(text) as { type: string; uuid?: string };
      return uuid !== undefined && (type === "user" || type === "assistant") ? [uuid] : [];
    })
    .at(-1)!;
const says = (page: Page, words: string) =>
  expect.poll(() => page.locator("main").textContent(), { timeout: 10_000 }).toContain(words);

describe.skipIf(executablePath === undefined && !isRequired)("a page that is served", () => {
  it("is shown at an address without the token, and updates with the cookie alone", async () => {
    const { page } = await desk.visit(addressOf());
    expect(page.url()).toBe(new URL("/home-ada-weather/", printed).href);
    await page.getByRole("link", { name: "Straight columns for the weather table" }).first().click();
    await page.waitForURL(/session-[^?]+$/);
    const [cookie, ...others] = await page.context().cookies();
    expect([others, cookie]).toEqual([[], expect.objectContaining({ httpOnly: true, sameSite: "Strict", path: "/" })]);
    expect(await page.content()).not.toContain(new URL(printed).search.slice("?token=".length));
  });

  it("grows with its transcript, without a reload, and stays where the reader is", async () => {
    const { page, trips } = await desk.visit(addressOf());
    await page.getByRole("link", { name: "Straight columns for the weather table" }).first().click();
    await page.waitForURL(/session-/);
    trips.length = 0;
    await page.evaluate(() => Object.assign(window, { mark: 1 }));
    const section = page.locator("main details.tool").filter({ visible: true }).first();
    await section.locator("> summary").click();
    await page.getByRole("button", { name: "Thinking" }).click();
    await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }));
    const before = await page.evaluate(() => scrollY);
    const items = await page.locator(".side nav li").count();

    const first = line("Do the bars line up, too?", last());
    const began = performance.now();
    appendFileSync(transcript, first.text);
    await says(page, "Do the bars line up, too?");
    console.log(`a line was shown ${Math.round(performance.now() - began)} ms after it was written`);
    expect(await page.locator(".side nav li").count()).toBe(items + 1);
    expect(await page.evaluate(() => (window as unknown as { mark?: number }).mark)).toBe(1);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    expect(await section.getAttribute("open")).not.toBeNull();
    expect(await page.locator("main details.thinking").filter({ visible: true }).count()).toBe(0);

    // A line that is half written is not shown yet; the page keeps what it shows.
    const second = line("And the wind?", first.uuid);
    appendFileSync(transcript, second.text.slice(0, 60));
    await page.waitForTimeout(600);
    expect(await page.locator("main").textContent()).not.toContain("And the wind?");
    await says(page, "Do the bars line up, too?");
    appendFileSync(transcript, second.text.slice(60));
    await says(page, "And the wind?");
    const errors = trips.filter((trip) => !trip.includes("/session-") && !trip.includes("/events"));
    expect(errors).toEqual([]);
  });

  it("survives a transcript that is cut off, and one that is put in its place", async () => {
    const whole = readFileSync(transcript, "utf8");
    const { page } = await desk.visit(addressOf(`home-ada-weather/session-${id}.html`));
    await says(page, "And the wind?");
    writeFileSync(transcript, whole.slice(0, whole.lastIndexOf("\n", whole.length - 2) + 1));
    await expect.poll(() => page.locator("main").textContent(), { timeout: 10_000 }).not.toContain("And the wind?");
    writeFileSync(`${transcript}.new`, `${whole}${line("Back again.", last()).text}`);
    renameSync(`${transcript}.new`, transcript);
    await says(page, "Back again.");
  });

  it("follows the end of a conversation for one who reads there", async () => {
    const { page } = await desk.visit(addressOf(`home-ada-weather/session-${id}.html`));
    await says(page, "Back again.");
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await page.waitForTimeout(200);
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    appendFileSync(transcript, line("The end is here. ".repeat(80), last()).text);
    await says(page, "The end is here.");
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY))
      .toBeLessThan(80);
  });
});
