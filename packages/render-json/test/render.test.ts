import { ccdag } from "@ccdag/processor";
import type { Root } from "@ccdag/ccast";
import { unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import renderJsonl from "../src/jsonl.ts";
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

  it.each([
    ["JSON", renderJson],
    ["JSON without indentation", [renderJson, { indent: 0 }]],
    ["JSON Lines", renderJsonl],
  ] as Array<[string, typeof renderJson]>)("makes %s piece by piece, as often as it is asked", async (_, plugin) => {
    const text = String(await ccdag().use([plugin]).process(projectIn("sample")));
    const file = projectIn("sample");
    const processor = ccdag()
      .use([plugin])
      .use({ settings: { inPieces: true } as object });
    expect(String(await processor.process(file))).toBe("");
    for (let round = 0; round < 2; round++) expect([...file.data.pieces!()].join("")).toBe(text);
  });

  it.each([
    ["JSON", renderJson],
    ["JSON Lines", renderJsonl],
  ] as Array<[string, typeof renderJson]>)(
    "a piece of %s is as long as some messages, not as the session",
    (_, plugin) => {
      const value = "x".repeat(200_000);
      const children = Array.from({ length: 20 }, () => ({ type: "message", children: [{ type: "text", value }] }));
      const tree = { type: "root", children: [{ type: "session", sessionId: "s", children }] } as unknown as Root;
      const file = new VFile();
      unified().use(plugin, { inPieces: true }).stringify(tree, file);
      const pieces = [...file.data.pieces!()];
      expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1_000_000);
      expect(pieces.join("").length).toBeGreaterThan(4_000_000);
    },
  );
});
