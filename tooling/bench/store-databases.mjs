// The databases of the benchmark of the store, each with a bare connection beside the store.
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";

/** PGlite in a folder, and the server that an address names. */
export function databasesFor(folder, address) {
  const where = join(folder, "store");
  const embedded = { name: "PGlite, in a folder", where, openBare: () => openEmbedded(join(where, "database")) };
  if (address === undefined) console.log("DATABASE_URL is not set: PostgreSQL is not measured");
  return address === undefined
    ? [embedded]
    : [embedded, { name: "PostgreSQL", where: address, openBare: () => openServer(address) }];
}

async function openEmbedded(folder) {
  const database = await PGlite.create(folder);
  return { query: (text, values) => database.query(text, values), close: () => database.close() };
}

async function openServer(address) {
  const client = new Client({ connectionString: address });
  await client.connect();
  return { query: (text, values) => client.query(text, values), close: () => client.end() };
}
