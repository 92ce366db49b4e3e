import { ccdag } from "@ccdag/processor";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderJson, { schemaVersion, toEnvelope } from "../src/index.ts";
import { projectIn } from "../../../tooling/fixtures/project.ts";

describe("render-json", () => {
  it("tells the sample as it stands beside it, with its account", async () => {
    const told = String(await ccdag().use(renderJson).process(projectIn("sample")));
    await expect(told).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.json");
    const { ccdag: head, account } = JSON.parse(told) as ReturnType<typeof toEnvelope>;
    expect(head).toEqual({ schemaVersion, generator: "@ccdag/render-json" });
    expect(account.lines).toBe(
      account.placed + account.hidden + account.folded.length + account.bookkeeping.length + account.malformed.length,
    );
  });

  it("tells a tree that was not read from files, on one line if asked", () => {
    const told = String(unified().use(renderJson, { indent: 0 }).stringify({ type: "root", children: [] }));
    expect(JSON.parse(told)).toEqual(toEnvelope({ type: "root", children: [] }));
    expect(told.trim().split("\n")).toHaveLength(1);
  });
});
