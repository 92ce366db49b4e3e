// `pnpm bench pages [folder]`: the time to build a site and to update it, the bytes of its pages, the time to paint a
// page, and the time until it shows a new line. Without a folder it measures sixty copies of the bundled sample.
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const top = fileURLToPath(new URL("../../", import.meta.url));
const bin = join(top, "apps/cli/bin.js");
const scratch = mkdtempSync(join(tmpdir(), "ccdag-bench-"));
const [given] = process.argv.slice(3);
const input = given ?? copies(60);
const out = join(scratch, "site");

const run = () => {
  const began = performance.now();
  execFileSync("node", [bin, "site", input, "-o", out, "-q"], { stdio: ["ignore", "ignore", "inherit"] });
  return performance.now() - began;
};
const first = run();
const again = [run(), run(), run()].sort((a, b) => a - b)[1];
const jsonl = bytesIn(input, /\.jsonl$/);
const pages = filesIn(out, /session-.*\.html$/);
const html = pages.reduce((sum, path) => sum + statSync(path).size, 0);
const largest = pages.sort((a, b) => statSync(b).size - statSync(a).size)[0];
console.log(`site: first ${seconds(first)}, again ${seconds(again)} (${((100 * again) / first).toFixed(1)} %)`);
console.log(
  `bytes: ${mega(jsonl)} of JSONL, ${mega(html)} of HTML on ${pages.length} pages (${(html / jsonl).toFixed(2)} times), the largest ${mega(statSync(largest).size)}`,
);

const executablePath = process.env.CCDAG_BROWSER ?? "/usr/bin/chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const paints = [];
for (let time = 0; time < 5; time++) {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(largest).href);
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  paints.push(await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime));
  await page.close();
}
console.log(`paint of the largest page: ${Math.round(paints.sort((a, b) => a - b)[2])} ms (median of 5)`);
console.log(`a line on an open page: ${Math.round(await update())} ms after it was written (median of 5)`);
await browser.close();
rmSync(scratch, { recursive: true });

/** The time until a page that is served shows a new line. */
async function update() {
  const folder = join(scratch, "live");
  cpSync(join(top, "tooling/fixtures/sample"), folder, { recursive: true });
  const server = spawn("node", [bin, "serve", folder, "--port", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const url = await new Promise((resolve) =>
    server.stderr.once("data", (data) => resolve(String(data).split("\n")[0])),
  );
  const [session] = filesIn(folder, /642fe51e[^/]*\.jsonl$/);
  const page = await browser.newPage();
  // The first visit exchanges the token for a cookie.
  await page.goto(url);
  await page.goto(new URL("home-ada-weather/session-642fe51e-78f5-4e03-aad6-929a942a6fe9.html", url).href);
  const last = readFileSync(session, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))
    .findLast(({ type, uuid }) => uuid && type === "assistant");
  const times = [];
  let parentUuid = last.uuid;
  for (let at = 0; at < 5; at++) {
    const uuid = `00000000-0000-4000-8000-00000000000${at}`;
    const began = performance.now();
    appendFileSync(
      session,
      `${JSON.stringify({ ...last, type: "user", uuid, parentUuid, message: { role: "user", content: `Line ${at}` } })}\n`,
    );
    await page.waitForFunction((id) => document.getElementById(id) !== null, `msg-${uuid}`);
    times.push(performance.now() - began);
    parentUuid = uuid;
    await page.waitForTimeout(300);
  }
  server.kill("SIGINT");
  return times.sort((a, b) => a - b)[2];
}

/** The given number of projects, each with the sample under other names. */
function copies(count) {
  const folder = join(scratch, "projects");
  for (let at = 0; at < count; at++) {
    const target = join(folder, `project-${at}`);
    cpSync(join(top, "tooling/fixtures/sample"), target, { recursive: true });
    for (const path of filesIn(target, /\.jsonl$/))
      writeFileSync(path, readFileSync(path, "utf8").replaceAll("Tromsø", `Town ${at}`));
  }
  return folder;
}

function filesIn(folder, pattern) {
  return readdirSync(folder, { recursive: true })
    .map((path) => join(folder, path))
    .filter((path) => pattern.test(path));
}

function bytesIn(folder, pattern) {
  return filesIn(folder, pattern).reduce((sum, path) => sum + statSync(path).size, 0);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(2)} s`;
}

function mega(bytes) {
  return `${(bytes / 1e6).toFixed(2)} MB`;
}
