// `pnpm bench archive [MB …] [--peers <folder of programs>] [--write]`: what it costs to read and write archives of several
// sizes, beside the floor (reading the files and parsing each line) and beside other tools. Prints a row for each figure;
// with --write they become the table of the docs site. 50 and 250 MB by default; from 1000 MB on each is measured once, and
// without other tools.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { appendTo, servedAfter } from "./archive-append.mjs";
import { generateArchive } from "./archive-generate.mjs";
import { cli, measureNode } from "./archive-measure.mjs";
import { ArchiveRuns } from "./archive-runs.mjs";
import { slopesOf, writeFigures } from "./archive-table.mjs";

const { values, positionals } = parseArgs({
  args: process.argv.slice(3),
  allowPositionals: true,
  options: { peers: { type: "string" }, write: { type: "boolean" } },
});
const given = positionals.map(Number);
const sizes = given.length > 0 ? given : [50, 250];
const floor = new URL("archive-floor.mjs", import.meta.url).pathname;
const rows = [];
const shares = [];

for (const megabytes of sizes) await withArchive(megabytes, undefined, measureArchive);
// One session, whose tree has to be in memory as a whole.
for (const megabytes of [20, 60]) await withArchive(megabytes, 1, measureSession);
await withArchive(15, undefined, measureSmall);
for (const slope of slopesOf(rows)) console.log(slope);
if (values.write) writeFigures({ rows, shares });

/** Generate an archive, measure, and remove it. */
async function withArchive(megabytes, sessions, measure) {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-bench-"));
  const archive = join(folder, "projects");
  try {
    const bytes = generateArchive(archive, megabytes, { sessions });
    await measure(new ArchiveRuns(folder, { megabytes, sessions, bytes }, { rows, shares, programs: values.peers }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureArchive(bench) {
  const { archive, out } = bench;
  bench.note("floor: read and JSON.parse of each line", measureNode([floor, archive], { runs: 3 }));
  for (const [to, name] of Object.entries({ markdown: "Markdown", json: "JSON", html: "HTML" })) {
    const call = ["export", archive, "--to", to, "-o", `${out}/`];
    bench.run(`${name}, a document for each session`, ...call, "--jobs", "1");
    if (to !== "json") bench.share(name);
    bench.run(`${name}, in two threads`, ...call, "--jobs", "2");
    if (to !== "json") bench.runPeers(to);
    bench.clear();
    if (!bench.isLarge || to !== "html")
      bench.run(`${name}, one document`, "export", archive, "-o", `${out}/all.${to}`, "--to", to);
  }
  bench.clear();
  for (const command of bench.isLarge ? ["usage"] : ["check", "usage", "tree", "agents"])
    bench.run(command, command, archive);
  const site = ["site", archive, "-o", out];
  bench.run("site without search", ...site, "--no-search");
  bench.run("site", ...site);
  bench.again("Markdown, unchanged", undefined, "export", archive, "-o", `${out}/`);
  bench.again("usage, unchanged", undefined, "usage", archive);
  bench.again("site, unchanged", undefined, ...site);
  bench.again("site, one turn appended", appendTo(archive), ...site);
  bench.note("serve, until a page shows one turn more", { ...(await servedAfter(archive)), printed: 1 });
}

function measureSession(bench) {
  const { archive, out } = bench;
  for (const [to, name] of Object.entries({ markdown: "Markdown", json: "JSON", html: "HTML" }))
    bench.run(`one session: ${name}`, "export", archive, "--to", to, "-o", `${out}/`, "--jobs", "1");
  bench.run("one session: site", "site", archive, "-o", out);
}

function measureSmall(bench) {
  const { archive, out } = bench;
  bench.note("start: node", measureNode(["-e", "0"], { runs: 5 }));
  for (const option of ["--version", "--help"]) bench.note(`start: ${option}`, measureNode([cli, option], { runs: 5 }));
  bench.again("start: usage of 15 MB, unchanged", undefined, "usage", archive);
  bench.again("start: Markdown of 15 MB, unchanged", undefined, "export", archive, "-o", `${out}/`);
  bench.again("start: site of 15 MB, unchanged", undefined, "site", archive, "-o", out);
  bench.run("site without search", "site", archive, "-o", out, "--no-search");
  bench.run("site", "site", archive, "-o", out);
  bench.share("site");
  bench.runPeers("site");
}
