import { ccdag } from "@ccdag/processor";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderJson, { schemaVersion, toEnvelope } from "../src/index.ts";
import { projectIn } from "../../../tooling/fixtures/project.ts";

describe("render-json", () => {
  it("renders the sample as in its snapshot, with its account", async () => {
    const output = String(await ccdag().use(renderJson).process(projectIn("sample")));
    await expect(output).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.json");
    const { ccdag: head, account } = JSON.parse(output) as ReturnType<typeof toEnvelope>;
    expect(head).toEqual({ schemaVersion, generator: "@ccdag/render-json" });
    expect(account.lines).toBe(
      account.placed + account.hidden + account.folded.length + account.bookkeeping.length + account.malformed.length,
    );
  });

  it("renders a tree that was not read from files, on one line if asked", () => {
    const output = String(unified().use(renderJson, { indent: 0 }).stringify({ type: "root", children: [] }));
    expect(JSON.parse(output)).toEqual(toEnvelope({ type: "root", children: [] }));
    expect(output.trim().split("\n")).toHaveLength(1);
  });
});
