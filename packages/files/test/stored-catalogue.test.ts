import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { divideProject } from "../src/index.ts";

const scratch = mkdtempSync(join(tmpdir(), "ccdag-catalogue-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let number = 0;

function folders(): { folder: string; cache: string } {
  const base = join(scratch, String(number++));
  mkdirSync(join(base, "in"), { recursive: true });
  return { folder: join(base, "in"), cache: join(base, "cache") };
}

const record = (session: string, uuid: string, parentUuid: string | null = null) =>
  `${JSON.stringify({ type: "user", uuid, parentUuid, sessionId: session, message: { role: "user", content: uuid } })}\n`;

/** With and without the cache; they must be the same. */
async function divided(folder: string, cache: string): Promise<string[][]> {
  const [with_, without] = [await divideProject(folder, { cache }), await divideProject(folder)];
  expect(with_).toEqual(without);
  return with_.parts.map(({ paths }) => [...paths]);
}

const stored = (cache: string) =>
  join(
    cache,
    readdirSync(cache).find((name) => name.startsWith("catalogue-"))!,
  );

describe("what is remembered of a folder", () => {
  it("is whatever a new run would find, after any changes", async () => {
    const name = fc.constantFrom("a", "b", "c", "d");
    const change = fc.oneof(
      fc.tuple(fc.constant("append" as const), name, name),
      fc.tuple(fc.constant("part of a line" as const), name, name),
      fc.tuple(fc.constant("rewrite" as const), name, name),
      fc.tuple(fc.constant("remove" as const), name, name),
      fc.tuple(fc.constant("damage" as const), name, name),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), async (changes) => {
        const { folder, cache } = folders();
        for (const [index, [what, one, other]] of changes.entries()) {
          const path = join(folder, `${one}.jsonl`);
          if (what === "append") appendFileSync(path, record(one, `${one}${index}`, `${other}${index - 1}`));
          else if (what === "part of a line")
            appendFileSync(path, record(one, `${one}${index}`, `${other}0`).slice(0, -30));
          else if (what === "rewrite") writeFileSync(path, record(one, `${one}${index}`, `${other}${index - 2}`));
          else if (what === "remove") rmSync(path, { force: true });
          else if (existsSync(cache) && readdirSync(cache).length > 0) {
            const bytes = readFileSync(stored(cache));
            bytes[(index * 7919) % bytes.length]! ^= 1;
            writeFileSync(stored(cache), index % 3 === 0 ? bytes.subarray(0, bytes.length >> 1) : bytes);
          }
          expect(await divided(folder, cache)).toBeDefined();
        }
      }),
      { numRuns: 60 },
    );
  });

  it("a file that has grown joins what its new lines name", async () => {
    const { folder, cache } = folders();
    writeFileSync(join(folder, "a.jsonl"), record("a", "a1"));
    writeFileSync(join(folder, "b.jsonl"), record("b", "b1"));
    expect(await divided(folder, cache)).toEqual([["a.jsonl"], ["b.jsonl"]]);
    appendFileSync(join(folder, "b.jsonl"), record("b", "b2", "a1"));
    expect(await divided(folder, cache)).toEqual([["a.jsonl", "b.jsonl"]]);
  });

  it("a file that was changed in place, and has its length or is longer, is scanned again", async () => {
    const { folder, cache } = folders();
    const path = join(folder, "b.jsonl");
    writeFileSync(join(folder, "a.jsonl"), record("a", "a1"));
    writeFileSync(path, record("b", "b1"));
    await divided(folder, cache);
    const filler = `${JSON.stringify({ type: "system", content: "x".repeat(9000) })}\n`;
    writeFileSync(path, record("b", "b2", "zz") + filler);
    expect(await divided(folder, cache)).toEqual([["a.jsonl"], ["b.jsonl"]]);
    writeFileSync(path, record("b", "b2", "a1") + filler);
    expect(await divided(folder, cache)).toEqual([["a.jsonl", "b.jsonl"]]);
  });

  it("is stored whole, for the user alone; drafts of killed runs and what is not used any more are removed", async () => {
    const { folder, cache } = folders();
    writeFileSync(join(folder, "a.jsonl"), record("a", "a1"));
    mkdirSync(cache);
    const id = "0".repeat(32);
    const old = [`catalogue-${id}.1.draft`, `results-${id}.1.draft`, `catalogue-${id}`, `results-${id}`, "notes.txt"];
    for (const name of [...old, `results-${id}.2.draft`]) writeFileSync(join(cache, name), "");
    for (const name of old) utimesSync(join(cache, name), 0, 0);
    await Promise.all([divided(folder, cache), divided(folder, cache), divided(folder, cache)]);
    expect(readdirSync(cache).sort()).toEqual([
      expect.stringMatching(/^catalogue-[\da-f]{32}$/),
      "notes.txt",
      `results-${id}.2.draft`,
    ]);
    if (process.platform !== "win32") expect(statSync(stored(cache)).mode & 0o077).toBe(0);
  });

  it("is not stored in the folder that is read, and a folder that cannot be written is no fault", async () => {
    const { folder } = folders();
    writeFileSync(join(folder, "a.jsonl"), record("a", "a1"));
    for (const cache of [folder, join(folder, "cache"), join(folder, "a.jsonl", "cache"), "/dev/null/cache"])
      expect(await divided(folder, cache)).toEqual([["a.jsonl"]]);
    expect(readdirSync(folder)).toEqual(["a.jsonl"]);
  });
});
