import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openBefore } from "./contract/opened.ts";
import { databases } from "./databases.ts";
import { choice, operation, Pair } from "./model-pair.ts";

describe.each(databases)("a model in memory and a store over $name", (database) => {
  const opened = openBefore(database);

  const newPair = async () => new Pair(opened.store, (await opened.store.createSession()).id);

  test("property: P1 P2 P3 P5 P6 P9 P12 agree on paths, leaves, trees and pages after any operations", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { maxLength: 40, size: "max" }), async (operations) => {
        const pair = await newPair();
        for (const one of operations) await pair.run(one);
        await pair.tree();
        await pair.leaves({});
        expect((await opened.store.messages(pair.session)).items).toHaveLength(pair.ids.length);
      }),
      { numRuns: 25 },
    );
  });

  test("property: P6 agree on every page of the paths of trees that are hundreds deep", async () => {
    // Each number says how far back the parent is: mostly the message before, so that the trees are deep.
    const back = fc.oneof({ weight: 12, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat({ max: 40 }) });
    const backs = fc.array(back, { minLength: 150, maxLength: 400, size: "max" });
    await fc.assert(
      fc.asyncProperty(backs, fc.array(choice, { minLength: 3, maxLength: 3 }), async (steps, chosen) => {
        const pair = await newPair();
        for (const step of steps) {
          const newest = pair.model.newest();
          await pair.append(newest === undefined ? {} : { after: Math.max(0, newest - step) });
        }
        const deepest = pair.ids.length - 1;
        for (const leaf of [deepest, ...chosen.map((at) => at % pair.ids.length)])
          for (const limit of [7, 50]) {
            await pair.path(leaf, pair.ids[leaf], { limit });
            await pair.path(leaf, pair.ids[leaf], { limit, isDescending: true });
          }
        // One message at a time: the ancestor at every depth is looked for.
        await pair.path(deepest, pair.ids[deepest], { limit: 1 });
        expect(pair.model.depth(deepest)).toBeGreaterThan(40);
      }),
      { numRuns: 3 },
    );
  });
});
