import { ccdag, ccdagDetail, ccdagSelect, ccdagTimeline } from "@ccdag/processor";
import ccdagRedact from "@ccdag/redact";
import { type Pluggable, unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import { formats, loadFormat } from "../src/tables.ts";

const records = [
  { type: "user", uuid: "u", parentUuid: null, message: { content: "Hello." } },
  { type: "assistant", uuid: "a", parentUuid: "u", message: { id: "m", model: "claude", content: "Hi." } },
];
const file = () => new VFile({ path: "s.jsonl", value: records.map((one) => `${JSON.stringify(one)}\n`).join("") });

describe("requirements of plugins", () => {
  it.each(formats)("K002: $name is a plugin of the frozen processor", async ({ name, isDatabase = false }) => {
    const { plugin } = await loadFormat(name);
    expect(() => ccdag.use(plugin as never)).toThrow("frozen");
    const processor = ccdag()
      .use([plugin] as never)
      .freeze();
    // A database is on the disk.
    if (isDatabase) await expect(processor.process(file())).rejects.toThrow("which only `ccdag export` writes");
    else expect(String(await processor.process(file())).length).toBeGreaterThan(10);
  });

  it.each<[string, Pluggable]>([
    ["K002: select", [ccdagSelect, { compaction: "strip" }]],
    ["K002: detail", [ccdagDetail, { detail: "talk" }]],
    ["K002: timeline", ccdagTimeline],
    ["K002: redact", ccdagRedact],
  ])("%s is a plugin that makes a tree of a tree", async (_, plugin) => {
    const given = file();
    const tree = ccdag().parse(given);
    const output = await unified().use([plugin]).freeze().run(tree, given);
    expect(output).toMatchObject({ type: "root" });
    expect(JSON.stringify(output)).toContain("Hello.");
  });
});
