import { describe, expect, it } from "vitest";
import { findCopies } from "../src/find-copies.ts";

/** Messages as `session:id@moment`; sessions were created at the moments given. */
function copies(messages: string, created: Record<string, number>): Record<string, Record<string, string>> {
  const holders = messages.split(" ").map((one) => {
    const [, session = "", id = "", moment] = /^(\w+):(\w+)@(\d+)$/.exec(one)!;
    return { session, id, created: Number(moment) };
  });
  const found = findCopies(holders, new Map(Object.entries(created)));
  return Object.fromEntries(
    [...found].map(([session, list]) => [
      session,
      Object.fromEntries(Object.entries(list).map(([id, [original, from]]) => [id, `${from}:${original}`])),
    ]),
  );
}

describe("copies of forks (O4)", () => {
  it.each([
    ["a fork", "s:a@1 s:b@2 t:c@1 t:d@12", { s: 0, t: 10 }, { t: { c: "s:a" } }],
    [
      "a fork of a fork",
      "s:a@1 t:b@1 t:c@12 u:d@1 u:e@12",
      { s: 0, t: 10, u: 20 },
      { t: { b: "s:a" }, u: { d: "s:a", e: "t:c" } },
    ],
    [
      "forks of a session that is gone",
      "t:b@1 u:d@1 v:e@1",
      { t: 10, u: 20, v: 30 },
      { u: { d: "t:b" }, v: { e: "t:b" } },
    ],
    ["no fork: nothing is older than its session", "s:a@1 t:b@1", { s: 0, t: 0 }, {}],
    ["an imported session whose messages are older, and nowhere else", "s:a@1", { s: 10 }, {}],
    [
      "messages of one millisecond, in their order",
      "s:a@1 s:b@1 t:d@1 t:c@1",
      { s: 0, t: 10 },
      { t: { c: "s:a", d: "s:b" } },
    ],
    [
      "two sessions with a message of one millisecond: the one that more was copied from",
      "r:x@2 s:a@1 s:b@2 s:c@3 t:d@1 t:e@2 t:f@3",
      { r: 0, s: 0, t: 10 },
      { t: { d: "s:a", e: "s:b", f: "s:c" } },
    ],
  ])("%s", (_, messages, created, expected) => {
    expect(copies(messages, created as Record<string, number>)).toEqual(expected);
  });

  it("take linear time", () => {
    const moments = Array.from({ length: 20_000 }, (__, at) => at + 1);
    const holders = moments.flatMap((created) => [
      { session: "s", id: `s${created}`, created },
      { session: "t", id: `t${created}`, created },
    ]);
    const found = findCopies(
      holders,
      new Map([
        ["s", 0],
        ["t", 1e6],
      ]),
    );
    expect(Object.keys(found.get("t")!)).toHaveLength(20_000);
  });
});
