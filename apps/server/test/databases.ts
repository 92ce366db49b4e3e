import { randomUUID } from "node:crypto";
import { Client } from "pg";

/** A database that the tests run over. */
export interface Database {
  readonly name: string;
  /** Make it, and say where it is, as `openStore` wants it; absent for one in memory, which each store has for itself. */
  make(): Promise<string | undefined>;
  /** Remove what the tests made. */
  remove(): Promise<void>;
}

const server = process.env["DATABASE_URL"];

/** PGlite in memory. */
export const embedded: Database = { name: "PGlite", make: async () => undefined, remove: async () => {} };

/** New databases on the PostgreSQL server that `DATABASE_URL` names; none without it. */
export const servers: readonly Database[] = server === undefined ? [] : [postgres(server)];

/** All of them. */
export const databases: readonly Database[] = [embedded, ...servers];

if (server === undefined) console.warn("DATABASE_URL is not set: the tests of the server over PostgreSQL are skipped");

/** A database on a server. Its name has nothing of the test in it, because tests run at once. */
function postgres(address: string): Database {
  const names: string[] = [];
  return {
    name: "PostgreSQL",
    make: async () => {
      const name = `ccdag_${randomUUID().replaceAll("-", "")}`;
      await query(address, `create database ${name}`);
      names.push(name);
      const place = new URL(address);
      place.pathname = `/${name}`;
      return place.href;
    },
    remove: async () => {
      for (const name of names.splice(0)) await query(address, `drop database ${name} with (force)`);
    },
  };
}

/** Run a statement on a server. */
export async function query(address: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
