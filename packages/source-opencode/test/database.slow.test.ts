import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { parseEntries, unknownParts } from "@ccdag/core";
import { DatabaseReader } from "@ccdag/sqlite";
import { describe, expect, it, onTestFinished } from "vitest";
import { opencode, opencodeFiles } from "../src/index.ts";
import { OpencodeHome } from "./opencode-home.ts";
import { startWriter } from "./writer.ts";

/** All that a folder holds, with the times of change. */
function stateOf(folder: string): unknown[] {
  const names = readdirSync(folder).sort();
  return [
    statSync(folder).mtimeMs,
    ...names.map((name) => [name, statSync(join(folder, name)).mtimeMs, readFileSync(join(folder, name)).length]),
  ];
}

/** A home whose client was killed: a message is only in the log of the database. */
function killed(): OpencodeHome {
  const home = new OpencodeHome().session("s").asks("m1", 1, "One");
  home.database.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL");
  home.asks("m2", 2, "In the log");
  const place = join(home.folder, "killed");
  mkdirSync(place);
  for (const name of ["opencode.db", "opencode.db-wal"]) copyFileSync(join(home.home, name), join(place, name));
  home.database.close();
  rmSync(home.home, { recursive: true });
  mkdirSync(home.home);
  for (const name of ["opencode.db", "opencode.db-wal"]) copyFileSync(join(place, name), join(home.home, name));
  return home;
}

async function failures(home: OpencodeHome): Promise<string[]> {
  return (await home.arrange()).failed.map(({ reason }) => reason);
}

