import { readFileSync, readdirSync } from "node:fs";
import { ccdag } from "@ccdag/processor";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { VFile } from "vfile";
import renderJson, { schemaVersion, toEnvelope } from "../src/index.ts";

const folder = new URL("../../../tooling/fixtures/sample/", import.meta.url);
const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.jsonl?$/.test(name));
const sample = () =>
  new VFile({
    path: "sample",
    data: { companions: names.map((path) => new VFile({ path, value: readFileSync(new URL(path, folder)) })) },
  });

describe("render-json", () => {
  it("tells the sample as it stands beside it, with its account", async () => {
    const told = String(await ccdag().use(renderJson).process(sample()));
    await expect(told).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.json");
    const { ccdag: head, account } = JSON.parse(told) as ReturnType<typeof toEnvelope>;
    expect(head).toEqual({ schemaVersion, generator: "@ccdag/render-json" });
    expect(account.lines).toBe(
      account.placed + account.hidden + account.folded.length + account.uuidless.length + account.malformed.length,
    );
  });

  it("tells a tree that was not read from files, on one line if asked", () => {
    const told = String(unified().use(renderJson, { indent: 0 }).stringify({ type: "root", children: [] }));
    expect(JSON.parse(told)).toEqual(toEnvelope({ type: "root", children: [] }));
    expect(told.trim().split("\n")).toHaveLength(1);
  });
});
