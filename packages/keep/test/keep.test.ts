import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FileError } from "@ccdag/files/errors";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkKept, keepAll, keepWatching, lockArchive, rootsToKeep } from "../src/index.ts";
import { Writer } from "../src/write.ts";

// What an embedding program does with an archive; what the command does is tested there.

const line = (uuid: string) => `{"type":"user","uuid":"${uuid}"}\n`;

function world() {
  const home = mkdtempSync(join(tmpdir(), "ccdag-keep-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const root = join(home, "projects");
  const path = join(root, "-p/a.jsonl");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, line("1"));
  return { root, path, archive: join(home, "archive"), kept: join(home, "archive/projects/-p/a.jsonl") };
}

describe("an archive of another program", () => {
  it("has what is new, continues what grew, and is sound", async () => {
    const { root, path, archive, kept } = world();
    const roots = await rootsToKeep(archive, [root, join(root, "not there")]);
    expect(roots).toEqual([root]);
    const unlock = await lockArchive(archive);
    expect(await keepAll(archive, { roots })).toMatchObject({ new: 1, grown: 0, failed: 0 });
    appendFileSync(path, line("2"));
    expect(await keepAll(archive, { roots })).toMatchObject({ new: 0, grown: 1, failed: 0 });
    await unlock();
    expect(readFileSync(kept, "utf8")).toBe(line("1") + line("2"));
    expect(await checkKept(archive)).toMatchObject({ sound: 1, missing: [], changed: [], unknown: [] });
  });

  it("is refused inside of what is kept, with one line", async () => {
    const { root } = world();
    await expect(rootsToKeep(join(root, "archive"), [root])).rejects.toThrow(FileError);
    await expect(rootsToKeep(join(root, "archive"), [root])).rejects.toThrow(/^Unexpected folder `.*`, expected one/);
  });

  it("one run waits for another one", async () => {
    const { archive } = world();
    const unlock = await lockArchive(archive);
    let waited = 0;
    const second = lockArchive(archive, () => waited++);
    await expect.poll(() => waited).toBe(1);
    await unlock();
    await (
      await second
    )();
  });

  it("follows a folder until it is stopped", async () => {
    const { root, path, archive } = world();
    const runs: number[] = [];
    let stop = () => {};
    const stopped = new Promise<void>((done) => (stop = done));
    const failed = (folder: string) => expect.unreachable(folder);
    await keepWatching([root], stopped, failed, async () => {
      const { new: added, grown } = await keepAll(archive, { roots: [root] });
      runs.push(added, grown);
      if (runs.length === 2) appendFileSync(path, line("2"));
      if (grown > 0) stop();
    });
    expect(runs.slice(0, 2)).toEqual([1, 0]);
    expect(runs.at(-1)).toBe(1);
  });
});

it("a writer does not write onto what was read, nor a transcript among others", async () => {
  const { root, path } = world();
  const writer = new Writer([root]);
  await expect(writer.write(path, "x")).rejects.toThrow(FileError);
  await expect(writer.write(join(root, "-p/b.jsonl"), line("1"))).rejects.toThrow(FileError);
  await writer.write(join(root, "../note.md"), "x");
  expect(readFileSync(join(root, "../note.md"), "utf8")).toBe("x");
});
