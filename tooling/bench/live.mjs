// `pnpm bench live`: how long it takes until an open page of `ccdag serve` shows a turn that was appended to a long session, and
// where the time goes. Options: --size=<MB> (default 20), --turns=<n> (default 9), --pause=<ms> between turns (default 4000).
import { spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { divideProject, readPart } from "@ccdag/files";
import { exportTree, loadFormat, parseTree } from "@ccdag/pipeline";
import { toProject } from "@ccdag/files";
import { chromium } from "playwright-core";
import { generateArchive } from "./archive-generate.mjs";
import { answerOf, turnBelow } from "./live-turns.mjs";

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    size: { type: "string", default: "20" },
    turns: { type: "string", default: "9" },
    pause: { type: "string", default: "4000" },
  },
});
const bin = fileURLToPath(new URL("../../apps/cli/bin.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "ccdag-bench-"));
const executablePath = process.env.CCDAG_BROWSER ?? "/usr/bin/chromium";
try {
  // The rest is in the transcripts of agents.
  generateArchive(folder, Number(values.size) / 0.85, { sessions: 1 });
  const project = join(folder, readdirSync(folder)[0]);
  const name = readdirSync(project).find((one) => one.endsWith(".jsonl"));
  const transcript = join(project, name);
  console.log(`a session of ${(readFileSync(transcript).length / 1e6).toFixed(1)} MB`);
  const own = await renderAlone(transcript);
  console.log(`rendered whole: ${await renderWhole(project)}`);
  console.log(`a turn rendered alone: ${own.toFixed(1)} ms`);
  await measure(transcript, name);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function lastOf(transcript) {
  const lines = readFileSync(transcript, "utf8").trimEnd().split("\n");
  return JSON.parse(lines.findLast((line) => line.includes('"type":"assistant"') && line.includes('"isSidechain":false')));
}

function textOf(records) {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

function median(list) {
  return [...list].sort((a, b) => a - b)[list.length >> 1];
}

async function renderer() {
  return { renderer: await loadFormat("html"), layout: { kind: "site" }, rendererOptions: { budget: 1_200_000 } };
}

/** Milliseconds for a turn that is a file by itself, once the code is compiled. */
async function renderAlone(transcript) {
  const value = textOf(turnBelow({ ...lastOf(transcript), uuid: null }, 0));
  const times = [];
  for (let run = 0; run < 30; run++) {
    const began = performance.now();
    const exported = await exportTree(toProject([{ path: "s.jsonl", value }]), await renderer());
    for (const document of exported.documents) exported.render(document);
    times.push(performance.now() - began);
  }
  return median(times.slice(10));
}

/** Milliseconds of each stage for the whole session. */
async function renderWhole(project) {
  const rounds = [];
  for (let round = 0; round < 4; round++) {
    const laps = {};
    let last = performance.now();
    const lap = (stage) => {
      laps[stage] = performance.now() - last;
      last = performance.now();
    };
    const divided = await divideProject(project);
    lap("divide");
    const file = await readPart(divided, divided.parts[0]);
    lap("read");
    const tree = parseTree(file);
    lap("rebuild");
    const exported = await exportTree(file, { ...(await renderer()), tree });
    for (const document of exported.documents) exported.render(document);
    lap("render");
    rounds.push(laps);
  }
  return Object.keys(rounds[0])
    .map((stage) => `${stage} ${Math.round(median(rounds.map((laps) => laps[stage])))} ms`)
    .join(", ");
}

/** Append turns to a session that is open in a browser. */
async function measure(transcript, name) {
  const server = spawn("node", [bin, "serve", folder, "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  server.stderr.on("data", (data) => process.env.CCDAG_BENCH_STDERR && process.stderr.write(data));
  const url = await new Promise((resolve) =>
    server.stderr.once("data", (data) => resolve(String(data).split("\n")[0])),
  );
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(url);
  await page.goto(new URL(`${new URL(page.url()).pathname.replace(/[^/]*$/, "")}session-${name.replace(/l$/, "")}`.replace(/\.json$/, ".html"), url).href);
  for (;;) {
    const next = page.locator("nav.pager a[rel=next]").first();
    if ((await next.count()) === 0) break;
    const href = await page.locator("nav.pager").first().textContent();
    const [at, count] = /(\d+) of (\d+)/.exec(href).slice(1).map(Number);
    await page.goto(new URL((await next.getAttribute("href")).replace(`part${at + 1}`, `part${count}`), page.url()).href);
  }
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  await page.waitForTimeout(1500);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
  const bytes = (await page.content()).length;
  console.log(`the page: ${(bytes / 1e6).toFixed(2)} MB`);
  const shown = [];
  let last = lastOf(transcript);
  for (let number = 1; number <= Number(values.turns); number++) {
    const records = turnBelow(last, number);
    last = records.at(-1);
    const seen = page.evaluate(waitFor, answerOf(number));
    await page.waitForTimeout(50);
    const began = Date.now();
    appendFileSync(transcript, textOf(records));
    const { inserted, painted } = await seen;
    shown.push([inserted - began, painted - began]);
    await page.waitForTimeout(Number(values.pause));
  }
  const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
  console.log(`in the page: ${shown.map(([at]) => Math.round(at)).join(" ")} ms, median ${median(shown.map(([at]) => at))} ms`);
  console.log(`painted:     ${shown.map(([, at]) => Math.round(at)).join(" ")} ms, median ${median(shown.map(([, at]) => at))} ms`);
  console.log(`${Math.round(end)} px from the end of the page`);
  await browser.close();
  server.kill("SIGINT");
}

/** In the page: the times when a text is in it, and when the frame with it was painted. */
function waitFor(text) {
  return new Promise((resolve) => {
    const check = (records) => {
      const isThere = records.some(({ addedNodes, target }) =>
        [...addedNodes, target].some((node) => node.textContent.length < 100_000 && node.textContent.includes(text)),
      );
      if (!isThere) return;
      observer.disconnect();
      const inserted = performance.timeOrigin + performance.now();
      requestAnimationFrame(() =>
        setTimeout(() => resolve({ inserted, painted: performance.timeOrigin + performance.now() })),
      );
    };
    const observer = new MutationObserver(check);
    observer.observe(document.querySelector("main"), { childList: true, subtree: true, characterData: true });
  });
}
