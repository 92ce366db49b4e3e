import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Io, run } from "../../src/index.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../../../../tooling/browser/browser.ts";
import { Desk, violations } from "../../../../tooling/browser/page.ts";

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
  cpSync(fileURLToPath(new URL("../../../../tooling/fixtures/sample", import.meta.url)), folder, { recursive: true });
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
const says = (page: Page, words: string) => expect.poll(() => page.locator("main").textContent()).toContain(words);

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
    await expect.poll(() => page.locator(".side nav li").count()).toBe(items + 1);
    await expect.poll(() => page.evaluate(() => (window as unknown as { mark?: number }).mark)).toBe(1);
    expect(await page.evaluate(() => scrollY)).toBe(before);
    await expect.poll(() => section.getAttribute("open")).not.toBeNull();
    await expect.poll(() => page.locator("main details.thinking").filter({ visible: true }).count()).toBe(0);

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
    await expect.poll(() => page.locator("main").textContent()).not.toContain("And the wind?");
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

  it("offers a reader elsewhere the way to new messages", async () => {
    const { page } = await desk.visit(addressOf(`home-ada-weather/session-${id}.html`));
    await says(page, "The end is here.");
    await page.evaluate(() => scrollTo({ top: 300, behavior: "instant" }));
    const before = await page.evaluate(() => scrollY);
    appendFileSync(transcript, line("A late question. ".repeat(60), last()).text);
    await says(page, "A late question.");
    expect(await page.evaluate(() => scrollY)).toBe(before);
    const button = page.getByRole("button", { name: "New messages" });
    await button.waitFor();
    expect(await violations(page)).toEqual([]);
    await button.click();
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY))
      .toBeLessThan(80);
    await expect.poll(() => button.count()).toBe(0);
  });

  it("shows in the index what begins, without a reload, and keeps what the reader has typed", async () => {
    const { page } = await desk.visit(addressOf("home-ada-weather/"));
    await page.evaluate(() => Object.assign(window, { mark: 1 }));
    await page.getByRole("searchbox").first().fill("harbour");
    const other = "11111111-1111-4111-8111-111111111111";
    const first = { ...JSON.parse(line("Where is the harbour?", "").text), parentUuid: null, sessionId: other };
    appendFileSync(join(folder, `-home-ada-weather/${other}.jsonl`), `${JSON.stringify(first)}\n`);
    const link = page.getByRole("link", { name: "Where is the harbour?" });
    await link.waitFor();
    await expect.poll(() => page.evaluate(() => (window as unknown as { mark?: number }).mark)).toBe(1);
    await expect.poll(() => page.getByRole("searchbox").first().inputValue()).toBe("harbour");
    await expect
      .poll(() => page.getByRole("link", { name: "Straight columns" }).filter({ visible: true }).count())
      .toBe(0);
    await link.click();
    await says(page, "Where is the harbour?");
  });

  it("shows projects that begin", async () => {
    const { page } = await desk.visit(addressOf("home-ada-weather/"));
    await page.getByRole("link", { name: "Straight columns" }).first().waitFor();
    const other = "22222222-2222-4222-8222-222222222222";
    const first = { ...JSON.parse(line("Which tide is it?", "").text), parentUuid: null, sessionId: other };
    mkdirSync(join(folder, "-home-ada-tides"));
    await page.waitForTimeout(500);
    appendFileSync(join(folder, `-home-ada-tides/${other}.jsonl`), `${JSON.stringify(first)}\n`);
    const tides = new URL("/home-ada-tides/", printed).href;
    await expect.poll(async () => (await page.goto(tides))!.status()).toBe(200);
    await expect.poll(() => page.locator("main").textContent()).toContain("Which tide is it?");
    // From then on the list of projects is live, too.
    await page.goto(new URL("/", printed).href);
    mkdirSync(join(folder, "-home-ada-moon"));
    appendFileSync(join(folder, `-home-ada-moon/${other.replaceAll("2", "3")}.jsonl`), `${JSON.stringify(first)}\n`);
    await page.locator('.list a[href^="home-ada-moon/"]').waitFor();
  });
});

