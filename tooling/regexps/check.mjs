// `pnpm generate regexps`: checks that no regular expression of the packages and apps takes more than linear time, with recheck.
//   --check  writes nothing: every verdict must be in cache.json
// A verdict is computed once: cache.json holds it until the expression or the version of recheck changes. allowed.json
// lists what may stay, each with its reason: expressions that are not linear, and calls of `RegExp` whose expression is
// made from data, with examples of it, which are checked too.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { files, isSource, read } from "../repo-checks/files.mjs";
import { top } from "../setup/install.mjs";
import { findRegexps } from "./find.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);
const { version } = require("recheck/package.json");
/** Milliseconds for one expression. */
const limit = 20_000;

/**
 * @typedef {object} Allowed what may stay, with its reason: an expression that is not linear, or a call of `RegExp` with examples.
 * @property {string} file
 * @property {string} reason
 * @property {string} [regexp]
 * @property {string} [call]
 * @property {string[]} [examples]
 * @typedef {{path: string, line: number, pattern: string, flags: string}} Made a regular expression that a call made, and where.
 */

/** A regular expression, and where it is. */
export function keyOf({ pattern, flags }) {
  return `/${pattern}/${flags}`;
}

/**
 * The regular expressions of some sources, and the calls of `RegExp` for which none is known.
 *
 * @param {ReadonlyMap<string, string>} sources by path.
 * @param {ReadonlyArray<{path: string, line: number, pattern: string, flags: string}>} made what the calls made.
 */
export function collect(sources, made) {
  const regexps = [];
  const unknown = [];
  for (const [path, source] of sources)
    for (const found of findRegexps(path, source)) {
      const { line, text } = found;
      const known =
        found.pattern === undefined ? made.filter((one) => one.path === path && one.line === line) : [found];
      if (known.length === 0) unknown.push({ path, line, call: text.replace(/\s+/g, " ") });
      for (const one of known) regexps.push({ path, line, regexp: keyOf(one), pattern: one.pattern, flags: one.flags });
    }
  return { regexps, unknown };
}

/**
 * What is wrong: one line for each fault.
 *
 * @param found what {@link collect} returned.
 * @param {(regexp: {pattern: string, flags: string}) => string} verdictOf `safe`, or why an expression is not.
 * @param {ReadonlyArray<{file: string, reason: string, regexp?: string, call?: string, examples?: string[]}>} allowed
 */
export function judge({ regexps, unknown }, verdictOf, allowed) {
  const used = new Set();
  const faults = [];
  const listed = (path, field, value) => {
    const found = allowed.find((one) => one.file === path && one[field] === value && one.reason);
    if (found) used.add(found);
    return found;
  };
  for (const one of regexps) {
    const verdict = verdictOf(one);
    if (verdict === "safe" || listed(one.path, "regexp", one.regexp)) continue;
    faults.push(`${one.path}:${one.line} Unexpected ${verdict} time of ${one.regexp}`);
  }
  for (const { path, line, call } of unknown) {
    const found = listed(path, "call", call);
    if (found === undefined) faults.push(`${path}:${line} Cannot check ${call}: list it with examples`);
    for (const example of found?.examples ?? []) {
      const verdict = verdictOf({ pattern: example, flags: "" });
      if (verdict !== "safe") faults.push(`${path}:${line} Unexpected ${verdict} time of the example ${example}`);
    }
  }
  for (const one of allowed)
    if (!used.has(one))
      faults.push(`allowed.json Unexpected ${one.regexp ?? one.call}: nothing in ${one.file} needs it`);
  return [...new Set(faults)];
}

/** The verdict of recheck: `safe` for linear time. */
export function recheck({ pattern, flags }) {
  // The checker in JavaScript gives the same verdict on every machine.
  process.env.RECHECK_BACKEND = "pure";
  const { status, complexity, error } = require("recheck").checkSync(pattern, flags, { timeout: limit, randomSeed: 0 });
  if (status === "vulnerable")
    return complexity.type === "exponential" ? "exponential" : `polynomial (${complexity.degree})`;
  return status === "safe" ? "safe" : `unknown (${error?.kind})`;
}

/** What the modules of the packages and of the command line make with `RegExp` when they are imported. */
function runModules(paths) {
  const builds = paths
    .filter((path) => !path.startsWith("apps/docs-site/") && !path.includes("/client/"))
    .map((path) => join(top, path.replace("/src/", "/dist/").replace(/\.ts$/, ".js")));
  const lacking = builds.filter((path) => !existsSync(path));
  if (lacking.length > 0) throw new Error(`Expected a build: ${relative(top, lacking[0])} is missing`);
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--enable-source-maps", join(here, "made.mjs")], {
    input: JSON.stringify(builds),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (status !== 0) throw new Error(`Cannot import the modules: ${stderr}`);
  const { made, unread } = JSON.parse(stdout);
  if (unread.length > 0) throw new Error(`Cannot import ${unread.join(", ")}`);
  return made.map((one) => ({ ...one, path: relative(top, one.path) }));
}

function main() {
  const sources = new Map(files.filter(isSource).map((path) => [path, read(path)]));
  const allowed = JSON.parse(readFileSync(join(here, "allowed.json"), "utf8"));
  const cachePath = join(here, "cache.json");
  const cache = JSON.parse(readFileSync(cachePath, "utf8"));
  const known = cache.recheck === version ? cache.verdicts : {};
  const verdicts = {};
  const found = collect(sources, runModules([...sources.keys()]));
  const faults = judge(found, verdictOf, allowed);
  const next = { recheck: version, verdicts: sorted(verdicts) };
  const isStale = JSON.stringify(next) !== JSON.stringify(cache);
  if (process.argv.includes("--check")) {
    if (isStale) faults.push("cache.json Expected `pnpm generate regexps` to be run: it is not up to date");
  } else if (isStale) writeFileSync(cachePath, `${JSON.stringify(next, undefined, 2)}\n`);
  for (const fault of faults) console.error(fault);
  console.log(`${Object.keys(verdicts).length} regular expressions, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;

  function verdictOf(regexp) {
    return (verdicts[keyOf(regexp)] ??= known[keyOf(regexp)] ?? recheck(regexp));
  }
}

function sorted(record) {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
