import { describe, expect, onTestFinished, test } from "vitest";
import { openStore } from "../src/index.ts";
import { checkMigrated } from "./check-migrated.ts";
import { newDatabase } from "./databases.ts";
import { makeOldStore } from "./old-store.ts";

const address = process.env["DATABASE_URL"];

describe.skipIf(address === undefined)("issue 42: a store of the first version with 100,000 messages", () => {
  test("is read as before, and continues", async () => {
    const database = newDatabase(address!);
    await database.create();
    onTestFinished(() => database.remove());
    const sessions = await makeOldStore(database.place, 100_000);
    expect(sessions.flatMap(({ messages }) => messages)).toHaveLength(100_000);
    const store = await openStore(database.place);
    onTestFinished(() => store.close());
    await checkMigrated(store, sessions);
  });
});
