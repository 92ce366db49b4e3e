// `pnpm bench guard`: whether a megabyte of transcripts costs at most a fifth more than it did when `guard.json` was written
// (with --write), as a multiple of the floor in the same run: machines differ, their ratios much less.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateArchive } from "./archive-generate.mjs";
import { cli, measureNode } from "./archive-measure.mjs";

const known = new URL("guard.json", import.meta.url);
const floor = new URL("archive-floor.mjs", import.meta.url).pathname;
/** Other work disturbs a measurement: what is too slow is measured again this often. */
const rounds = 4;
const tolerance = 1.2;

const folder = mkdtempSync(join(tmpdir(), "ccdag-guard-"));
try {
  const sizes = [10, 40].map((megabytes) => {
    const archive = join(folder, String(megabytes));
    return { archive, bytes: generateArchive(archive, megabytes) };
  });
  const ratios = measure(sizes);
  if (process.argv.includes("--write")) {
    for (let round = 1; round < rounds; round++) lower(ratios, measure(sizes));
    writeFileSync(known, `${JSON.stringify(ratios, undefined, 2)}\n`);
  }
  const limits = JSON.parse(readFileSync(known, "utf8"));
  const isSlow = () => Object.keys(limits).filter((what) => ratios[what] > tolerance * limits[what]);
  for (let round = 1; round < rounds && isSlow().length > 0; round++) lower(ratios, measure(sizes));
  for (const [what, ratio] of Object.entries(ratios))
    console.log(
      `${what.padEnd(10)} ${ratio.toFixed(1)}× the floor, expected at most ${(tolerance * limits[what]).toFixed(1)}×`,
    );
  if (isSlow().length > 0) {
    console.error(
      `Too slow: ${isSlow().join(", ")}. If that is meant, write new limits with \`pnpm bench guard --write\`.`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function userOf(...argv) {
  return measureNode(argv, { runs: 3 }).user;
}

/** What one more megabyte costs, as a multiple of the floor, by format and command. */
function measure([small, large]) {
  // Once is over too soon to be measured.
  const unit = (userOf(floor, large.archive, 11) - userOf(floor, large.archive)) / (10 * large.bytes);
  const calls = {
    Markdown: ["export", "--to", "markdown"],
    JSON: ["export", "--to", "json"],
    HTML: ["export", "--to", "html"],
    usage: ["usage"],
    check: ["check"],
  };
  const costOf = ([command, ...options], { archive }) => {
    const out = command === "export" ? ["-o", `${join(folder, "out")}/`, "--jobs", "1"] : [];
    return userOf(cli, command, archive, ...options, ...out, "-q", "--no-cache");
  };
  return Object.fromEntries(
    Object.entries(calls).map(([what, call]) => {
      const slope = (costOf(call, large) - costOf(call, small)) / (large.bytes - small.bytes);
      return [what, slope / unit];
    }),
  );
}

function lower(ratios, others) {
  for (const what of Object.keys(ratios)) ratios[what] = Math.min(ratios[what], others[what]);
}
