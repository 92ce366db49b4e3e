import { existsSync } from "node:fs";
import { audit, uuidsOf, walk } from "@ccdag/ccast";
import { pageOf, type Report } from "@ccdag/core";
import { kahn, verifyOrder } from "@ccdag/order";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { transcript } from "../src/index.ts";
import { damaged } from "./damaged.ts";

describe("damaged transcripts", () => {
  it("every message names its rule, its file and line, and the page of the rule", () => {
    const said = new Set<string>();
    fc.assert(
      fc.property(damaged, (files) => {
        const lines = new Map(files.map(({ path, value }) => [path, String(value).split("\n").length]));
        const report: Report = ({ ruleId, file, line, url }) => {
          expect(line).toBeLessThanOrEqual(lines.get(file!)!);
          expect(url).toBe(pageOf(ruleId!));
          said.add(ruleId!);
        };
        transcript(files, { report });
      }),
      { numRuns: 100 },
    );
    expect(said.size).toBeGreaterThan(4);
    for (const rule of said) expect(existsSync(new URL(`../../../docs/rules/${rule}.md`, import.meta.url))).toBe(true);
  });

  it("are read whole: the account balances, no parent follows its child, and the order of files does not matter", () => {
    fc.assert(
      fc.property(damaged, (files) => {
        const { tree, ledger, threads, dag } = transcript(files);
        expect(audit(tree, ledger)).toEqual([]);
        const all = new Set(threads.trunks);
        for (const thread of all) for (const side of thread.sides) all.add(side.thread);
        const parent = ({ id }: { id: string }) => {
          const edge = dag.edge(id);
          return edge?.kind === "parent" || edge?.kind === "alias" ? edge.to : undefined;
        };
        for (const { entries } of all) expect(verifyOrder(entries, { ids: ({ id }) => id, parent })).toEqual([]);
        expect(JSON.stringify(transcript([...files].reverse()).tree)).toBe(JSON.stringify(tree));
      }),
      { numRuns: 150 },
    );
  });

  it("give the same bytes when read twice", () => {
    fc.assert(
      fc.property(damaged, (files) => {
        const render = () => JSON.stringify([transcript(files).tree, transcript(files).ledger]);
        expect(render()).toBe(render());
      }),
      { numRuns: 40 },
    );
  });

  it("C064: in Kahn order too, no parent follows its child, and every entry is in it once", () => {
    fc.assert(
      fc.property(damaged, (files) => {
        const { dag } = transcript(files);
        const parent = ({ id }: { id: string }) => dag.edge(id)?.to;
        const options = { ids: ({ id }: { id: string }) => id, parent, priority: dag.timeOf, tie: dag.compare };
        const { order, cyclic } = kahn([...dag.entries.values()], options);
        const isUp = (id: string) => ["parent", "alias", "agent"].includes(dag.edge(id)?.kind ?? "");
        const recorded = ({ id }: { id: string }) => (isUp(id) ? dag.edge(id)!.to : undefined);
        expect(verifyOrder([...order], { ids: options.ids, parent: recorded })).toEqual([]);
        expect(new Set([...order, ...cyclic]).size).toBe(dag.entries.size);
      }),
      { numRuns: 60 },
    );
  });

  it("an additional record never removes another: every uuid stays placed, or is folded into one that is", () => {
    const any = fc.tuple(
      damaged,
      fc.nat(),
      fc.nat(),
      fc.nat(),
      fc.constantFrom("user", "assistant", "system", "progress"),
    );
    fc.assert(
      fc.property(any, ([files, which, at, parent, type]) => {
        const before = transcript(files);
        const lines = files.map(({ value }) => String(value).split("\n"));
        const own = lines[which % files.length]!;
        const uuids = own.flatMap((line) => /"uuid":"([^"]*)"/.exec(line)?.[1] ?? []);
        const added = { type, uuid: "one-more", parentUuid: uuids[parent % Math.max(uuids.length, 1)] ?? null };
        const message = type === "user" || type === "assistant" ? { message: { role: type, content: "one more" } } : {};
        own.splice(at % own.length, 0, JSON.stringify({ ...added, ...message, timestamp: "2026-01-01T00:00:00Z" }));
        const after = transcript(files.map(({ path }, index) => ({ path, value: lines[index]!.join("\n") })));
        expect(audit(after.tree, after.ledger)).toEqual([]);
        const placed = new Set<string>();
        walk(after.tree, (node) => {
          for (const uuid of uuidsOf(node)) placed.add(uuid);
        });
        const folded = new Map(after.ledger.folded.map(({ uuid, into }) => [uuid, into]));
        for (const { uuid } of before.dag.entries.values())
          if (uuid !== undefined)
            expect([uuid, placed.has(uuid) || placed.has(folded.get(uuid)!)]).toEqual([uuid, true]);
      }),
      { numRuns: 60 },
    );
  });
});
