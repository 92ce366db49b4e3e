import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { prices } from "@ccdag/ccast";
import { type Scenario, isOfHome, readScenarios, unpack } from "@ccdag/conformance";
import { type LibraryIo, rowsOfInputs, type UsageRow, usageBlocks, usageRows } from "@ccdag/library";
import fc from "fast-check";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { damagedOf } from "../../packages/processor/test/damaged.ts";

type Files = Array<{ readonly path: string; readonly value: string }>;

const scratch = () => {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-scan-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
};

/** Nothing is written. */
const writer = { protectFiles() {}, protect() {} };

function ioFor(folder: string): LibraryIo {
  const io = { cwd: folder, env: {}, roots: [folder], memo: new Map(), writer, isQuiet: true, zone: "utc" };
  return io as unknown as LibraryIo;
}

/** The calls of each session with what counts of their times, and where it ran if that is asked for. */
function callsOf(
  rows: readonly UsageRow[],
  timeOf: (time: number) => unknown,
  isPlaced = false,
): Map<string, unknown[]> {
  const withCalls = rows.filter(({ calls }) => calls.length > 0);
  return new Map(
    withCalls.map(({ path, id, client, cwd, calls }) => {
      const shown = calls.map(([time, model, , ...counts]) => JSON.stringify([time && timeOf(time), model, ...counts]));
      // A transcript without a message has no path in its tree.
      return [`${dirname(path)} ${id}`, [client, isPlaced && cwd, ...shown.sort()]];
    }),
  );
}

/** Which part of the bytes of a folder was scanned. */
const shareIn = (text: string) => Number(/^([\d.]+) % of/.exec(text)?.[1] ?? 0) / 100;

/** Compare what is scanned with what the trees say, for days and for times. The share that was scanned. */
async function compare(folder: string): Promise<{ share: number; bytes: number }> {
  const trees = await rowsOfInputs([folder], ioFor(folder)).catch(() => undefined);
  // Without a conversation there is nothing to compare.
  if (trees === undefined) return { share: 0, bytes: 0 };
  const dayOf = (time: number) => Math.floor(time / 86_400_000);
  const days = await usageRows([folder], ioFor(folder), { keys: ["day", "project"] });
  expect(callsOf(days.rows, dayOf, true)).toEqual(callsOf(trees.rows, dayOf, true));
  // A minute in the middle of what was said.
  const times = trees.rows.flatMap(({ calls }) => calls.flatMap(([time]) => time ?? []));
  const since = 1000 + Math.max(0, ...times.slice(0, Math.ceil(times.length / 2)));
  const isLate = (time: number) => time >= since;
  const late = await usageRows([folder], ioFor(folder), { keys: ["day"], since });
  expect(callsOf(late.rows, isLate)).toEqual(callsOf(trees.rows, isLate));
  // Blocks of five hours, the running one at that minute, and weeks that end at it.
  for (const rule of [
    { kind: "5h", now: since },
    { kind: "week", reset: since, now: since },
    { kind: "week", reset: Math.floor(since / 900_000) * 900_000, now: 0 },
  ] as const) {
    const scanned = await usageRows([folder], ioFor(folder), { keys: [], rule });
    const read = usageBlocks(trees.rows, rule, {}, prices);
    expect(usageBlocks(scanned.rows, rule, {}, prices)).toEqual(read);
  }
  const words = days.file.messages.find(({ reason }) => reason.includes("scanned"))?.reason ?? "";
  return { share: shareIn(words), bytes: Number(/of ([\d.]+) MB/.exec(words)?.[1] ?? 0) };
}

async function compareFiles(files: Files): Promise<number> {
  const { folder, remove } = scratch();
  try {
    for (const { path, value } of files) {
      mkdirSync(dirname(join(folder, "-srv-app", path)), { recursive: true });
      writeFileSync(join(folder, "-srv-app", path), value);
    }
    return (await compare(folder)).share;
  } finally {
    remove();
  }
}

describe("usage without trees is that of the trees (issue 44)", () => {
  let recorded: readonly Scenario[];
  beforeAll(async () => {
    recorded = (await readScenarios("recorded")).filter((one) => !isOfHome(one));
  });

  it("of each recorded conversation", async () => {
    let [bytes, scanned] = [0, 0];
    for (const scenario of recorded) {
      const { folder, remove } = scratch();
      const found = await compare(await unpack(scenario, folder));
      bytes += found.bytes;
      scanned += found.share * found.bytes;
      remove();
    }
    const share = scanned / bytes;
    console.log(
      `${(100 * share).toFixed(1)} % of ${bytes.toFixed(1)} MB of ${recorded.length} recordings were scanned`,
    );
    expect(share).toBeGreaterThan(0.7);
  });

  it("property: of recordings with lines lost, doubled, out of order, broken off, or with other parents", async () => {
    const some = await Promise.all(recorded.filter((_, at) => at % 4 === 0).map(filesOf));
    const runs = 300;
    let scanned = 0;
    await fc.assert(
      fc.asyncProperty(damagedOf(some), async (files) => {
        scanned += (await compareFiles(files as Files)) > 0 ? 1 : 0;
      }),
      { numRuns: runs },
    );
    // Otherwise nothing was compared.
    expect(scanned).toBeGreaterThan(runs / 10);
  });
});

/** The transcripts of a recording. */
async function filesOf(scenario: Scenario): Promise<Files> {
  const { folder, remove } = scratch();
  onTestFinished(remove);
  const top = await unpack(scenario, folder);
  return readdirSync(top, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl"))
    .map((path) => ({ path, value: readFileSync(join(top, path), "utf8") }));
}