describe.skipIf(executablePath === undefined && !isRequired)("a long session that is served", () => {
  it("shows an appended turn before it is read again, and becomes what it is from the beginning", async () => {
    const long = join(folder, "-home-ada-long");
    const name = "44444444-4444-4444-8444-444444444444";
    mkdirSync(long);
    const path = join(long, `${name}.jsonl`);
    const turns = Array.from({ length: 1500 }, (_, at) => longTurn(name, at)).join("");
    writeFileSync(path, turns);
    const address = `home-ada-long/session-${name}.html`;
    const { page } = await desk.visit(addressOf("home-ada-weather/"));
    await expect.poll(async () => (await page.goto(new URL(address, printed).href))!.status()).toBe(200);
    const pages = /1 of (\d+)/.exec((await page.locator("nav.pager").first().textContent())!)![1]!;
    await page.goto(new URL(address.replace(".html", `.part${pages}.html`), printed).href);
    await page.waitForTimeout(1500);
    const fetched: string[] = [];
    // A slow machine may connect to the stream of events only now.
    page.on("request", (request) => {
      if (!/\/events[?/]/.test(request.url())) fetched.push(request.url());
    });
    const times: number[] = [];
    for (let at = 1500; at < 1504; at++) {
      const began = performance.now();
      appendFileSync(path, longTurn(name, at));
      await page.locator(`#msg-${uuidOf(at, 1)}`).waitFor({ state: "attached" });
      times.push(Math.round(performance.now() - began));
      await expect.poll(() => page.locator(`.side nav a[href="#turn-${uuidOf(at, 0)}"]`).count()).toBe(1);
    }
    console.log(`turns of a long session were shown after ${times.join(", ")} ms`);
    await page.waitForTimeout(8000);
    // No page was loaded again.
    expect(fetched).toEqual([]);
    const html = () =>
      page.evaluate(() => {
        const copy = document.querySelector("main")!.cloneNode(true) as HTMLElement;
        for (const one of copy.querySelectorAll(".copy, .only, .notice, .latest")) one.remove();
        for (const one of copy.querySelectorAll("[tabindex]")) one.removeAttribute("tabindex");
        return copy.innerHTML.replaceAll(' class=""', "");
      });
    const shown = await html();
    await page.reload();
    await expect.poll(async () => shown === (await html())).toBe(true);
  });
});

function uuidOf(turn: number, part: number): string {
  return `00000000-0000-4000-9000-${String(10 * turn + part).padStart(12, "0")}`;
}

/** The lines of a turn: a prompt and an answer. */
function longTurn(sessionId: string, turn: number): string {
  const common = { sessionId, isSidechain: false, cwd: "/home/ada/long", version: "2.1.329" };
  const time = (part: number) => new Date(Date.UTC(2026, 2, 1, 0, turn, part)).toISOString();
  const [prompt, answer] = [uuidOf(turn, 0), uuidOf(turn, 1)];
  const text = `Answer ${turn}. ${"Words, **bold** and `code`, about the weather. ".repeat(30)}`;
  const records = [
    {
      type: "user",
      uuid: prompt,
      parentUuid: turn === 0 ? null : uuidOf(turn - 1, 1),
      message: { role: "user", content: `Question ${turn}` },
    },
    {
      type: "assistant",
      uuid: answer,
      parentUuid: prompt,
      message: {
        id: `m${turn}`,
        role: "assistant",
        model: "claude-opus-4-5",
        content: [{ type: "text", text }],
        usage: { input_tokens: 5, output_tokens: 50 },
      },
    },
  ];
  return records.map((record, part) => `${JSON.stringify({ ...record, ...common, timestamp: time(part) })}\n`).join("");
}
