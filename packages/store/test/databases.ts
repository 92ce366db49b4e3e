import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { openStore, type Store, type StoreOptions } from "../src/index.ts";

/** A database that the tests run over. */
export interface Database {
  readonly name: string;
  /** Open a store; `again` opens the same one a second time. */
  open(options?: StoreOptions): Promise<Store>;
  /** Remove what the tests made. */
  remove(): Promise<void>;
}

const server = process.env["DATABASE_URL"];

/** PGlite in memory, and a new database on the PostgreSQL server that `DATABASE_URL` names. */
export const databases: readonly Database[] = [embedded(), ...(server === undefined ? [] : [postgres(server)])];

if (server === undefined) console.warn("DATABASE_URL is not set: the tests of the store over PostgreSQL are skipped");

function embedded(): Database {
  return { name: "PGlite", open: (options) => openStore(undefined, options), remove: async () => {} };
}

/** A new database on a server. Its name has nothing of the test in it, because tests run at once. */
export function postgres(address: string): Database {
  const name = `ccdag_${randomUUID().replaceAll("-", "")}`;
  const place = new URL(address);
  place.pathname = `/${name}`;
  let made: Promise<unknown> | undefined;
  return {
    name: "PostgreSQL",
    open: async (options) => {
      await (made ??= onServer(address, `create database ${name}`));
      return openStore(place.href, options);
    },
    remove: async () => {
      if (made) await onServer(address, `drop database ${name} with (force)`);
    },
  };
}

async function onServer(address: string, command: string): Promise<void> {
  const client = new Client({ connectionString: address });
  await client.connect();
  try {
    await client.query(command);
  } finally {
    await client.end();
  }
}
