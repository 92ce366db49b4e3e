import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readProject } from "@ccdag/files";
import { outline } from "./outline.mjs";
import { renderAll } from "./render-all.mjs";

const scenarios = new URL("../fixtures/scenarios/", import.meta.url);

/** Render the bundled scenarios and compare them with their outlines. `--update` writes the outlines. */
export async function runBundled() {
  let failed = 0;
  const names = readdirSync(scenarios).sort();
  for (const name of names) {
    const folder = new URL(`${name}/`, scenarios);
    const projects = new URL("projects/", folder);
    const { tree, faults } = renderAll(await readProject(fileURLToPath(projects)));
    const output = outline(tree);
    const expectedFile = new URL("outline.txt", folder);
    if (process.argv.includes("--update")) writeFileSync(expectedFile, output);
    const isRight = output === readFileSync(expectedFile, "utf8") && faults.length === 0;
    if (isRight) continue;
    failed++;
    console.log(`FAIL ${name}\n${output}${faults.join("\n")}`);
  }
  console.log("CCDAG_TRUTH is not set: only the bundled scenarios were run");
  console.log(`conformance: ${names.length - failed} passed, ${failed} failed`);
  return failed > 0 ? 1 : 0;
}
