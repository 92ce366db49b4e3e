import { afterAll, beforeAll } from "vitest";
import type { Store } from "../../src/index.ts";
import type { Database } from "../databases.ts";

/** What the contract runs over. The stores are there when the tests run. */
export interface Opened {
  readonly database: Database;
  readonly store: Store;
  /** The store, and a second one over the same database; without a server twice the same one. */
  readonly stores: readonly [Store, Store];
}

/** Open stores before the tests of a block, and remove them after it. */
export function openBefore(database: Database): Opened {
  const opened: { database: Database; stores?: readonly [Store, Store] } = { database };
  beforeAll(async () => {
    const store = await database.open();
    opened.stores = [store, database.isShared ? await database.open() : store];
  });
  afterAll(async () => {
    await Promise.all([...new Set(opened.stores)].map((store) => store.close()));
    await database.remove();
  });
  return {
    database,
    get store() {
      return opened.stores![0];
    },
    get stores() {
      return opened.stores!;
    },
  };
}
