import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { run } from "../../src/index.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { executablePath, isRequired } from "../../../../tooling/browser/browser.ts";
import { Desk } from "../../../../tooling/browser/page.ts";

const desk = new Desk();
const folder = mkdtempSync(join(tmpdir(), "ccdag-site-search-"));
const [transcripts, site] = [join(folder, "in"), join(folder, "out")];

/** A command that prints nothing. */
const quiet = {
  stdin: (async function* () {})(),
  stdout: () => Promise.resolve(),
  stderr: (): void => {},
  cwd: folder,
  env: {},
  isTerminal: false,
};

const sessionCount = 24;
const wordsOfSession = 30_000;
const vocabulary = 20_000;

/** A transcript with one answer: `common` and `word…` are said everywhere, `rare` in the middle of one session. */
function transcript(number: number, prompt: string, text: string): string {
  const [id, cwd] = [`s${number}`, "/home/ada/shop"];
  const timestamp = new Date(Date.UTC(2026, 0, 1 + number)).toISOString();
  const shared = { sessionId: id, cwd, version: "2.0.1", timestamp };
  const answer = { id: `m${number}`, role: "assistant", model: "claude-opus-4-5", content: [{ type: "text", text }] };
  return [
    { type: "user", uuid: `${id}-u`, parentUuid: null, ...shared, message: { role: "user", content: prompt } },
    { type: "assistant", uuid: `${id}-a`, parentUuid: `${id}-u`, ...shared, message: answer },
  ]
    .map((record) => `${JSON.stringify(record)}\n`)
    .join("");
}

/** Words in an order that compresses badly. */
function longText(number: number): string {
  let state = 7 + number;
  const next = () => (state = (state * 48_271) % 2_147_483_647) % vocabulary;
  const words = Array.from({ length: wordsOfSession }, () => `word${next()}`);
  words[wordsOfSession >> 1] = number === 3 ? "rare" : "common";
  return words.join(" ");
}

/** Prompts whose beginning is a title with signs of Markdown and tags of the client. */
const prompts: ReadonlyArray<readonly [prompt: string, title: string]> = [
  ["## Plan\n\n- **one** thing\n- `two` things", "Plan one thing two things"],
  ["> quoted\n\n1. first\n2. second", "quoted first second"],
  ["Look at [the page](https://example.org/a) ~~now~~\n```\ncode\n```", "Look at the page now code"],
  [
    "<command-name>/review</command-name><command-message>review</command-message><command-args>the cart</command-args>",
    "/review the cart",
  ],
];

beforeAll(async () => {
  const project = join(transcripts, "-home-ada-shop");
  mkdirSync(project, { recursive: true });
  for (let number = 0; number < sessionCount; number++)
    writeFileSync(join(project, `s${number}.jsonl`), transcript(number, `Session ${number}`, longText(number)));
  for (const [at, [prompt]] of prompts.entries()) {
    const number = sessionCount + at;
    writeFileSync(join(project, `s${number}.jsonl`), transcript(number, prompt, `# Done\n\n- **all** of \`it\``));
  }
  const code = await run(["site", transcripts, "-o", site, "-q"], quiet);
  if (code !== 0) throw new Error(`ccdag site ended with ${code}`);
});

afterAll(async () => {
  await desk.close();
  rmSync(folder, { recursive: true });
});

describe.skipIf(executablePath === undefined && !isRequired)("the search of a site from files", () => {
  it.each([
    ["a rare word", "rare"],
    ["a word that is everywhere", "common"],
    ["the beginning of a thousand words", "word1"],
    ["several words", "word12 word345 word6789 common"],
  ])("reads less than 300 kB at first, although the pages say megabytes: %s", async (_, query) => {
    const { page, trips } = await desk.visit(pathToFileURL(join(site, "index.html")).href);
    await page.getByRole("searchbox").fill(query);
    await expect.poll(() => page.locator(".search output").innerText()).toMatch(/^\d+$/);
    const shown = page.locator(".results li").filter({ has: page.locator("mark") });
    const results = await page.locator(".results li").count();
    await expect.poll(() => shown.count()).toBeGreaterThanOrEqual(Math.min(5, results));
    const files = trips.flatMap((trip) => /^request: (file:[^?]*)/.exec(trip)?.[1] ?? []);
    const bytes = files.reduce((sum, file) => sum + statSync(fileURLToPath(file)).size, 0);
    expect(files.length).toBeGreaterThan(2);
    expect(bytes).toBeLessThan(300_000);
  });

  it("finds the same in a site that `ccdag serve` shows", async () => {
    let stop = () => {};
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    let running: Promise<number> | undefined;
    const address = await new Promise<string>((resolve) => {
      running = run(["serve", site, "--port", "0"], {
        ...quiet,
        stderr: (text) => resolve(text.split("\n")[0]!),
        stop: stopped,
      });
    });
    const { page, trips } = await desk.visit(address);
    await page.getByRole("searchbox").fill("rare");
    await page.locator(".results mark", { hasText: "rare" }).first().waitFor();
    const origin = new URL(address).origin;
    expect(trips.filter((trip) => !trip.includes(origin))).toEqual([]);
    await page.locator(".results p a").first().click();
    await page.waitForURL(/session-s3\.html#msg-s3-a/);
    await page.getByRole("link", { name: "Sessions" }).click();
    await page.waitForURL(/index\.html/);
    stop();
    expect(await running).toBe(0);
  });

  it("a result leads to the message, and names the words around what was found", async () => {
    const { page } = await desk.visit(pathToFileURL(join(site, "index.html")).href);
    await page.getByRole("searchbox").fill("rare");
    const result = page.locator(".results li").first();
    await expect.poll(() => result.locator("mark").first().innerText()).toBe("rare");
    await expect.poll(() => result.locator("> a").innerText()).toBe("Session 3");
    await result.locator("p a").first().click();
    await page.waitForURL(/#msg-s3-a/);
  });

  it("finds nothing in projects and times that the filters exclude", async () => {
    const { page } = await desk.visit(pathToFileURL(join(site, "index.html")).href);
    await page.getByLabel("To").fill("2026-01-03");
    await page.getByRole("searchbox").fill("rare");
    await expect.poll(() => page.locator(".search output").innerText()).toBe("Not found");
  });

  it("R022: titles, prompts and outcomes have no signs of Markdown and no tags", async () => {
    const { page } = await desk.visit(pathToFileURL(join(site, "index.html")).href);
    const titles = await page.locator(".list li > a").allTextContents();
    expect(titles.slice(0, prompts.length)).toEqual(prompts.map(([, title]) => title).reverse());
    await expect.poll(() => page.locator(".list .end").first().innerText()).toBe("Done all of it");
  });
});
