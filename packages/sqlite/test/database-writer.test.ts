import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { applicationIdOf, DatabaseReader, DatabaseWriter } from "../src/index.ts";

function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "new.db");
}

describe("a database that is written (issue 46)", () => {
  it("has its rows and its mark, and nothing is beside it at any moment", async () => {
    const path = place();
    const writer = await DatabaseWriter.create(path, "PRAGMA application_id = 7; CREATE TABLE talk (id, words);");
    expect(readdirSync(join(path, ".."))).toEqual(["new.db"]);
    writer.insert("INSERT INTO talk VALUES (?, ?)", [
      [1, "a"],
      [2, null],
    ]);
    expect(readdirSync(join(path, ".."))).toEqual(["new.db"]);
    writer.finish("CREATE INDEX by_id ON talk (id);");
    expect([readdirSync(join(path, "..")), applicationIdOf(path)]).toEqual([["new.db"], 7]);
    const reader = new DatabaseReader(path);
    onTestFinished(() => reader.close());
    expect(await reader.read((rows) => rows.all("talk", "SELECT * FROM talk"))).toEqual([
      { id: 1, words: "a" },
      { id: 2, words: null },
    ]);
  });

  it("may be read by whom other files may be read, and does not replace a file", async () => {
    const path = place();
    writeFileSync(`${path}.txt`, "");
    const writer = await DatabaseWriter.create(path, "CREATE TABLE t (a);");
    writer.close();
    writer.close();
    expect(statSync(path).mode).toBe(statSync(`${path}.txt`).mode);
    await expect(DatabaseWriter.create(path, "")).rejects.toThrow("EEXIST");
    await expect(DatabaseWriter.create(`${path}2`, "CREATE NONSENSE;")).rejects.toThrow("syntax error");
    expect(existsSync(`${path}2.lock`)).toBe(false);
  });

  it("a file that is none has no mark", () => {
    const path = place();
    writeFileSync(path, "");
    expect(applicationIdOf(path)).toBe(0);
    writeFileSync(path, "x".repeat(200));
    expect(applicationIdOf(path)).toBeUndefined();
  });
});
