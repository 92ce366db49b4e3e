import { audit, type Session } from "@ccdag/ccast";
import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { projectIn } from "../../../tooling/fixtures/project.ts";
import { ccdag, findMisplaced } from "../src/index.ts";

const scenarios = readdirSync(new URL("../../../tooling/fixtures/scenarios/", import.meta.url)).sort();

describe("requirements of linear threads", () => {
  it.each(["sample", ...scenarios.map((name) => `scenarios/${name}`)].map((name) => [`C069: ${name}`, name]))(
    "%s is linear, and the check changes nothing",
    (_, name) => {
      const file = projectIn(name!);
      const tree = ccdag().parse(file);
      const before = JSON.stringify(tree);
      expect(findMisplaced(tree, file.data.transcript!)).toEqual([]);
      expect(audit(tree, file.data.ledger!)).toEqual([]);
      expect(JSON.stringify(tree)).toBe(before);
    },
  );

  it("C069: every session that is read backwards is found", () => {
    for (const name of scenarios) {
      const file = projectIn(`scenarios/${name}`);
      const tree = ccdag().parse(file);
      const session = tree.children[0] as Session;
      session.children.reverse();
      expect([name, findMisplaced(tree, file.data.transcript!).length > 0]).toEqual([name, true]);
    }
  });
});
