import { expect, it } from "vitest";
import { shownPlace } from "../src/store/load-server.ts";

// A password may stand anywhere in an address: only the host and the database are shown.
it.each([
  ["postgres://ada:secret@db.example:5432/notes", "postgres://db.example:5432/notes"],
  ["postgres://db.example/notes?user=ada&password=secret", "postgres://db.example/notes"],
  ["postgres://ada:se@cret@db.example/notes", "postgres://db.example/notes"],
  ["postgres://ada:se/cret@db.example/notes", "postgres://…"],
  ["postgres://ada:secret@db1,db2/notes", "postgres://db1,db2/notes"],
  ["postgres://ada:se#cret@db.example/notes", "postgres://…"],
  ["postgres:///notes?host=/run/secret", "postgres://…"],
  ["/home/ada/conversations", "/home/ada/conversations"],
])("%s is shown as %s", (place, shown) => {
  expect(shownPlace(place)).toBe(shown);
  expect(shownPlace(place)).not.toMatch(/se.?cret/);
});
