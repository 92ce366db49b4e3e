import { describe, test } from "vitest";
import { apiOver } from "./api.ts";
import { databases } from "./databases.ts";
import { logTests } from "./security/log.ts";
import { checkPublicServer, folder, places } from "./security/public.ts";
import { tokenTests } from "./security/tokens.ts";

// One file for all, because a new database of PGlite takes two seconds.
describe.each(databases)("a server over $name", (database) => {
  const world = apiOver(database);
  describe("the log", () => {
    logTests(world);
  });
  describe("tokens", () => {
    tokenTests(world);
  });
});

// The database of fast tests is unpacked, and does not flush.
describe.each(places.length === 0 ? [{ ...folder, durable: false }] : places)(
  "a server over $name that other machines reach",
  (place) => {
    // oxlint-disable-next-line vitest/expect-expect -- the checks are in a function that the slow tests have, too
    test("needs a token in the store, and the store has no token but its hash", () => checkPublicServer(place), 60_000);
  },
);
