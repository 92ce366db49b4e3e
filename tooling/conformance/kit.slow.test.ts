import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arrangeClients, clientHomesIn, sourceFor } from "@ccdag/clients";
import { isOfHome, judge, parentsIn, readScenarios, unpack } from "@ccdag/conformance";
import { readProject } from "@ccdag/files";
import { ccdag } from "@ccdag/processor";
import renderJson from "@ccdag/render-json";
import type { VFile } from "vfile";
import { expect, it } from "vitest";

it("ccdag passes every scenario of the suite that others run", async () => {
  const scenarios = await readScenarios();
  expect(scenarios.length).toBeGreaterThan(500);
  const faults: string[] = [];
  for (const scenario of scenarios) {
    const folder = mkdtempSync(join(tmpdir(), "ccdag-kit-"));
    const top = await unpack(scenario, folder);
    const output = isOfHome(scenario) ? await readHome(top, folder) : render(await readProject(top));
    for (const [dimension, found] of Object.entries(judge(output, scenario.expected, parentsIn(scenario))))
      if (found.length > 0) faults.push(`${scenario.name}, ${dimension}: ${found[0]}`);
    rmSync(folder, { recursive: true });
  }
  expect(faults).toEqual([]);
});

function render(file: VFile): string {
  const processor = ccdag().use(renderJson);
  return processor.stringify(processor.parse(file), file);
}

/** All agents of a home, each as one tree. */
async function readHome(home: string, cache: string): Promise<string> {
  const roots = await arrangeClients(clientHomesIn(home), cache, (path, reason) => {
    throw new Error(`${path}: ${reason}`);
  });
  const [root = "", other] = roots;
  expect(other).toBeUndefined();
  return render(await readProject(root, { sourceFor }));
}
