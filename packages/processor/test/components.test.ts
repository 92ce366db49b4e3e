import { readScenarios, type Scenario } from "@ccdag/conformance";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TranscriptFile } from "../src/index.ts";
import { byComponent, divide, whole } from "./components.ts";
import { damaged } from "./damaged.ts";

const filesOf = ({ files }: Scenario, folder = ""): TranscriptFile[] =>
  Object.entries(files).map(([path, value]) => ({ path: `${folder}${path}`, value }));

/** The same conversation with other uuids, and other ids of API messages: as real ones, they are nobody else's. */
function withOwnIds(scenario: Scenario, index: number): Scenario {
  const own = String(index).padStart(4, "0");
  const rename = (text: string) =>
    text
      .replace(/\b([\da-f]{8})-[\da-f]{4}-([\da-f]{4}-[\da-f]{4}-[\da-f]{12})\b/g, `$1-${own}-$2`)
      .replace(/"(id|uuid|parentUuid|logicalParentUuid|leafUuid)":"((?:msg|[A-Z]\d)[^"]*)"/g, `"$1":"$2-${own}"`);
  const files = Object.entries(scenario.files).map(([path, text]) => [rename(path), rename(text)]);
  return { ...scenario, files: Object.fromEntries(files) as Scenario["files"] };
}

describe("reading component by component gives what reading all files at once gives", async () => {
  const scenarios = await readScenarios();

  it("each recorded and drawn conversation", () => {
    for (const scenario of scenarios) {
      const files = filesOf(scenario);
      expect([scenario.name, ...byComponent(files)]).toEqual([scenario.name, ...whole(files)]);
    }
  });

  it("all of them in one folder: the scenarios share ids", () => {
    const files = scenarios.flatMap((scenario) => filesOf(scenario, `${scenario.name}/`));
    expect(byComponent(files)).toEqual(whole(files));
  });

  it("all of them in one folder, with ids of their own: what is equal by chance joins nothing", () => {
    const files = scenarios.flatMap((scenario, index) => filesOf(withOwnIds(scenario, index), `${scenario.name}/`));
    expect(byComponent(files)).toEqual(whole(files));
    expect(divide(files).length).toBeGreaterThan(scenarios.length / 2);
  });

  it("property: damaged transcripts, several projects beside one another", () => {
    fc.assert(
      fc.property(fc.array(damaged, { minLength: 1, maxLength: 3 }), (projects) => {
        const files = projects.flatMap((project, index) =>
          project.map(({ path, value }) => ({ path: `p${index}/${path}`, value })),
        );
        expect(byComponent(files)).toEqual(whole(files));
      }),
      { numRuns: 60 },
    );
  });
});
