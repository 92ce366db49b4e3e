// `pnpm bench live`: how long it takes until an open page of `ccdag serve` shows a turn that was appended to a long session, and
// where the time goes. Options: --size=<MB> (default 20), --turns=<n> (default 9), --pause=<ms> between turns (default 4000).
import { spawn } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { divideProject, readPart, toProject } from "@ccdag/files";
import { exportTree, loadFormat, parseTree } from "@ccdag/pipeline";
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
  console.log(`its last turn and one more, ${own.kilobytes.toFixed(0)} kB, rendered alone: ${own.ms.toFixed(1)} ms`);
  await measure(transcript, name);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function lastOf(transcript) {
  const lines = readFileSync(transcript, "utf8").trimEnd().split("\n");
  return JSON.parse(
    lines.findLast((line) => line.includes('"type":"assistant"') && line.includes('"isSidechain":false')),
  );
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

/** Milliseconds for the last turn of the session, with one that is appended, as a file by itself, once the code is compiled. */
async function renderAlone(transcript) {
  const lines = readFileSync(transcript, "utf8").trimEnd().split("\n");
  const from = lines.findLastIndex((line) => line.includes('"role":"user","content":"'));
  const first = { ...JSON.parse(lines[from]), parentUuid: null };
  const appended = textOf(turnBelow(lastOf(transcript), 0));
  const value = `${[JSON.stringify(first), ...lines.slice(from + 1)].join("\n")}\n${appended}`;
  const times = [];
  for (let run = 0; run < 30; run++) {
    const began = performance.now();
    const exported = await exportTree(toProject([{ path: "s.jsonl", value }]), await renderer());
    for (const document of exported.documents) exported.render(document);
    times.push(performance.now() - began);
  }
  return { kilobytes: value.length / 1000, ms: median(times.slice(10)) };
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
  const url = await new Promise((resolve) =>
    server.stderr.once("data", (data) => resolve(String(data).split("\n")[0])),
  );
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    // The first visit exchanges the token for a cookie.
    await page.goto(url);
    await goToEnd(page, name);
    console.log(`the page: ${((await page.content()).length / 1e6).toFixed(2)} MB`);
    const sent = await listen(page);
    const rows = [];
    let last = lastOf(transcript);
    for (let number = 1; number <= Number(values.turns); number++) {
      const records = turnBelow(last, number);
      last = records.at(-1);
      await page.evaluate(waitFor, answerOf(number));
      const began = Date.now();
      const leaves = sent(answerOf(number));
      appendFileSync(transcript, textOf(records));
      const { inserted, painted } = await page.evaluate(() => globalThis.seen);
      rows.push([(await leaves) - began, inserted - began, painted - began]);
      await page.waitForTimeout(Number(values.pause));
    }
    for (const [at, stage] of ["sent by the server", "in the page", "painted"].entries()) {
      const times = rows.map((row) => Math.round(row[at]));
      console.log(`${stage.padEnd(20)} ${times.join(" ")} ms, median ${median(times)} ms`);
    }
    const end = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY);
    console.log(`${Math.round(end)} px from the end of the page`);
  } finally {
    await browser.close();
    server.kill("SIGINT");
  }
}

/** Open the last page of a session, and go to its end. */
async function goToEnd(page, name) {
  const path = new URL(page.url()).pathname.replace(/[^/]*$/, `session-${name.replace("jsonl", "html")}`);
  await page.goto(new URL(path, page.url()).href);
  const pager = page.locator("nav.pager").first();
  const count = (await pager.count()) === 0 ? 1 : Number(/of (\d+)/.exec(await pager.textContent())[1]);
  if (count > 1) await page.goto(new URL(path.replace(".html", `.part${count}.html`), page.url()).href);
  for (let time = 0; time < 3; time++) {
    await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" }));
    await page.waitForTimeout(700);
  }
}

/** Listen to the events of a page; returns a function that waits for the one with a text, and returns its time. */
async function listen(page) {
  const [{ name, value }] = await page.context().cookies();
  const version = await page.evaluate(() => document.body.dataset.version);
  const query = new URLSearchParams({ page: new URL(page.url()).pathname, version });
  const response = await fetch(new URL(`/events?${query}`, page.url()), { headers: { cookie: `${name}=${value}` } });
  const waiting = new Map();
  void (async () => {
    let text = "";
    for await (const chunk of response.body) {
      text += Buffer.from(chunk).toString("utf8");
      for (const [wanted, resolve] of waiting)
        if (text.includes(wanted)) {
          resolve(Date.now());
          waiting.delete(wanted);
        }
      text = text.slice(text.lastIndexOf("\n\n") + 1);
    }
  })().catch(() => {});
  return (wanted) => new Promise((resolve) => waiting.set(wanted, resolve));
}

/** In the page: wait for a text; `seen` becomes the times when it is in the page, and when the frame with it was painted. */
function waitFor(text) {
  globalThis.seen = new Promise((resolve) => {
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
