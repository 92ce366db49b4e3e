import { describe } from "vitest";
import { appending } from "./contract/append.ts";
import { cursors } from "./contract/cursors.ts";
import { events } from "./contract/events.ts";
import { keysOfCalls } from "./contract/keys.ts";
import { pages } from "./contract/pages.ts";
import { reading } from "./contract/read.ts";
import { refs } from "./contract/refs.ts";
import { sessions } from "./contract/sessions.ts";
import { valuesAndLimits } from "./contract/values.ts";
import { writersAtOnce } from "./contract/writers.ts";
import { openBefore } from "./contract/opened.ts";
import { databases } from "./databases.ts";

// One file for all, because a new database of PGlite takes two seconds.
describe.each(databases)("the contract over $name", (database) => {
  const opened = openBefore(database);
  describe("S001 S002 S003 S004 S005 S006 P1 P2 P3 P12 appending", () => {
    appending(opened);
  });
  describe("S002 P1 P10 writers at once", () => {
    writersAtOnce(opened);
  });
  describe("issue 42 branches with names", () => {
    refs(opened);
  });
  describe("issue 42 events, part 4 of the seed", () => {
    events(opened);
  });
  describe("keys of calls", () => {
    keysOfCalls(opened);
  });
  describe("S005 S006 S008 S009 S011 S014 S015 S019 P2 P4 P5 P8 P9 P11 P12 reading", () => {
    reading(opened);
  });
  describe("P5 P6 P9 pages", () => {
    pages(opened);
  });
  describe("P6 cursors", () => {
    cursors(opened);
  });
  describe("values and limits", () => {
    valuesAndLimits(opened);
  });
  describe("S005 S006 P10 sessions", () => {
    sessions(opened);
  });
});
