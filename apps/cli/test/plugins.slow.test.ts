import { describe, expect, it } from "vitest";
import { ccdag, put, sample, scratch } from "./world.ts";

describe("a config", () => {
  it("takes the detail and the settings from a preset of another copy of the packages", async () => {
    const preset = `import { ccdagDetail } from "ccdag-detail-of-another-copy"
      export default {plugins: [[ccdagDetail, {detail: "talk"}]], settings: {labels: {actors: {assistant: "BOT"}}, limit: 5}}`;
    const config = { plugins: ["./pre.mjs"], settings: { labels: { actors: { human: "PERSON" } } } };
    const cwd = scratch({ "ccdag.config.json": JSON.stringify(config) });
    const at = new URL("../../../packages/processor/dist/index.js", import.meta.url).href;
    put(cwd, "pre.mjs", preset.replace('"ccdag-detail-of-another-copy"', JSON.stringify(at)));
    const output = async (...argv: string[]) => (await ccdag(["export", sample, ...argv], { cwd })).stdout;
    expect(await output()).toMatch(/BOT[^]*PERSON|PERSON[^]*BOT/);
    expect(await output()).not.toContain("<summary>Thinking</summary>");
    expect(await output("--detail", "full")).toContain("BOT");
  });
});
