import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
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
