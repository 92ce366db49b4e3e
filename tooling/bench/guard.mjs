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
const rounds = 6;
/** Megabytes of the archives. */
const sizes = [8, 56];
const tolerance = 1.2;

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
  const ratios = measure(archives);
  if (process.argv.includes("--write")) {
    // What is expected is the usual figure, not a lucky one.
    const all = [ratios, ...Array.from({ length: rounds - 1 }, () => measure(archives))];
    for (const what of Object.keys(ratios)) ratios[what] = median(all.map((one) => one[what]));
    writeFileSync(known, `${JSON.stringify(ratios, undefined, 2)}\n`);
  }
  const limits = JSON.parse(readFileSync(known, "utf8"));
  const isSlow = () => Object.keys(limits).filter((what) => ratios[what] > tolerance * limits[what]);
  for (let round = 1; round < rounds && isSlow().length > 0; round++) lower(ratios, measure(archives, isSlow()));
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

function median(numbers) {
  return numbers.sort((a, b) => a - b)[numbers.length >> 1];
}

function userOf(...argv) {
  return measureNode(argv, { runs: 1 }).user;
}

function costOf([command, ...options], { archive }) {
  const out = command === "export" ? ["-o", `${join(folder, "out")}/`, "--jobs", "1"] : [];
  return userOf(cli, command, archive, ...options, ...out, "-q", "--no-cache");
}

/**
 * What one more megabyte costs, as a multiple of the floor, by format and command. The speed of a machine changes within a
 * minute: the floor is measured again beside each of them, and the least of a few runs counts.
 */
function measure([small, large], names = Object.keys(calls)) {
  return Object.fromEntries(
    names.map((what) => {
      const least = [Infinity, Infinity, Infinity, Infinity];
      for (let run = 0; run < 2; run++) {
        const found = [
          userOf(floor, large.archive),
          // Once is over too soon to be measured.
          userOf(floor, large.archive, 6),
          costOf(calls[what], small),
          costOf(calls[what], large),
        ];
        for (const [at, one] of found.entries()) least[at] = Math.min(least[at], one);
      }
      const [once, often, few, many] = least;
      return [what, (many - few) / (large.bytes - small.bytes) / ((often - once) / (5 * large.bytes))];
    }),
  );
}

function lower(ratios, others) {
  for (const [what, ratio] of Object.entries(others)) ratios[what] = Math.min(ratios[what], ratio);
}
