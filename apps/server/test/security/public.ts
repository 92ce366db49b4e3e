import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openStore } from "@ccdag/store";
import { expect, onTestFinished } from "vitest";
import { serveStore } from "../../src/index.ts";
import { Api } from "../api.ts";
import { query, servers } from "../databases.ts";

/** A store that can be looked at without the program. */
export interface StoredBytes {
  readonly name: string;
  readonly make: () => Promise<string>;
  /** As that of the store (default: that of the store). */
  readonly durable?: boolean;
  /** All that it holds. */
  readonly dump: (where: string) => Promise<Buffer>;
}

/** What a folder holds, in all its files. */
function bytesOf(folder: string): Buffer {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Buffer.concat(entries.map(({ parentPath, name }) => readFileSync(join(parentPath, name))));
}

/** What a database holds, in all columns of all rows. */
async function rowsOf(address: string): Promise<Buffer> {
  const tables = await query(
    address,
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema')",
  );
  const texts: string[] = [];
  for (const { name } of tables)
    texts.push(JSON.stringify(await query(address, `select t::text from ${String(name)} t`)));
  return Buffer.from(texts.join("\n"));
}

/** A folder. */
export const folder: StoredBytes = {
  name: "a folder",
  make: async () => {
    const path = mkdtempSync(join(tmpdir(), "ccdag-server-"));
    onTestFinished(() => rmSync(path, { recursive: true, force: true }));
    return join(path, "store");
  },
  dump: async (path) => bytesOf(path),
};

/** Databases on a server; none without one. */
export const places: readonly StoredBytes[] = servers.map((database) => ({
  name: database.name,
  make: async () => {
    onTestFinished(() => database.remove());
    return (await database.make())!;
  },
  dump: rowsOf,
}));

/** Serve a store to other machines, and look for its token in all that the store holds. */
export async function checkPublicServer({ make, dump, durable }: StoredBytes): Promise<void> {
  const where = await make();
  const serve = () => serveStore({ where, port: 0, host: "0.0.0.0", durable });
  await expect(serve()).rejects.toThrow("Refused to listen on 0.0.0.0 without a token: anybody could read the store");
  const store = await openStore(where, { durable });
  const token = await store.tokens.create({ name: "name-of-the-token" });
  await store.close();

  const server = await serve();
  const api = new Api(fetch, `http://127.0.0.1:${new URL(server.url).port}`);
  const refused = await api.get("session");
  expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  const session = await api.session({ token });
  await api.say(
    session,
    "text-of-the-message",
    { meta: { token: "value-of-the-meta" } },
    { token, headers: { "Idempotency-Key": "key-of-the-message" } },
  );
  expect((await api.get("session", { token: "another" })).status).toBe(401);
  await server.close();

  const found = await dump(where);
  for (const known of ["name-of-the-token", "text-of-the-message", "value-of-the-meta"])
    expect([known, found.includes(known)]).toEqual([known, true]);
  for (const secret of [
    token,
    token.slice(6),
    Buffer.from(token).toString("base64"),
    Buffer.from(token).toString("hex"),
  ])
    expect(found.includes(secret)).toBe(false);
}
