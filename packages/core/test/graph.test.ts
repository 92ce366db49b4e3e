import { describe, expect, it } from "vitest";
import { buildDag, type Extension, type OwnRule, parseEntries, resolveRules } from "../src/index.ts";
import { jsonl, read, readShape, show } from "./threads.ts";

type Json = Record<string, unknown>;
const at = (minute: number) => Date.UTC(2026, 0, 1, 0, minute);
const timed = (minute: number): Json => ({ timestamp: new Date(at(minute)).toISOString() });
const user = (uuid: string, parentUuid: string | null, more: Json = {}): Json => ({
  type: "user",
  uuid,
  parentUuid,
  message: { content: uuid },
  ...more,
});
const part = (uuid: string, parentUuid: string | null, text: string, id = "m"): Json => ({
  type: "assistant",
  uuid,
  parentUuid,
  message: { id, content: [{ type: "text", text }] },
});
const copies = (...records: Json[]) =>
  read({ "s1.jsonl": jsonl(...records) }).dag.copies.map(
    ({ entry, rule, isShared }) => `${entry.location.line} ${rule}${isShared ? " kept" : ""}`,
  );

describe("the order of the graph", () => {
  it("entries come by path and line, regardless of the order of files", () => {
    const { dag } = read({ "b.jsonl": jsonl(user("b", null)), "a.jsonl": jsonl(user("a", null), user("c", null)) });
    expect([...dag.entries.keys()]).toEqual(["a", "c", "b"]);
  });

  it("roots come by time", () => {
    expect(readShape("U1@9\n     U2@1").dag.roots.map(({ id }) => id)).toEqual(["U2", "U1"]);
  });

  it("C052: of a cycle whose entries have one time, the first in the file is cut off", () => {
    const { dag } = read({ "a.jsonl": jsonl(user("x", "c"), user("a", "c"), user("b", "a"), user("c", "b")) });
    expect(dag.roots.map(({ id }) => id)).toEqual(["a"]);
  });
});

/** A record without a time has its parent's, else that of the record before it in its file, else none. */
describe("the time of an entry without one", () => {
  it.each<[string, Record<string, Json[]>, number]>([
    [
      "is its parent's, regardless of records in between",
      {
        "a.jsonl": [user("p", null, timed(5)), user("x", null, timed(9)), user("u", "p")],
      },
      at(5),
    ],
    [
      "is that of the parent's parent, if the parent is written later",
      {
        "a.jsonl": [user("p", null, timed(5)), user("x", null, timed(9)), user("u", "q"), user("q", "p")],
      },
      at(5),
    ],
    [
      "is that of the parent that its copy names, if its own does not exist",
      {
        "a.jsonl": [user("p", null, timed(5)), user("x", null, timed(9)), user("u", "gone"), user("u", "p")],
      },
      at(5),
    ],
    [
      "is none if its file begins with it: the file before does not count",
      { "a.jsonl": [user("x", null, timed(9))], "b.jsonl": [user("u", null)] },
      0,
    ],
  ])("%s", (_, files, expected) => {
    const { dag } = read(Object.fromEntries(Object.entries(files).map(([path, records]) => [path, jsonl(...records)])));
    expect(dag.timeOf(dag.entries.get("u")!)).toBe(expected);
  });
});

describe("the parent of an entry", () => {
  it("is that of its own file, even if three files have one uuid for three entries", () => {
    const file = (name: string) => jsonl(user("x", null, { message: { content: name } }), user(name, "x"));
    const { dag } = read({ "a.jsonl": file("one"), "b.jsonl": file("two"), "c.jsonl": file("three") });
    expect(["one", "two", "three"].map((id) => dag.edge(id)!.to)).toEqual(["x", "b.jsonl:1", "c.jsonl:1"]);
  });

  it("is not ambiguous if its copies name the same parent, or one that does not exist", () => {
    const records = [user("a", null), user("u", "a"), user("u", "gone"), user("u", "a")];
    const { dag, rules } = read({ "s1.jsonl": jsonl(...records) });
    expect(dag.edge("u")).toMatchObject({ kind: "parent", to: "a" });
    expect(rules).not.toContain("ambiguous-parent");
  });

  it("is the entry before the copies, if its parent is the second copy in a row", () => {
    const records = [
      user("u", null),
      part("a", "u", "x"),
      part("b", "a", "y"),
      part("c", "b", "in between", "n"),
      part("d", "c", "x"),
      part("e", "d", "y"),
      part("f", "e", "z", "o"),
    ];
    const found = read({ "s1.jsonl": jsonl(...records) });
    expect(found.dag.edge("f")).toMatchObject({ kind: "alias", to: "c" });
    expect(show(found)).toBe("u a b c f");
  });

  it("is never itself: a child of its own copy becomes a root, and no cycle or lost parent is reported", () => {
    const { dag, rules } = read({ "s1.jsonl": jsonl(user("u", null), part("a", "b", "x"), part("b", "u", "x")) });
    expect(dag.copies.map(({ entry, of }) => `${entry.id} of ${of.id}`)).toEqual(["b of a"]);
    expect(dag.roots.map(({ id }) => id)).toEqual(["u", "a"]);
    expect(rules.filter((rule) => rule === "parent-cycle" || rule === "missing-parent")).toEqual([]);
  });
});

