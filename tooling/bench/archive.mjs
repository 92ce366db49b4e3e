// `pnpm bench archive [MB …]`: what it costs to read and write archives of several sizes, beside the floor: reading the
// files and parsing each line. Prints a table, and with --json writes the figures. 50 and 250 MB by default.
import { spawnSync } from "node:child_process";
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { generateArchive } from "./archive-generate.mjs";

const cli = fileURLToPath(new URL("../../apps/cli/bin.js", import.meta.url));
const report = new URL("report-usage.mjs", import.meta.url).href;
const args = process.argv.slice(3);
const json = args.includes("--json") ? args[args.indexOf("--json") + 1] : undefined;
const given = args.filter((one) => /^\d+$/.test(one)).map(Number);
const sizes = given.length > 0 ? given : [50, 250];

/** Run a program of Node in a process of its own: the least of two runs, because other work disturbs both. */
function measure(argv, prepare = () => {}, { runs = 2, cache } = {}) {
  const found = Array.from({ length: runs }, () => {
    prepare();
    const began = performance.now();
    const { stdout, stderr, status } = spawnSync(process.execPath, ["--import", report, ...argv], {
      encoding: "utf8",
      maxBuffer: 1e9,
      env: { ...process.env, CCDAG_BENCH: "1", ...(cache && { CCDAG_CACHE: cache }) },
    });
    const wall = (performance.now() - began) / 1000;
    const usage = /\[usage (\d+) (\d+)\]/.exec(stderr);
    if (status !== 0 || !usage) throw new Error(`${argv.join(" ")}: ${stderr.slice(-500)}`);
    return { user: Number(usage[1]) / 1e6, wall, memory: Number(usage[2]) / 1024, printed: stdout.length };
  });
  return found.reduce((best, one) => (one.user < best.user ? one : best));
}

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    (sum, one) => sum + (one.isFile() ? statSync(join(one.parentPath, one.name)).size : 0),
    0,
  );

const rows = [];
for (const megabytes of sizes) {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-bench-"));
  const [archive, out] = [join(folder, "projects"), join(folder, "out")];
  const bytes = generateArchive(archive, megabytes);
  const clear = () => rmSync(out, { recursive: true, force: true });
  const note = (what, figures, written = 0) => {
    rows.push({ megabytes, what, bytes, written, ...figures });
    console.log(format(rows.at(-1)));
  };
  /** With nothing remembered, and no output there. */
  const run = (what, ...call) => {
    const figures = measure([cli, ...call, "-q", "--no-cache"], clear);
    note(what, figures, figures.printed + (readdirSync(folder).includes("out") ? sizeOf(out) : 0));
  };
  const cache = join(folder, "cache");
  /** After a run that is not measured, with what it remembers. */
  const again = (what, prepare, ...call) => {
    clear();
    measure([cli, ...call, "-q"], undefined, { cache, runs: 1 });
    note(what, measure([cli, ...call, "-q"], prepare, { cache }));
  };
  try {
    note(
      "floor: read and JSON.parse of each line",
      measure([fileURLToPath(new URL("archive-floor.mjs", import.meta.url)), archive]),
    );
    const formats = { markdown: "Markdown", json: "JSON", html: "HTML" };
    for (const [to, name] of Object.entries(formats)) {
      const call = ["export", archive, "--to", to, "-o", `${out}/`];
      run(`${name}, a document for each session`, ...call, "--jobs", "1");
      run(`${name}, in two threads`, ...call, "--jobs", "2");
    }
    run("check", "check", archive);
    run("usage", "usage", archive);
    run("site without search", "site", archive, "--no-search", "-o", out);
    again("Markdown, unchanged", undefined, "export", archive, "-o", `${out}/`);
    again("usage, unchanged", undefined, "usage", archive);
    const site = ["site", archive, "--no-search", "-o", out];
    again("site, unchanged", undefined, ...site);
    again("site, one turn appended", appendTo(archive), ...site);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
slopes();
if (json) writeFileSync(json, `${JSON.stringify(rows, undefined, 2)}\n`);

/** A function that appends a turn to one of the sessions. */
function appendTo(archive) {
  const first = join(
    archive,
    readdirSync(archive, { recursive: true }).find((path) => /[\da-f]{12}\.jsonl$/.test(path)),
  );
  const last = JSON.parse(readFileSync(first, "utf8").trimEnd().split("\n").at(-1));
  let turn = 0;
  return () => {
    const message = { role: "user", content: `turn ${turn}` };
    const record = { ...last, uuid: `bench-${++turn}`, parentUuid: last.uuid, type: "user", message };
    appendFileSync(first, `${JSON.stringify(record)}\n`);
  };
}

function format({ megabytes, what, user, wall, memory, written }) {
  const cells = [
    `${megabytes} MB`.padStart(7),
    what.padEnd(42),
    `${user.toFixed(2)} s`.padStart(9),
    `${wall.toFixed(2)} s`.padStart(9),
    `${memory.toFixed(0)} MB`.padStart(8),
    `${(written / 1e6).toFixed(0)} MB out`,
  ];
  return cells.join("  ");
}

/** What one more megabyte costs, from the smallest archive to the largest, as a multiple of the floor. */
function slopes() {
  const [low, high] = [Math.min(...sizes), Math.max(...sizes)];
  if (low === high) return;
  const slopeOf = (what, field) => {
    const at = (megabytes) => rows.find((row) => row.megabytes === megabytes && row.what === what);
    const [a, b] = [at(low), at(high)];
    return a && b ? (1000 * (b[field] - a[field])) / ((b.bytes - a.bytes) / 1e6) : undefined;
  };
  const floor = slopeOf(rows[0].what, "user");
  for (const what of new Set(rows.map((row) => row.what))) {
    const [user, wall] = [slopeOf(what, "user"), slopeOf(what, "wall")];
    if (user !== undefined)
      console.log(
        `${what.padEnd(42)}  ${user.toFixed(1)} ms/MB user, ${(user / floor).toFixed(1)}× the floor; ${wall.toFixed(1)} ms/MB wall`,
      );
  }
}
