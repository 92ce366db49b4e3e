import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { openStore, type Store, type StoreOptions } from "../src/index.ts";

/** A database that the tests run over. */
export interface Database {
  readonly name: string;
  /** Whether a second store that is opened has the sessions of the first one. */
  readonly isShared: boolean;
  /** Open a store. */
  open(options?: StoreOptions): Promise<Store>;
  /** Remove what the tests made. */
  remove(): Promise<void>;
}

const server = process.env["DATABASE_URL"];

/** PGlite in memory, and a new database on the PostgreSQL server that `DATABASE_URL` names. */
export const databases: readonly Database[] = [embedded(), ...(server === undefined ? [] : [postgres(server)])];

// oxlint-disable-next-line no-console -- nobody should believe that all was tested
if (server === undefined) console.warn("DATABASE_URL is not set: the tests of the store over PostgreSQL are skipped");

function embedded(): Database {
  return {
    name: "PGlite",
    isShared: false,
    open: (options) => openStore(undefined, options),
    remove: async () => {},
  };
}

/** A new database on a server. Its name has nothing of the test in it, because tests run at once. */
function postgres(address: string): Database {
  const { create, place, remove } = newDatabase(address);
  let made: Promise<void> | undefined;
  return {
    name: "PostgreSQL",
    isShared: true,
    open: async (options) => {
      await (made ??= create());
      return openStore(place, options);
    },
    remove: async () => {
      if (made) await remove();
      made = undefined;
    },
  };
}

/** The address of a database on a server that does not exist yet, and functions that make and remove it. */
export function newDatabase(address: string): {
  readonly place: string;
  readonly create: () => Promise<void>;
  readonly remove: () => Promise<void>;
} {
  const name = `ccdag_${randomUUID().replaceAll("-", "")}`;
  const place = new URL(address);
  place.pathname = `/${name}`;
  return {
    place: place.href,
    create: () => onServer(address, `create database ${name}`),
    remove: () => onServer(address, `drop database ${name} with (force)`),
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
