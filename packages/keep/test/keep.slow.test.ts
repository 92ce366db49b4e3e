import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { quickNode } from "../../../tooling/tests/quick-node.ts";
import { scratch } from "../../../tooling/tests/scratch.ts";
import type { CheckedArchive } from "../src/check-kept.ts";
import type { Kept } from "../src/index.ts";

const script = new URL("keep-until-killed.mjs", import.meta.url).pathname;

/** Numbers below 1 that are the same in each run of the test. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a run printed. */
type Printed = Kept & CheckedArchive & { readonly warnings: readonly string[] };

/** Keep, and kill the run after a time, in milliseconds (default: it may end). */
function keep(home: string, how: "keep" | "gzip" | "check" = "keep", killAfter?: number) {
  return new Promise<{ code: number | null; stderr: string; printed: Partial<Printed>; ms: number }>((done) => {
    const began = performance.now();
    const child = spawn(process.execPath, [...quickNode, script, home, how]);
    const timer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
    const [out, err]: [string[], string[]] = [[], []];
    child.stdout.on("data", (text) => void out.push(String(text)));
    child.stderr.on("data", (text) => void err.push(String(text)));
    child.on("close", (code) => {
      clearTimeout(timer);
      const printed = code === 0 ? (JSON.parse(out.join("")) as Printed) : {};
      done({ code, stderr: err.join(""), printed, ms: performance.now() - began });
    });
  });
}

/** What an archive without a fault says. */
const sound = { missing: [], changed: [], unknown: [], warnings: [] };

/** The content of all regular files below a folder, by their paths; none if there is no folder. */
function filesIn(folder: string): Map<string, Buffer> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(folder, name))]));
}

/** Change some files as a client does: most grow, some are shortened, rewritten, deleted or new. */
function change(projects: string, random: () => number, round: number): void {
  const line = () => `{"round":${round},"text":"${"x".repeat(Math.floor(random() * 3000))}"}\n`;
  for (let number = 0; number < 40; number++) {
    if (random() > 0.5) continue;
    const ending = ["jsonl", "jsonl", "txt", "meta.json"][number % 4]!;
    const path = join(projects, `-p${number % 5}`, ending === "txt" ? "s/tool-results" : "", `${number}.${ending}`);
    mkdirSync(dirname(path), { recursive: true });
    const kind = random();
    if (!existsSync(path) || kind < 0.6) appendFileSync(path, line().repeat(1 + Math.floor(random() * 20)));
    else if (kind < 0.7)
      writeFileSync(path, readFileSync(path).subarray(0, Math.floor(random() * statSync(path).size)));
    else if (kind < 0.8) writeFileSync(path, line());
    else if (kind < 0.85) rmSync(path);
  }
}

/** The contents of the kept files, by the name that they are variants of. */
function keptIn(archive: string): Map<string, Buffer[]> {
  const kept = new Map<string, Buffer[]>();
  for (const [name, bytes] of filesIn(join(archive, "projects"))) {
    const base = name.replace(/\.gz$/, "").replace(/~\d+(?=\.)/, "");
    kept.set(base, [...(kept.get(base) ?? []), name.endsWith(".gz") ? gunzipSync(bytes) : bytes]);
  }
  return kept;
}

/** Contents that no kept file begins with, of those that runs have seen. */
function lost(archive: string, seen: ReadonlyMap<string, Buffer>): string[] {
  const kept = keptIn(archive);
  return [...seen].flatMap(([key, bytes]) => {
    const name = key.slice(0, key.lastIndexOf(" "));
    return kept.get(name)?.some((one) => one.subarray(0, bytes.length).equals(bytes)) ? [] : [key];
  });
}

/** The names of kept files of which one is the beginning of another: a killed run has left it. */
function leftOver(archive: string): string[] {
  return [...keptIn(archive)].flatMap(([name, all]) =>
    all.some((one) => all.some((other) => other !== one && other.subarray(0, one.length).equals(one))) ? [name] : [],
  );
}

/** What ccdag has in an archive for itself. */
function ownFiles(archive: string): string[] {
  const names = readdirSync(join(archive, ".ccdag-keep"), { recursive: true, encoding: "utf8" });
  return names.sort((a, b) => (a < b ? -1 : 1));
}

function see(projects: string, seen: Map<string, Buffer>): void {
  for (const [name, bytes] of filesIn(projects))
    seen.set(`${name} ${createHash("sha256").update(bytes).digest("hex")}`, bytes);
}

it("a hundred kills at random moments of keep lose nothing, and leave nothing that the next run does not complete", async () => {
  const random = randomFrom(20261125);
  const home = scratch();
  const [projects, archive] = [join(home, ".claude/projects"), join(home, "archive")];
  change(projects, random, 0);
  const { ms } = await keep(home);
  const seen = new Map<string, Buffer>();
  see(projects, seen);
  // A run may end before it is killed: that depends on the load of the machine.
  let killed = 0;
  for (let round = 1; killed < 100; round++) {
    change(projects, random, round);
    const how = round % 4 === 0 ? "gzip" : "keep";
    // Node starts first: most kills hit the time after that, in which files are written.
    const result = await keep(home, how, ms * (0.4 + 0.6 * random()));
    if (result.code === null) killed++;
    // What was kept by completed runs is there at every moment, also after a kill.
    expect([round, lost(archive, seen)]).toEqual([round, []]);
    if (round % 10 > 0) continue;
    const next = await keep(home);
    expect([round, next.code, next.stderr]).toEqual([round, 0, ""]);
    expect(next.printed).toMatchObject({ new: expect.any(Number), failed: 0, warnings: [] });
    see(projects, seen);
    expect([round, lost(archive, seen)]).toEqual([round, []]);
    expect([round, leftOver(archive)]).toEqual([round, []]);
    const check = await keep(home, "check");
    expect([round, check.code]).toEqual([round, 0]);
    expect(check.printed).toMatchObject(sound);
    expect(ownFiles(archive)).toEqual(["drafts", "manifest.json"]);
  }
  // A plain copy into an empty folder is what the archive holds, and is kept as unchanged.
  rmSync(projects, { recursive: true });
  cpSync(join(archive, "projects"), projects, { recursive: true });
  expect((await keep(home)).printed).toMatchObject({ new: 0, grown: 0, bytes: 0, failed: 0 });
});

it("two runs at once, and one killed meanwhile: both archives are complete, one run waits for the other", async () => {
  const random = randomFrom(7);
  const home = scratch();
  const [projects, archive] = [join(home, ".claude/projects"), join(home, "archive")];
  const seen = new Map<string, Buffer>();
  for (let round = 0; round < 4; round++) {
    change(projects, random, round);
    see(projects, seen);
    const runs = await Promise.all([keep(home), keep(home), keep(home, "keep", 100 + 150 * random())]);
    expect([round, runs[0].code, runs[1].code]).toEqual([round, 0, 0]);
    expect([round, lost(archive, seen)]).toEqual([round, []]);
    expect((await keep(home, "check")).printed).toMatchObject(sound);
  }
  expect(ownFiles(archive)).toEqual(["drafts", "manifest.json"]);
});
