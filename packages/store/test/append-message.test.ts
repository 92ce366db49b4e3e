import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSession } from "../src/sessions.ts";
import { type OpenDatabase, openDatabase } from "../src/sql/open-database.ts";
import { newDatabase } from "./databases.ts";

const address = process.env["DATABASE_URL"];
const server = address === undefined ? undefined : newDatabase(address);

/** What is given of a call; the rest is as for a message that is appended without more. */
interface Call {
  readonly id?: string;
  readonly mayExist?: boolean;
  readonly parent?: string;
  readonly root?: boolean;
  readonly expected?: string;
}

/** Names in the tables below, such as `b`, stand for ids of one session: `a ─ b`, and `a ─ c`, stored in this order. */
const start: readonly [id: string, parent?: string][] = [["a"], ["b", "a"], ["c", "a"]];

const places = [{ name: "PGlite", place: undefined }, ...(server ? [{ name: "PostgreSQL", place: server.place }] : [])];

describe.each(places)("append-messages.sql over $name", ({ place }) => {
  let open: OpenDatabase;
  beforeAll(async () => {
    if (place !== undefined) await server!.create();
    open = await openDatabase(place);
  });
  afterAll(async () => {
    await open.close();
    if (place !== undefined) await server!.remove();
  });

  /** A session with the start, and a function that appends to it by name. */
  async function begin() {
    const { id: session } = await createSession(open.db, {});
    const ids = new Map<string, string>();
    const idOf = (name: string | undefined) => {
      if (name === undefined) return null;
      if (!ids.has(name)) ids.set(name, randomUUID());
      return ids.get(name)!;
    };
    const nameOf = (id: string | null) => [...ids].find(([, one]) => one === id)?.[0];
    const append = async ({ id = "new", mayExist = false, parent, root = false, expected }: Call, to = session) => {
      const { rows } = await sql<{ outcome: string; parent: string | null; new_depth: number }>`
        select a.*, first_depth as new_depth from ccdag.append_messages(
          ${to}, array[${idOf(id)}::uuid], ${mayExist}, ${idOf(parent)}, ${root}, ${idOf(expected)}, null, null,
          array['user'], array['[]'], array['{}']
        ) a`.execute(open.db);
      return { ...rows[0]!, parent: nameOf(rows[0]!.parent) };
    };
    const leaves = async () => {
      const { rows } = await sql<{ message_id: string }>`
        select message_id from ccdag.leaves where session_id = ${session} order by seq`.execute(open.db);
      return rows.map(({ message_id }) => nameOf(message_id)).join(" ");
    };
    for (const [id, parent] of start) await append(parent === undefined ? { id } : { id, parent });
    return { append, leaves, ids };
  }

  test.each<[rule: string, call: Call, parent: string | undefined, depth: number, leaves: string]>([
    ["P1 without a parent it follows the message that was stored last", {}, "c", 3, "b new"],
    ["P1 what follows a leaf takes its place", { parent: "b" }, "b", 3, "c new"],
    ["P1 what follows another message is one more leaf", { parent: "a" }, "a", 2, "b c new"],
    ["P3 a root follows nothing", { root: true }, undefined, 1, "b c new"],
    ["P1 the leaf that was expected is the default leaf", { expected: "c" }, "c", 3, "b new"],
    ["P1 it is compared with the default leaf, whatever the parent", { parent: "b", expected: "c" }, "b", 3, "c new"],
  ])("%s", async (_, call, parent, depth, leaves) => {
    const { append, leaves: read } = await begin();
    expect(await append(call)).toMatchObject({ outcome: "STORED", parent, new_depth: depth });
    expect(await read()).toBe(leaves);
  });

  test.each<[rule: string, call: Call, outcome: string]>([
    ["P1 a leaf that is not the default leaf was not expected", { expected: "b" }, "LEAF_MOVED"],
    ["P1 nor for a root", { expected: "b", root: true }, "LEAF_MOVED"],
    ["P1 the parent is of this session", { parent: "elsewhere" }, "PARENT_NOT_FOUND"],
    [
      "P1 a call that is sent again finds its message, wherever the leaf is",
      { id: "a", mayExist: true, expected: "b" },
      "EXISTS",
    ],
  ])("%s: nothing is stored", async (_, call, outcome) => {
    const { append, leaves, ids } = await begin();
    ids.set("elsewhere", (await begin()).ids.get("a")!);
    expect((await append(call)).outcome).toBe(outcome);
    expect(await leaves()).toBe("b c");
    expect(await append({ id: "next" })).toMatchObject({ outcome: "STORED", parent: "c" });
  });

  test("P1 a session that does not exist", async () => {
    const { append } = await begin();
    expect((await append({}, randomUUID())).outcome).toBe("SESSION_NOT_FOUND");
  });

  test("P1 an id that is taken is refused by the database", async () => {
    const { append, leaves } = await begin();
    await expect(append({ id: "a" })).rejects.toThrow(/duplicate key|unique/);
    expect(await leaves()).toBe("b c");
  });
});
