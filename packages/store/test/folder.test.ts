import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isAddress, isStoreFolder, openStore as openAny, type Store } from "../src/index.ts";
import { codeOf, refusal, say, textsOf, user } from "./say.ts";

/** A fast test unpacks its database; the slow ones prove what is flushed. */
const openStore = (where: string) => openAny(where, { durable: false });

describe("a store in a folder", () => {
  let scratch: string;
  /** The folder of a store with one session. All tests share it and close it again, because making one takes seconds. */
  let sample: string;
  let session: string;
  /** What the lock of this process says. */
  let own: { readonly process: number; readonly started: string; readonly host: string };
  const opened: Store[] = [];

  const open = async (folder: string) => {
    const store = await openStore(folder);
    opened.push(store);
    return store;
  };
  const lockOf = (folder: string) => join(folder, "lock.json");
  /** A store whose database is not there: good for what is refused before it is looked for. */
  const markOnly = (name: string) => {
    const folder = join(scratch, name);
    mkdirSync(folder);
    writeFileSync(join(folder, "ccdag-store.json"), "");
    return folder;
  };
  const writeLock = (folder: string, lock: object) => writeFileSync(lockOf(folder), JSON.stringify(lock));

  beforeAll(async () => {
    scratch = mkdtempSync(join(tmpdir(), "ccdag-store-"));
    sample = join(scratch, "a folder", "that does not exist");
    const store = await openStore(sample);
    own = JSON.parse(readFileSync(lockOf(sample), "utf8")) as typeof own;
    session = (await store.createSession()).id;
    await say(store, session, "1", "2");
    await store.close();
  });
  afterAll(async () => {
    await Promise.all(opened.map((store) => store.close()));
    rmSync(scratch, { recursive: true, force: true });
  });

  test("is created for its owner only, says what it is, and leaves no lock behind", async () => {
    expect(await isStoreFolder(sample)).toBe(true);
    expect(await isStoreFolder(scratch)).toBe(false);
    expect(await isStoreFolder(join(scratch, "missing"))).toBe(false);
    expect(readdirSync(sample).sort()).toEqual(["ccdag-store.json", "database"]);
    if (process.platform !== "win32") expect(statSync(sample).mode & 0o777).toBe(0o700);
  });

  test("is opened once at a time in one process, by whatever path", async () => {
    const folder = sample;
    const link = join(scratch, "link");
    symlinkSync(folder, link, "junction");
    const answers = await Promise.allSettled([open(folder), open(folder), open(link)]);
    const stores = answers.flatMap((answer) => (answer.status === "fulfilled" ? [answer.value] : []));
    expect(stores).toHaveLength(1);
    for (const answer of answers)
      if (answer.status === "rejected") expect(answer.reason).toMatchObject({ code: "STORE_IN_USE" });
    for (const path of [folder, `${folder}/`, relative(".", folder), link])
      expect(await codeOf(openStore(path))).toBe("STORE_IN_USE");
    // Those that were refused neither closed it nor left anything behind.
    expect(textsOf((await stores[0]!.path(session)).items)).toEqual(["1", "2"]);
    expect(readdirSync(folder).sort()).toEqual(["ccdag-store.json", "database", "lock.json"]);
    await stores[0]!.close();
    await (await open(link)).close();
  });

  test("closing it twice does not give back the lock of who opened it since", async () => {
    const folder = sample;
    const first = await open(folder);
    await first.close();
    const second = await open(folder);
    await first.close();
    expect(await codeOf(openStore(folder))).toBe("STORE_IN_USE");
    await second.close();
  });

  test("a lock of a process that has ended is taken over", async () => {
    const folder = sample;
    const { pid } = spawnSync(process.execPath, ["--version"]);
    writeLock(folder, { ...own, process: pid });
    const store = await open(folder);
    expect(JSON.parse(readFileSync(lockOf(folder), "utf8"))).toEqual(own);
    expect(textsOf((await store.path(session)).items)).toEqual(["1", "2"]);
    await store.close();
    expect(readdirSync(folder).sort()).toEqual(["ccdag-store.json", "database"]);
  });

  // Elsewhere nothing distinguishes a process from a later one with its number, and the lock stays.
  test.runIf(process.platform === "linux")(
    "a lock of a process whose number was given again is taken over",
    async () => {
      const folder = sample;
      for (const id of [process.pid, process.ppid]) {
        writeLock(folder, { ...own, process: id, started: "1" });
        const store = await open(folder);
        expect(JSON.parse(readFileSync(lockOf(folder), "utf8"))).toEqual(own);
        await store.close();
      }
    },
  );

  test("a lock of a process that runs, or of another host, is respected, and the error says who has it", async () => {
    const folder = markOnly("locked");
    const fields = (id: number) => readFileSync(`/proc/${id}/stat`, "utf8").replace(/.*\)/s, "").trim().split(" ");
    const started = process.platform === "linux" ? fields(process.ppid)[19] : own.started;
    const locks = [own, { ...own, process: process.ppid, started }, { ...own, process: 1, host: "elsewhere pid:[1]" }];
    for (const lock of locks) {
      writeLock(folder, lock);
      const { code, message } = await refusal(openStore(folder));
      expect(code).toBe("STORE_IN_USE");
      expect(message).toContain(`process ${lock.process} on ${lock.host.split(" ")[0]}`);
      expect(message).toContain(folder);
    }
  });

  test("a lock of another host, or one that cannot be read, is taken over when it gave no sign for ten minutes", async () => {
    const folder = sample;
    const longAgo = new Date(Date.now() - 11 * 60_000);
    for (const lock of [{ ...own, process: 1, host: "elsewhere pid:[1]" }, "{"]) {
      if (typeof lock === "string") writeFileSync(lockOf(folder), lock);
      else writeLock(folder, lock);
      utimesSync(lockOf(folder), longAgo, longAgo);
      await (await open(folder)).close();
      expect(existsSync(lockOf(folder))).toBe(false);
    }
  });

  test("a lock that cannot be read is respected, and the error says what to delete", async () => {
    const folder = sample;
    for (const text of ["", "{", "null", "[]", '{"process":"1"}', "\0"]) {
      writeFileSync(lockOf(folder), text);
      const { code, message } = await refusal(openStore(folder));
      expect([text, code]).toEqual([text, "STORE_IN_USE"]);
      expect(message).toContain(lockOf(folder));
    }
    rmSync(lockOf(folder));
    await (await open(folder)).close();
  });

  test.each(["notes.md", ".hidden", "database", "PG_VERSION"])(
    "a folder with other files is not a store: %s",
    async (name) => {
      const folder = join(scratch, `with ${name}`);
      mkdirSync(folder);
      writeFileSync(join(folder, name), "mine");
      expect(await codeOf(openStore(folder))).toBe("NOT_A_STORE");
      expect(readdirSync(folder)).toEqual([name]);
      expect(readFileSync(join(folder, name), "utf8")).toBe("mine");
    },
  );

  test("has everything when it is opened again, and continues", async () => {
    const folder = sample;
    let store = await open(folder);
    const [m3] = await say(store, session, "3");
    await store.append(session, user("fork"), { parentId: m3 });
    const before = [await store.tree(session), await store.leaves(session), await store.messages(session)];
    await store.close();
    store = await open(folder);
    expect([await store.tree(session), await store.leaves(session), await store.messages(session)]).toEqual(before);
    await say(store, session, "5");
    expect(textsOf((await store.path(session)).items)).toEqual(["1", "2", "3", "fork", "5"]);
    await store.close();
  });

  test("an address is no folder", () => {
    const addresses = ["postgres://host/name", "postgresql://user@host:5432/name?a=b"];
    expect(addresses.map(isAddress)).toEqual([true, true]);
    const folders = ["postgres", "postgres:/host", "./postgres://host", "https://host", ""];
    expect(folders.map(isAddress)).toEqual(folders.map(() => false));
  });

  test("another address than that of PostgreSQL is no folder either", async () => {
    expect(await codeOf(openStore("https://host/name"))).toBe("NOT_A_STORE");
    expect(existsSync("https:")).toBe(false);
  });
});
