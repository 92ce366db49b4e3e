import { describe } from "vitest";
import { apiOver } from "./api.ts";
import { databases } from "./databases.ts";
import { appendTests } from "./http/append.ts";
import { changeTests } from "./http/changes.ts";
import { formatTests } from "./http/formats.ts";
import { operateTests } from "./http/operate.ts";
import { pageTests } from "./http/pages.ts";
import { requestTests } from "./http/requests.ts";
import { refTests } from "./http/refs.ts";
import { seedTests } from "./http/seed.ts";
import { strictTests } from "./http/strict.ts";

// One file for all, because a new database of PGlite takes two seconds.
describe.each(databases)("P7 a server over $name", (database) => {
  const world = apiOver(database, { maxBodyBytes: 300_000 });
  describe("S001 S002 S003 S004 S008 S009 S011 S012 S013 S014 S015 S018 S019 P2 P4 P9 P12 the examples of seed 004", () => {
    seedTests(world);
  });
  describe("S002 S005 S006 P1 P3 P4 storing messages", () => {
    appendTests(world);
  });
  describe("S006 P4 P5 P6 P8 P9 reading pages", () => {
    pageTests(world);
  });
  describe("S016 P11 P13 formats", () => {
    formatTests(world);
  });
  describe("issue 42 branches with names", () => {
    refTests(world);
  });
  describe("issue 42 nothing that is sent is ignored", () => {
    strictTests(world);
  });
  describe("issue 42 what changes beside messages", () => {
    changeTests(world);
  });
  describe("issue 42 running a server", () => {
    operateTests(world);
  });
  describe("P6 P10 sessions and bodies", () => {
    requestTests(world);
  });
});
