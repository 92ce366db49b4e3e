// `pnpm bench guard`: whether a megabyte of transcripts costs at most a third more than it did when `guard.json` was written
// (with --write), as a multiple of the floor in the same run: machines differ, their ratios less. Single ratios of one build were
// between 8.9 and 16.8 on a shared machine; the least of each figure over all runs is what is left when nothing disturbs.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateArchive } from "./archive-generate.mjs";
import { cli, measureNode } from "./archive-measure.mjs";

const known = new URL("guard.json", import.meta.url);
const floor = new URL("archive-floor.mjs", import.meta.url).pathname;
/** Other work disturbs a measurement: what is too slow is measured up to this often. */
const rounds = 12;
/** So often is everything measured for new limits. */
const writeRounds = 6;
/** Megabytes of the archives. */
const sizes = [8, 56];
const tolerance = 1.33;

const calls = {
  Markdown: ["export", "--to", "markdown"],
  JSON: ["export", "--to", "json"],
  HTML: ["export", "--to", "html"],
  usage: ["usage"],
  check: ["check"],
};

const folder = mkdtempSync(join(tmpdir(), "ccdag-guard-"));
try {
  const archives = sizes.map((megabytes) => {
    const archive = join(folder, String(megabytes));
    return { archive, bytes: generateArchive(archive, megabytes) };
  });
  const least = {};
  const isWritten = process.argv.includes("--write");
  for (let round = 0; round < (isWritten ? writeRounds : 1); round++) measure(archives, least);
  if (isWritten) writeFileSync(known, `${JSON.stringify(ratiosOf(archives, least), undefined, 2)}\n`);
  const limits = JSON.parse(readFileSync(known, "utf8"));
  let ratios = ratiosOf(archives, least);
  const slow = () => Object.keys(limits).filter((what) => !(ratios[what] <= tolerance * limits[what]));
  for (let round = 1; round < rounds && slow().length > 0; round++) {
    measure(archives, least, slow());
    ratios = ratiosOf(archives, least);
  }
  for (const [what, ratio] of Object.entries(ratios))
    console.log(
      `${what.padEnd(10)} ${ratio.toFixed(1)}× the floor, expected at most ${(tolerance * limits[what]).toFixed(1)}×`,
    );
  if (slow().length > 0) {
    console.error(
      `Too slow: ${slow().join(", ")}. If that is meant, write new limits with \`pnpm bench guard --write\`.`,
    );
    process.exitCode = 1;
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function userOf(...argv) {
  return measureNode(argv, { runs: 1 }).user;
}

function costOf([command, ...options], { archive }) {
  const out = command === "export" ? ["-o", `${join(folder, "out")}/`, "--jobs", "1"] : [];
  return userOf(cli, command, archive, ...options, ...out, "-q", "--no-cache");
}

/**
 * Measure the floor, once and six times (once is over too soon to be measured), and each of the calls over the small and the large
 * archive, and keep the least of each in `least`. The speed of a machine changes within a minute: they take turns.
 */
function measure([small, large], least, names = Object.keys(calls)) {
  const keep = (name, one) => (least[name] = Math.min(least[name] ?? Infinity, one));
  for (const what of names) {
    keep("floor once", userOf(floor, large.archive));
    keep("floor often", userOf(floor, large.archive, 6));
    keep(`${what} small`, costOf(calls[what], small));
    keep(`${what} large`, costOf(calls[what], large));
  }
}

/** What one more megabyte costs, as a multiple of the floor, by format and command. */
function ratiosOf([small, large], least) {
  const floorOf = (least["floor often"] - least["floor once"]) / (5 * large.bytes);
  const slopeOf = (what) => (least[`${what} large`] - least[`${what} small`]) / (large.bytes - small.bytes);
  return Object.fromEntries(Object.keys(calls).map((what) => [what, slopeOf(what) / floorOf]));
}
