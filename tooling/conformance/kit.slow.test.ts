import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { judge, parentsIn, readScenarios, unpack } from "@ccdag/conformance";
import { readProject } from "@ccdag/files";
import { ccdag } from "@ccdag/processor";
import renderJson from "@ccdag/render-json";
import { expect, it } from "vitest";

it("ccdag passes every scenario of the suite that others run", async () => {
  const scenarios = await readScenarios();
  expect(scenarios.length).toBeGreaterThan(300);
  const faults: string[] = [];
  for (const scenario of scenarios) {
    const folder = mkdtempSync(join(tmpdir(), "ccdag-kit-"));
    const file = await readProject(await unpack(scenario, folder));
    const processor = ccdag().use(renderJson);
    const output = processor.stringify(processor.parse(file), file);
    for (const [dimension, found] of Object.entries(judge(output, scenario.expected, parentsIn(scenario))))
      if (found.length > 0) faults.push(`${scenario.name}, ${dimension}: ${found[0]}`);
    rmSync(folder, { recursive: true });
  }
  expect(faults).toEqual([]);
});
