import { readdirSync } from "node:fs";
import { join } from "node:path";
import { byLocation, type Dag, type Entry } from "@ccdag/core";
import { parseShape, shapeJsonl } from "@ccdag/testkit";
import { transcript } from "@ccdag/processor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { damaged } from "../../../packages/processor/test/damaged.ts";
import { drawShape } from "@ccdag/report";
import { ccdag, read, sample, scratch } from "./world.ts";

const drawn = (shape: string) => ccdag(["shape", scratch({ "s1.jsonl": shapeJsonl(shape) })]);

describe("ccdag shape", () => {
  it.each([
    ["a chain", "U1 ─ A1 ─ U2 ─ A2\n"],
    ["parallel calls", "A1=m1 ┬ A2=m1 ┬        A3=m1\n      │       └ U1=r\n      └                            U2=r\n"],
    ["a second beginning", "U1 ─ A1\n          U2 ─ A2\n"],
    ["a compaction", "U1 ─ A1\n          S1=compact~A1 ─ U2=summary ─ U3=caveat ─ U4=command ─ U5=stdout\n"],
    ["a missing parent", "U1 ─ A1\n          ?U2 ─ A2\n"],
    [
      "what clients write",
      "U1 ─ A1 ┬ U2=r\n        ├         U3=skill\n        └                    U4=interrupt ─ A2=resume ─ H1 ─ P1 ─ Q1 ─ S1 ─ S2=command\n",
    ],
  ])("draws %s like the drawing of a rule", async (_, shape) => {
    const { stdout, code } = await drawn(shape);
    expect(code).toBe(0);
    const parents = (text: string) =>
      parseShape(text).map(({ name, spec, parent, isOrphan, logical }) => [name, spec, parent, isOrphan, logical]);
    expect(parents(stdout)).toEqual(parents(shape));
  });

  it("draws the children of an entry below it, and crosses no lines", async () => {
    expect((await drawn("U1 ─ A1 ┬ U2=r ┬ A2\n        │      └    A3\n        └               U3=r ─ A4")).stdout).toBe(
      "U1 ─ A1 ┬ U2=r ┬ A2\n        │      └      A3\n        └                  U3=r ─ A4\n",
    );
  });

  it("a drawing shows the parent of every entry, for any damage", () => {
    fc.assert(
      fc.property(damaged, (files) => {
        const { dag } = transcript(files);
        const entries = recorded(dag);
        const parts = drawShape(dag, entries).text.split("---\n");
        const names = new Map<string, string>();
        const output = parts.flatMap((part) => parseShape(part));
        expect(output).toHaveLength(entries.length);
        for (const [index, entry] of entries.entries()) names.set(entry.uuid ?? entry.id, output[index]!.name);
        for (const [index, { parentUuid, uuid, id }] of entries.entries()) {
          expect(output[index]!.name).toBe(names.get(uuid ?? id));
          expect(output[index]!.parent).toBe(parentUuid === null ? undefined : names.get(parentUuid));
        }
      }),
      { numRuns: 80 },
    );
  });

  it("--around draws the entries near one entry", async () => {
    const chain = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? `U${index + 1}` : `A${index + 1}`)).join(
      " ─ ",
    );
    const folder = scratch({ "s.jsonl": shapeJsonl(chain) });
    const { stdout } = await ccdag(["shape", folder, "--around", "U21"]);
    expect(parseShape(stdout)).toHaveLength(17);
    expect((await ccdag(["shape", folder, "--around", "nobody-knows"])).code).toBe(2);
  });

  it("`ccdag mask` writes a copy without text and with the same drawing", async () => {
    const folder = scratch({
      "s.jsonl": shapeJsonl("U1=secret ─ A1=m1:hush ┬ U2=r\n                        └ U3=again"),
    });
    const { stdout } = await ccdag(["mask", folder]);
    expect(stdout).not.toMatch(/secret|hush|again/);
    const copy = scratch({ "s.jsonl": stdout });
    expect((await ccdag(["shape", copy])).stdout).toBe((await ccdag(["shape", folder])).stdout);
    expect((await ccdag(["check", copy])).stdout).toMatch(/^Nothing is lost/);
  });

  it("`ccdag mask` of several files requires a folder, and keeps agents with their sidecars", async () => {
    expect(await ccdag(["mask", sample])).toMatchObject({
      code: 2,
      stderr: "ccdag: Unexpected 3 files, expected a folder after -o\n".replace("3", "4"),
    });
    const folder = scratch();
    expect((await ccdag(["mask", sample, "-o", `${folder}/`])).code).toBe(0);
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.includes("."));
    expect(names.map((name) => name.replace(/(?:aa|id)\d{6}/g, "*")).sort()).toEqual([
      "*/*.jsonl",
      "*/*.jsonl",
      "*/*/subagents/agent-*.jsonl",
      "*/*/subagents/agent-*.meta.json",
    ]);
    const [main] = names.filter((name) => /^[^/]+\/[^/]+\.jsonl$/.test(name));
    expect(read(join(folder, main!))).not.toContain("weather");
    expect((await ccdag(["check", folder])).stdout).toMatch(
      /^Nothing is lost: 234 lines = 145 placed \+ 0 hidden \+ 47 folded/,
    );
    const tree = async (path: string) =>
      (await ccdag(["tree", path, "--json"])).stdout.replace(/"(?:id|from|title|timestamp)": [^\n]*\n/g, "");
    expect(await tree(folder)).toBe(await tree(sample));
  });
});

function recorded(dag: Dag): Entry[] {
  const copies = dag.copies.flatMap(({ entry, isShared }) => (isShared ? [] : entry));
  return [...dag.entries.values(), ...copies].sort((a, b) => byLocation(a.location, b.location));
}
