// What tests need beside Node: a browser and a database server. The gate starts each once, and only if a task will use it.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { top } from "../setup/install.mjs";

/** The shell without windows is the same Chromium; tests of pages take half the time in it. */
const browsers = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
];
const servers = "/usr/lib/postgresql";

/** The browser of this machine: the one that `CCDAG_BROWSER` names, else one in a usual location. */
export function browserPath(env = process.env) {
  return [env.CCDAG_BROWSER ?? "", ...browsers].find(existsSync);
}

/** How it is started: also as root, also in a container. */
export function launchOptions(env = process.env) {
  return {
    executablePath: browserPath(env) ?? "chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  };
}

/** The version of the database server that tests will use; "none" if they will use none. */
export function databaseVersion(env) {
  if (env.DATABASE_URL !== undefined) return firstLine("psql", env.DATABASE_URL, "-Atc", "show server_version");
  return env.CCDAG_STARTS_DATABASE === "1" ? installedServer() : "none";
}

function installedServer() {
  const versions = existsSync(servers) ? readdirSync(servers).sort((a, b) => Number(a) - Number(b)) : [];
  return versions.length === 0 ? "none" : firstLine(join(servers, versions.at(-1), "bin/postgres"), "--version");
}

/** The first line that a program prints; "none" where there is no such program. */
export function firstLine(program, ...args) {
  const { status, stdout } = spawnSync(program, args, { encoding: "utf8" });
  return status === 0 ? stdout.trim().split("\n")[0] : "none";
}

/**
 * Start what the variables of the tasks ask for: `DATABASE_URL`, `CCDAG_BROWSER_SOCKET`.
 *
 * @param wanted the names of all variables that the tasks to be run are given.
 * @returns these variables, and a function that stops what was started.
 */
export async function startServices(wanted, env) {
  const started = [];
  if (wanted.has("DATABASE_URL") && env.DATABASE_URL === undefined && env.CCDAG_STARTS_DATABASE === "1")
    started.push(await startDatabase(env));
  if (wanted.has("CCDAG_BROWSER_SOCKET") && browserPath(env) !== undefined) started.push(await startBrowser(env));
  return {
    env: Object.assign({}, ...started.map((one) => one.env)),
    stop: async () => void (await Promise.all(started.map((one) => one.stop()))),
  };
}

/** A server that runs until the input of its script ends. */
async function startDatabase(env) {
  const script = join(top, "tooling/setup/with-postgres.sh");
  const child = spawn("bash", [script, "sh", "-c", 'echo "$DATABASE_URL"; cat'], {
    env,
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [line] = await new Promise((resolve) => {
    const lines = createInterface({ input: child.stdout });
    lines.on("line", (text) => (text.startsWith("postgres://") || text === "" ? resolve([text]) : console.log(text)));
    lines.on("close", () => resolve([""]));
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { env: line === "" ? {} : { DATABASE_URL: line }, stop };
}

/** One browser for all suites; each test file connects to it. */
async function startBrowser(env) {
  const { chromium } = await import("playwright-core");
  const server = await chromium.launchServer(launchOptions(env));
  return { env: { CCDAG_BROWSER_SOCKET: server.wsEndpoint() }, stop: () => server.close() };
}