describe("the database of opencode", () => {
  it("is read with its log, and nothing is written into its folder", async () => {
    const home = killed();
    chmodSync(home.home, 0o555);
    onTestFinished(() => chmodSync(home.home, 0o755));
    const before = stateOf(home.home);
    expect(await home.drawing()).toContain("prompt: One\n  prompt: In the log");
    expect(stateOf(home.home)).toEqual(before);
  });

  it("is in the mode of a log also where the log is gone", async () => {
    const home = killed();
    rmSync(join(home.home, "opencode.db-wal"));
    expect(readFileSync(join(home.home, "opencode.db"))[18]).toBe(2);
    expect(await home.drawing()).toContain("prompt: One");
  });

  it("has changed when its log has", () => {
    const file = { path: "opencode.db", real: "/x/opencode.db" };
    expect(opencodeFiles.beside!(file)).toEqual(["/x/opencode.db-wal", "/x/opencode.db-journal"]);
  });

  it("is read as it was at one moment, while a client writes and moves its log", { timeout: 60_000 }, async () => {
    const home = new OpencodeHome().session("a").session("b");
    home.database.close();
    const path = join(home.home, "opencode.db");
    const stop = await startWriter(path);
    onTestFinished(stop);
    const counts: number[] = [];
    for (let round = 0; round < 25; round++) {
      const reader = new DatabaseReader(path);
      const seen = await reader.read((rows) => {
        const messages = rows.all("message", "SELECT session_id, count(*) AS n FROM message GROUP BY session_id");
        // Long enough for the client to move its log now and then.
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 30);
        const parts = rows.all("part", "SELECT session_id, count(*) AS n FROM part GROUP BY session_id");
        return { messages, parts, check: rows.all("part", "PRAGMA integrity_check") };
      });
      reader.close();
      expect(seen.check).toEqual([{ integrity_check: "ok" }]);
      expect(seen.parts).toEqual(seen.messages);
      expect(new Set(seen.messages.map(({ n }) => n)).size).toBe(1);
      counts.push(Number(seen.messages[0]!["n"]));
    }
    expect(new Set(counts).size).toBeGreaterThan(5);
  });

  it("is arranged again and again while a client writes, and each session is whole", { timeout: 60_000 }, async () => {
    const home = new OpencodeHome().session("a").session("b");
    home.database.close();
    const stop = await startWriter(join(home.home, "opencode.db"));
    onTestFinished(stop);
    // On a busy machine the client has hardly begun after eight rounds.
    for (let [round, least] = [0, 0]; round < 8 || least <= 20; round++) {
      const texts = [...(await home.arranged()).values()];
      for (const text of texts)
        for (const line of text.trimEnd().split("\n").slice(1)) expect(line).toContain('"text":"xxx');
      least = Math.min(...texts.map((text) => text.split("\n").length));
    }
    await stop();
    const texts = [...(await home.arranged()).values()].map((text) => text.split("\n").length);
    expect(texts[0]).toBeGreaterThan(5);
    expect(texts[1]).toBe(texts[0]);
  });

  it("is dropped and read again when the client has written into it meanwhile", async () => {
    const home = new OpencodeHome().session("s").asks("m1", 1, "One");
    const reader = new DatabaseReader(join(home.home, "opencode.db"));
    let times = 0;
    const found = await reader.read((rows) => {
      times++;
      if (times === 1) home.asks("m2", 2, "Two");
      return rows.all("message", "SELECT id FROM message").length;
    });
    reader.close();
    expect({ times, found }).toEqual({ times: 2, found: 2 });
  });

  it("that never rests is named", async () => {
    const home = new OpencodeHome().session("s").asks("m1", 1, "One");
    const reader = new DatabaseReader(join(home.home, "opencode.db"));
    let count = 0;
    await expect(reader.read(() => void home.asks(`x${count++}`, 2, "Two"))).rejects.toThrow(
      "The database is written all the time: no moment to read it in 8 tries",
    );
    reader.close();
  });

  it("may be larger than what can be in memory: it is neither copied nor read whole", async () => {
    const home = new OpencodeHome();
    const path = join(home.home, "opencode.db");
    home.database.close();
    // A hole of 4 GB, which the header says is part of the database: rows are written behind it.
    const size = 4 * 2 ** 30;
    truncateSync(path, size);
    const file = openSync(path, "r+");
    const pages = Buffer.alloc(4);
    pages.writeUInt32BE(size / 4096);
    writeSync(file, pages, 0, 4, 28);
    closeSync(file);
    home.open().session("s").asks("m1", 1, "x".repeat(10_000));
    expect(statSync(path).size).toBeGreaterThan(size);
    expect(await home.drawing()).toContain("xxx");
  });

  it("has sessions that are made again only when they have changed", async () => {
    const home = new OpencodeHome().session("s").asks("m1", 1, "One").session("t").asks("m2", 1, "Two");
    const { root } = await home.arrange();
    const inode = (id: string) => statSync(join(root, `-srv-harbor/${id}.jsonl`)).ino;
    const before = [inode("s"), inode("t")];
    home.asks("m3", 3, "Three");
    await home.arrange();
    expect(inode("s")).toBe(before[0]);
    expect(inode("t")).not.toBe(before[1]);
  });

  it("of a version without events has changed with its last message", async () => {
    const home = new OpencodeHome({ hasEvents: false }).session("s").asks("m1", 1, "One").answers("m2", 2, "Hal");
    expect(await home.drawing()).toContain("reply: Hal");
    home.run("UPDATE part SET data = ?, time_updated = ? WHERE id = ?", '{"type":"text","text":"Half"}', 5, "m2-0");
    expect(await home.drawing()).toContain("reply: Half");
  });

  it("may be one of several: other channels have their own", async () => {
    const home = new OpencodeHome().session("s").asks("m1", 1, "One");
    copyFileSync(join(home.home, "opencode.db"), join(home.home, "opencode-dev.db"));
    home.run("DELETE FROM session");
    expect([...(await home.arranged()).keys()]).toEqual(["-srv-harbor/s.jsonl"]);
    expect(
      ["opencode.db", "opencode-dev.db", "opencode.db-wal", "auth.json", "x/opencode.db"].filter((path) =>
        opencodeFiles.isFile(path),
      ),
    ).toEqual(["opencode.db", "opencode-dev.db"]);
  });

  it.each<[string, (path: string) => void, RegExp]>([
    ["no database", (path) => writeFileSync(path, "{}"), /expected a SQLite database/],
    ["empty", (path) => truncateSync(path, 0), /expected a SQLite database/],
    ["cut", (path) => truncateSync(path, 5000), /malformed|disk image|not a database/],
    ["half written", (path) => writeFileSync(`${path}-journal`, "x"), /half written: start its program once/],
  ])("that is %s gives one clear message", async (_, damage, reason) => {
    const home = new OpencodeHome().session("s").asks("m1", 1, "One");
    home.database.close();
    damage(join(home.home, "opencode.db"));
    const found = await failures(home);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(reason);
  });

  it("of another version is read as far as it is known: columns and tables come and go", async () => {
    const home = new OpencodeHome().session("s").asks("m1", 1, "One");
    for (const column of ["revert", "version", "parent_id"]) home.run(`ALTER TABLE session DROP COLUMN ${column}`);
    home.run("ALTER TABLE todo RENAME COLUMN session_id TO owner").run("ALTER TABLE session ADD COLUMN mood text");
    home.run("CREATE TABLE session_message (session_id text, id text, type text, data text)");
    home.run("INSERT INTO session_message VALUES ('s', 'n1', 'user', '{\"text\":\"Next\"}')");
    expect(await home.drawing()).toBe("session s\n  notice custom-title\n  notice opencode/row\n  prompt: One");
    expect([...(await home.arranged()).values()].join("")).toContain('"row":"session_message/n1"');
  });

  it("of a newer version has parts that are named as drift, and stay", async () => {
    const home = new OpencodeHome().session("s").answers("m1", 1, { type: "hologram", words: "Seen" }, "One");
    const [[path, value] = ["", ""]] = [...(await home.arranged())];
    const records = [...parseEntries({ path, value }, { sources: [opencode] })];
    expect(records.flatMap((record) => (record.form === "malformed" ? [] : unknownParts(record)))).toEqual([
      "opencode part hologram",
    ]);
    expect(JSON.stringify(records)).toContain("Seen");
  });

  it("without tables of sessions has none", async () => {
    const home = new OpencodeHome();
    home.database.exec("DROP TABLE session; DROP TABLE message; DROP TABLE part; DROP TABLE event; DROP TABLE todo");
    expect(await home.arranged()).toEqual(new Map());
  });

  it("leaves nothing behind in the folder of temporary files", async () => {
    const home = killed();
    const temporary = join(home.folder, "tmp");
    mkdirSync(temporary);
    const before = process.env["TMPDIR"];
    process.env["TMPDIR"] = temporary;
    await home.arrange();
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
    expect(readdirSync(temporary)).toEqual([]);
    expect(existsSync(join(home.home, "opencode.db.lock"))).toBe(false);
  });
});
