import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sqlite from "node-sqlite3-wasm";
import { describe, expect, it, onTestFinished } from "vitest";
import { besideDatabase, DatabaseReader } from "../src/index.ts";

/** A folder for a database. */
function place(): string {
  const folder = mkdtempSync(join(tmpdir(), "sqlite-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "talks.db");
}

describe("a database that is read (issue 43); with a client that writes: the tests of source-opencode", () => {
  it("has rows with numbers, texts and null; numbers that no float holds and bytes are texts", async () => {
    const path = place();
    const database = new sqlite.Database(path);
    database.exec("CREATE TABLE talk (id, words, size, picture)");
    database.run("INSERT INTO talk VALUES (1, 'a', 9007199254740993, x'00ff'), (2, NULL, 1.5, NULL)");
    database.close();
    const reader = new DatabaseReader(path);
    onTestFinished(() => reader.close());
    expect(await reader.read((rows) => rows.all("talk", "SELECT * FROM talk WHERE id >= ?", 1))).toEqual([
      { id: 1, words: "a", size: "9007199254740993", picture: "AP8=" },
      { id: 2, words: null, size: 1.5, picture: null },
    ]);
    expect(
      await reader.read((rows) => [rows.all("gone", "SELECT * FROM gone"), rows.has("talk", "id", "mood")]),
    ).toEqual([[], false]);
    expect(readdirSync(join(path, ".."))).toEqual(["talks.db"]);
  });

  it("that is none is named, and its log belongs to it", async () => {
    const path = place();
    writeFileSync(path, "no database");
    const reader = new DatabaseReader(path);
    await expect(reader.read(() => 1)).rejects.toThrow("expected a SQLite database");
    expect(besideDatabase("/x/a.db")).toEqual(["/x/a.db-wal", "/x/a.db-journal"]);
  });
});
