import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { listTranscripts, newestSession, readProject } from "../src/index.ts";

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), "ccdag-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

it("folders that are read as one: of a file and its beginning the longer one, of two that differ both", async () => {
  const live = folderOf({ "p/a.jsonl": "1\n2\n", "p/b.jsonl": "1\n", "p/c.jsonl": "1\nlive\n", "p/same.jsonl": "1\n" });
  const archive = folderOf({
    "p/a.jsonl": "1\n",
    "p/b.jsonl.gz": gzipSync("1\n2\n"),
    "p/c.jsonl": "1\narchive\n",
    "p/same.jsonl": "1\n",
    "p/old.jsonl": "1\n",
    "p/c/tool-results/x.txt": "output",
  });
  const cache = folderOf({});
  const also = [archive, "/no/such"];
  for (let round = 0; round < 3; round++) {
    const listed = await listTranscripts(live, { also, cache });
    expect(listed.map(({ path, real }) => [path, String(real).startsWith(archive)])).toEqual([
      ["p/a.jsonl", false],
      ["p/b.jsonl.gz", true],
      ["p/c.jsonl", false],
      ["p/c/tool-results/x.txt", true],
      ["p/c~2.jsonl", true],
      ["p/old.jsonl", true],
      ["p/same.jsonl", false],
    ]);
  }
  const { data } = await readProject(live, { also });
  expect(data.companions!.find(({ path }) => path === "p/b.jsonl")?.value?.length).toBe(4);
  await expect(listTranscripts("/no/such", { also: ["/no/such/either"] })).rejects.toThrow("ENOENT");
  expect((await listTranscripts("/no/such", { also: [live] })).length).toBe(4);
});

it("an archive that keeps a rewritten file beside the older one, read with the folder that it was copied from", async () => {
  const live = folderOf({
    "p/a.jsonl": "new\n1\n2\n",
    "p/a/agent-x.meta.json": "{}",
    "p/b.jsonl": "third\n",
    "p/a/tool-results/x": "output",
  });
  const archive = folderOf({
    "p/a.jsonl": "old\n1\n",
    "p/a~2.jsonl.gz": gzipSync("new\n1\n"),
    "p/a/agent-x.meta.json": '{"old":1}',
    "p/a/agent-x~2.meta.json": "{}",
    "p/b.jsonl": "first\n",
    "p/b~2.jsonl": "second\n",
    "p/a/tool-results/x~2": "out",
    "p/gone~2.jsonl": "1\n",
    "p/~2.jsonl": "1\n",
  });
  const contents = async (...[folder, ...also]: [string, ...string[]]) => {
    const listed = await listTranscripts(folder, { also });
    return Object.fromEntries(listed.map(({ path, real }) => [path, readFileSync(real, "latin1")]));
  };
  const same = { "p/gone~2.jsonl": "1\n", "p/~2.jsonl": "1\n" };
  expect(await contents(live, archive)).toEqual({
    "p/a.jsonl": "new\n1\n2\n",
    "p/a~2.jsonl": "old\n1\n",
    "p/a/agent-x.meta.json": "{}",
    "p/a/agent-x~2.meta.json": '{"old":1}',
    "p/b.jsonl": "third\n",
    "p/b~2.jsonl": "first\n",
    "p/b~3.jsonl": "second\n",
    "p/a/tool-results/x": "output",
    ...same,
  });
  expect(await contents(archive, live)).toEqual({
    "p/a.jsonl": "old\n1\n",
    "p/a~2.jsonl": "new\n1\n2\n",
    "p/a/agent-x.meta.json": '{"old":1}',
    "p/a/agent-x~2.meta.json": "{}",
    "p/b.jsonl": "first\n",
    "p/b~2.jsonl": "second\n",
    "p/b~3.jsonl": "third\n",
    "p/a/tool-results/x~2": "output",
    ...same,
  });
});

it("the newest session is the one in which something was said last, whenever its file was copied", async () => {
  const said = (time: string) => `{"timestamp":"${time}"}\n{"type":"summary"}\n`;
  const folder = folderOf({
    "early.jsonl": said("2026-01-01T10:00:00.000Z"),
    "late.jsonl": said("2026-02-01T10:00:00.000Z"),
    "agent-1.jsonl": said("2026-03-01T10:00:00.000Z"),
    "empty.jsonl": "",
  });
  utimesSync(join(folder, "early.jsonl"), new Date(), new Date());
  utimesSync(join(folder, "late.jsonl"), new Date("2026-02-02"), new Date("2026-02-02"));
  expect(await newestSession(folder)).toBe(join(folder, "late.jsonl"));
  const other = folderOf({ "later.jsonl": said("2026-02-03T10:00:00.000Z") });
  expect(await newestSession(folder, [other])).toBe(join(other, "later.jsonl"));
  expect(await newestSession("/no/such")).toBeUndefined();
});