describe("copies", () => {
  it("of several kinds are found in one file: the next rule does not see what one rule has folded", () => {
    const note = "<task-notification><task-id>t</task-id><status>completed</status></task-notification>";
    const records = [
      user("u", null),
      part("a", "u", "x"),
      part("b", "u", "x"),
      user("n", "a", { message: { content: note } }),
      {
        type: "attachment",
        uuid: "q",
        parentUuid: "n",
        attachment: { type: "queued_command", commandMode: "task-notification", prompt: note },
      },
    ];
    expect(copies(...records)).toEqual(["3 repeated-block", "5 repeated-notification"]);
  });

  it.each<[string, Json[], string[]]>([
    [
      "the first of the two is a copy of another entry",
      [part("a", null, "x"), part("u", "a", "x"), part("u", "a", "other")],
      ["2 repeated-block"],
    ],
    ["the second is", [part("a", null, "x"), part("u", "a", "other"), part("u", "a", "x")], ["3 repeated-block"]],
    ["none is", [part("a", null, "x"), part("u", "a", "y"), part("u", "a", "other")], ["3 uuid-collision kept"]],
  ])("are counted once if two records have one uuid: %s", (_, records, expected) =>
    expect(copies(...records)).toEqual(expected),
  );

  it("of two that an extension calls copies of each other, one stays", () => {
    const both: Extension = {
      dedupe: [
        {
          name: "either-way",
          *find({ entries: [, b, c] }) {
            yield { entry: b!, of: c!, because: "so it says" };
            yield { entry: c!, of: b!, because: "so it says" };
          },
        },
      ],
    };
    const { dag } = read({ "s1.jsonl": jsonl(user("a", null), user("b", "a"), user("c", "a")) }, [both]);
    expect([...dag.entries.keys()]).toEqual(["a", "c"]);
    expect(dag.copies).toMatchObject([{ entry: { id: "b" }, of: { id: "c" } }]);
  });
});

describe("own rules of an extension", () => {
  const one = (id: string): OwnRule => ({
    name: "mine",
    claim: ({ entries }) => [{ entries: entries.filter((entry) => entry.id === id), suffix: `#${id}`, sessionId: id }],
  });

  it("leave what they do not claim to the next rule", () => {
    const { dag } = read({ "s1.jsonl": jsonl(user("a", null), user("b", "a"), user("c", "b")) }, [{ own: [one("b")] }]);
    expect(["a", "b", "c"].map((id) => dag.threadOf(id))).toEqual(["s1.jsonl", "s1.jsonl#b", "s1.jsonl"]);
  });

  it("do not run on a file of which nothing is left, and see the sidecars", () => {
    const seen: Array<[number, unknown]> = [];
    const spy: OwnRule = {
      name: "spy",
      *claim({ entries, sidecars }) {
        seen.push([entries.length, sidecars.get("a.meta.json")]);
        yield { entries, suffix: "", sessionId: "s" };
      },
    };
    const second: OwnRule = { ...spy, name: "second" };
    const lines = [...parseEntries({ path: "s1.jsonl", value: jsonl(user("a", null)) })];
    buildDag(lines, {
      rules: resolveRules([{ own: [spy, second] }]),
      sidecars: new Map([["a.meta.json", "what it says"]]),
    });
    expect(seen).toEqual([[1, "what it says"]]);
  });

  it("C050: prompts below an entry that names itself as its parent end the climb at the cut", () => {
    const file = jsonl(
      { type: "system", subtype: "compact_boundary", uuid: "b", parentUuid: "b" },
      { type: "user", uuid: "s", parentUuid: "b", isCompactSummary: true, message: { content: "so far" } },
      user("p", "s"),
      user("q", "b"),
    );
    const { threads, rules } = read({ "s1.jsonl": file });
    expect(rules).toContain("parent-cycle");
    expect(threads.trunks.flatMap(({ entries, sides }) => [...entries, ...sides]).length).toBeGreaterThan(0);
  });

  it("an agent that a link rule gave a parent is a child of it, and no root", () => {
    const mine: Extension = {
      own: [
        {
          name: "mine",
          claim: ({ entries }) => [
            { entries: entries.slice(0, 2), suffix: "", sessionId: "s1" },
            { entries: entries.slice(2), suffix: "#x", sessionId: "s1", agent: { agentId: "x", mode: "sync" } },
          ],
        },
      ],
      link: [
        {
          name: "my-link",
          link: ([thread], { entries }) => [{ thread: thread!.info, parent: entries[0]!, because: "so" }],
        },
      ],
    };
    const { dag } = readShape("U1 ─ A1\n          U2 ─ A2", [mine]);
    expect(dag.roots.map(({ id }) => id)).toEqual(["U1"]);
    expect(dag.children("U1").map(({ id }) => id)).toEqual(["A1", "U2"]);
  });
});
