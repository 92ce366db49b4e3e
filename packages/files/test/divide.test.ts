import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { divideProject, readPart, readPartOf, readPartsWith, readProject } from "../src/index.ts";

const record = (uuid: string, sessionId: string, parentUuid: string | null = null): string =>
  `${JSON.stringify({ type: "user", uuid, sessionId, parentUuid, message: { content: uuid } })}\n`;

function folderWith(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-divide-"));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** The paths and contents of all files, part by part or at once. */
async function partsOf(folder: string): Promise<string[][]> {
  const project = await divideProject(folder);
  const files = await Promise.all(project.parts.map((part) => readPart(project, part)));
  return files.map(({ data }) => data.companions!.map((one) => `${one.path} ${String(one)}`));
}

it.each([
  [
    "two compressed files whose transcript would have one name",
    { "a.jsonl.gz": gzipSync(record("g", "x")), "a.jsonl.zst": record("z", "y") },
    2,
  ],
  [
    "a transcript and a compressed one of its name",
    { "a.jsonl": record("p", "x"), "a.jsonl.gz": gzipSync(record("g", "y")) },
    2,
  ],
  [
    "sessions that continue one another",
    { "a.jsonl": record("p", "a"), "b.jsonl": record("q", "b", "p"), "c.jsonl": record("r", "c") },
    2,
  ],
  [
    "a session of a teammate in a pane, and the session that spawned it",
    {
      "a.jsonl": `${JSON.stringify({ type: "user", uuid: "p", sessionId: "a", parentUuid: null, message: { content: "agent_id: bo@crew" } })}\n`,
      "b.jsonl": record("q", "b").replace("{", '{"teamName":"crew","agentName":"bo",'),
      "c.jsonl": record("r", "c").replace("{", '{"teamName":"crew","agentName":"cy",'),
    },
    2,
  ],
])("the parts hold the files of the project, with their names: %s", async (_, files, count) => {
  const folder = folderWith(files);
  const parts = await partsOf(folder);
  expect(parts.length).toBe(count);
  const whole = (await readProject(folder)).data.companions!.map((one) => `${one.path} ${String(one)}`);
  expect(parts.flat().sort()).toEqual(whole.sort());
  expect(new Set(whole.map((one) => one.split(" ")[0])).size).toBe(whole.length);
});

it("a transcript is read with its part; a part has another state when one of its files was written", async () => {
  const folder = folderWith({
    "a.jsonl": record("p", "a"),
    "b.jsonl": record("q", "b", "p"),
    "c.jsonl": record("r", "c"),
  });
  const paths = (await readPartOf(folder, "b.jsonl")).data.companions!.map(({ path }) => path);
  expect(paths).toEqual(["a.jsonl", "b.jsonl"]);
  const states = async () => (await divideProject(folder)).parts.map(({ state }) => state);
  const before = await states();
  expect(await states()).toEqual(before);
  writeFileSync(join(folder, "c.jsonl"), record("r2", "c"));
  const after = await states();
  expect([after[0] === before[0], after[1] === before[1]]).toEqual([true, false]);
});

it.each([
  [["q"], ["a.jsonl", "b.jsonl"]],
  [
    ["q", "r-1"],
    ["a.jsonl", "b.jsonl", "c.jsonl.gz"],
  ],
  [
    ["p", "nowhere"],
    ["a.jsonl", "b.jsonl", "c.jsonl.gz", "d.jsonl"],
  ],
])("the parts with the entries %j are read; with one that is nowhere, the project", async (ids, expected) => {
  const folder = folderWith({
    "a.jsonl": record("p", "a"),
    "b.jsonl": record("q", "b", "p"),
    "c.jsonl.gz": gzipSync(record("r-1", "c")),
    "d.jsonl": record("s", "d"),
  });
  const { data } = await readPartsWith(folder, ids);
  expect(data.companions!.map(({ path }) => path).sort()).toEqual(expected.map((path) => path.replace(".gz", "")));
});
