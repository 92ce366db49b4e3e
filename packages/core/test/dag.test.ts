import { shapeJsonl, shapeRecords } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { jsonl, read, readShape } from "./threads.ts";

const user = (uuid: string, parentUuid: string | null, more: object = {}) => ({
  type: "user",
  uuid,
  parentUuid,
  message: { content: uuid },
  ...more,
});
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();

describe("buildDag", () => {
  it("C001 C011: entries and their parents are a graph", () => {
    const { dag } = readShape(["U1 ─ A1 ┬ A2 ─ U2=r", "        └ A3 ─ U3=r", "                     U4"].join("\n"));
    expect(dag.roots.map(({ id }) => id)).toEqual(["U1", "U4"]);
    expect(dag.children("A1").map(({ id }) => id)).toEqual(["A2", "A3"]);
    expect(dag.edge("A2")).toEqual({ from: "A2", to: "A1", kind: "parent" });
  });

  it("C002 C003: the graph decides the order, not the times", () => {
    const { threads } = readShape("U1@9 ─ A1@5 ─ U2@1 ─ A2@0");
    expect(threads.trunks[0]!.entries.map(({ id }) => id)).toEqual(["U1", "A1", "U2", "A2"]);
  });

  it("C021: entries are found by uuid, children by parent, threads by file; the first entry of a uuid is kept", () => {
    const { dag } = read({ "a.jsonl": jsonl(user("u", null), user("v", "u"), user("u", null)) });
    expect([...dag.entries.keys()]).toEqual(["u", "v"]);
    expect(dag.resolve("u")!.location.line).toBe(1);
    expect(dag.children("u").map(({ id }) => id)).toEqual(["v"]);
    expect(dag.threadOf("v")).toBe("a.jsonl");
  });

  it("C050 C055: copies are found, then orphans and cycles, and children are built last", () => {
    const { dag, rules } = read({
      "a.jsonl": jsonl(user("a", "c"), user("b", "a"), user("c", "b"), user("x", "nowhere")),
    });
    expect(rules).toContain("parent-cycle");
    expect(dag.edge("x")).toMatchObject({ kind: "missing", to: "nowhere" });
    const seen = new Set<string>();
    const walk = (id: string): void => {
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      for (const child of dag.children(id)) walk(child.id);
    };
    for (const { id } of dag.roots) walk(id);
    expect(seen.size).toBe(4);
  });

  it("C051: a parent that no file holds is reported once, and the entry begins a component", () => {
    const { dag, rules, messages } = read({ "a.jsonl": jsonl(user("x", "nowhere"), user("y", "x")) });
    expect(rules).toEqual(["missing-parent"]);
    expect(messages[0]).toMatchObject({ file: "a.jsonl", line: 1, fatal: false });
    expect(dag.roots.map(({ id }) => id)).toEqual(["x"]);
  });

  it("C051: a hook whose parent was never written is only a remark", () => {
    const hook = { type: "progress", uuid: "p", parentUuid: "gone", data: { type: "hook_progress" } };
    const { messages } = read({ "a.jsonl": jsonl(user("u", null), hook) });
    expect(messages.map(({ ruleId, fatal }) => [ruleId, fatal])).toEqual([["missing-parent", undefined]]);
  });

  it("C052 C056: a cycle is cut at its earliest entry, regardless of where a walk begins", () => {
    const records = [
      user("a", "c", { timestamp: minute(3) }),
      user("b", "a", { timestamp: minute(1) }),
      user("c", "b", { timestamp: minute(2) }),
    ];
    for (const order of [records, [...records].reverse()]) {
      const { dag } = read({ "a.jsonl": jsonl(...order) });
      expect(dag.edge("b")).toMatchObject({ kind: "cut", to: "a", rule: "parent-cycle" });
      expect(dag.roots.map(({ id }) => id)).toEqual(["b"]);
    }
  });

  it("C053: an entry that is its own parent is a root; a child is listed once", () => {
    const { dag } = read({ "a.jsonl": jsonl(user("a", "a"), user("b", "a"), user("b", "a")) });
    expect(dag.edge("a")!.kind).toBe("cut");
    expect(dag.children("a").map(({ id }) => id)).toEqual(["b"]);
  });

  it("C054: entries are never changed: the pointer stays beside the edge", () => {
    const { dag } = read({ "a.jsonl": jsonl(user("a", "b"), user("b", "a"), user("x", "gone")) });
    expect(dag.entries.get("a")!.parentUuid).toBe("b");
    expect(dag.entries.get("x")!.parentUuid).toBe("gone");
  });

  it("C057: an orphan is placed beside its neighbour in the file", () => {
    const { threads, dag } = readShape("U1 ─ A1 ───── A3\n          ?U2");
    expect(threads.placed("U2")).toMatchObject({ rule: "orphan-root" });
    expect(threads.placed("U2")!.after.id).toBe("A1");
    expect(dag.roots.map(({ id }) => id)).toEqual(["U1", "U2"]);
  });

  it("an entry without a time has its parent's, else that of the record before it", () => {
    const { dag } = read({
      "a.jsonl": jsonl(user("a", null, { timestamp: minute(5) }), user("b", "a"), user("c", "b"), user("d", "gone")),
    });
    for (const id of ["b", "c", "d"]) expect(dag.timeOf(dag.entries.get(id)!)).toBe(Date.parse(minute(5)));
    const untimed = read({ "a.jsonl": jsonl(user("a", null)) });
    expect(untimed.dag.timeOf(untimed.dag.entries.get("a")!)).toBe(0);
  });

  it("does not depend on the order of files", () => {
    const files = {
      "a.jsonl": shapeJsonl("U1 ─ A1"),
      "b.jsonl": jsonl(user("b", "A1")),
      "c.jsonl": jsonl(user("c", null)),
    };
    const reversed = Object.fromEntries(Object.entries(files).reverse());
    expect(JSON.stringify(read(reversed).tree)).toBe(JSON.stringify(read(files).tree));
  });
});

describe("one uuid is one entry", () => {
  const prefix = shapeRecords("U1 ─ A1 ─ U2 ─ A2");
  const resumed = [...prefix.map((record) => ({ ...record, sessionId: "s2" })), ...shapeRecords("U3 ─ A3", "s2")].map(
    (record) => ("uuid" in record && record["uuid"] === "U3" ? { ...record, parentUuid: "A2" } : record),
  );

  it("C030 C033 C034: a resumed prefix is shown once, in the file that wrote it first; the new part is the resuming session", () => {
    const { dag, threads } = read({
      "s1.jsonl": jsonl(...prefix, { type: "mode", mode: "plan" }),
      "s2.jsonl": jsonl(...resumed),
    });
    expect(threads.trunks.map(({ info, entries }) => [info.sessionId, entries.map(({ id }) => id)])).toEqual([
      ["s1", ["U1", "A1", "U2", "A2"]],
      ["s2", ["U3", "A3"]],
    ]);
    expect(dag.copies.map(({ rule }) => rule)).toEqual([
      "replayed-uuid",
      "replayed-uuid",
      "replayed-uuid",
      "replayed-uuid",
    ]);
  });

  it("C031: without other evidence, the file that begins earlier is the owner", () => {
    const later = user("later", null, { timestamp: minute(5) });
    const old = user("old", null, { timestamp: "2025-12-31T23:00:00.000Z" });
    const { dag } = read({ "a.jsonl": jsonl(...prefix, later), "b.jsonl": jsonl(...prefix, old) });
    expect(dag.threadOf("U1")).toBe("b.jsonl");
  });

  it.each([
    ["forkedFrom marks a copy", {}, { forkedFrom: { sessionId: "s1", messageUuid: "U1" } }, "b.jsonl"],
    ["a record that names another file is a copy", {}, { sessionId: "b" }, "b.jsonl"],
  ])("replayed-uuid: %s", (_, inB, inA, owner) => {
    const [first] = prefix;
    const { dag } = read({
      "a.jsonl": jsonl({ ...first, ...inA }),
      "b.jsonl": jsonl({ ...first, sessionId: "b", ...inB }),
    });
    expect(dag.threadOf("U1")).toBe(owner);
  });

  it("replayed-uuid: a file whose first queued prompt is newer than the entry holds a copy", () => {
    const enqueue = { type: "queue-operation", operation: "enqueue", timestamp: minute(30), content: "later" };
    const { dag } = read({ "a.jsonl": jsonl(enqueue, ...prefix), "b.jsonl": jsonl(...prefix) });
    expect(dag.threadOf("U1")).toBe("b.jsonl");
  });

  it("replayed-uuid: copies that carry the promptId of a later prompt are copies", () => {
    const [first] = prefix;
    const own = { ...user("new", "U1"), promptId: "p9" };
    const { dag } = read({
      "a.jsonl": jsonl({ ...first, promptId: "p9" }, own),
      "b.jsonl": jsonl({ ...first, promptId: "p1" }),
    });
    expect(dag.threadOf("U1")).toBe("b.jsonl");
  });

  it("replayed-uuid: without any evidence the file that ends earlier, then the name, decides, and this is reported", () => {
    const { dag, rules } = read({ "a.jsonl": jsonl(...prefix), "b.jsonl": jsonl(...prefix) });
    expect(dag.threadOf("U1")).toBe("a.jsonl");
    expect(rules).toContain("ambiguous-owner");
  });

  it("duplicate-line: a record repeated in its file is folded, and a null parent never replaces one that resolves", () => {
    const [first, second] = prefix;
    const { dag, threads } = read({
      "a.jsonl": jsonl(first!, second!, { ...second, parentUuid: null, extra: 1 }, { ...first, parentUuid: null }),
    });
    expect(dag.copies.map(({ rule, of }) => [rule, of.id])).toEqual([
      ["duplicate-line", "U1"],
      ["duplicate-line", "A1"],
    ]);
    expect(threads.trunks.map(({ entries }) => entries.map(({ id }) => id))).toEqual([["U1", "A1"]]);
    expect(dag.entries.get("A1")!.raw["extra"]).toBe(1);
  });

  it("duplicate-line: the parent of a copy is used if the owner has none", () => {
    const [first, second] = prefix;
    const { dag } = read({ "a.jsonl": jsonl(first!, { ...second, parentUuid: "gone" }, second!) });
    expect(dag.edge("A1")).toMatchObject({ kind: "parent", to: "U1" });
  });

  it("uuid-collision: two records with one uuid and different content both stay, and children are attached in their own file", () => {
    const { dag, rules, tree } = read({
      "a.jsonl": jsonl(user("x", null, { message: { content: "one" } }), user("y", "x")),
      "b.jsonl": jsonl(user("x", null, { message: { content: "two" } }), user("z", "x")),
    });
    expect(rules).toContain("uuid-collision");
    expect([...dag.entries.keys()]).toEqual(["x", "y", "b.jsonl:1", "z"]);
    expect(dag.edge("z")!.to).toBe("b.jsonl:1");
    expect(tree.children).toHaveLength(2);
  });

  it("a caveat that several files begin with stays with each", () => {
    const caveat = shapeRecords("U0=caveat")[0]!;
    const { threads, dag } = read({
      "a.jsonl": jsonl(caveat, user("x", "U0")),
      "b.jsonl": jsonl(caveat, user("y", "U0")),
    });
    expect(threads.trunks.map(({ entries }) => entries.length)).toEqual([2, 2]);
    expect(dag.copies).toHaveLength(1);
  });
});

describe("a session is a file", () => {
  it("C005 C006: the records of a file are one session, regardless of their session ids", () => {
    const alternating = [
      user("a", null, { sessionId: "x" }),
      user("b", "a", { sessionId: "y" }),
      user("c", "b", { sessionId: "x" }),
    ];
    const { threads } = read({ "s1.jsonl": jsonl(...alternating) });
    expect(threads.trunks.map(({ info, entries }) => [info.sessionId, entries.map(({ id }) => id)])).toEqual([
      ["s1", ["a", "b", "c"]],
    ]);
  });

  it("a bundle of sessions one after another becomes several sessions", () => {
    const bundle = [
      user("a", null, { sessionId: "x" }),
      user("b", "a", { sessionId: "x" }),
      user("c", "b", { sessionId: "y" }),
      user("d", "c", { sessionId: "y" }),
    ];
    const { threads, sessions } = read({ "bundle.jsonl": jsonl(...bundle) });
    expect(threads.trunks.map(({ info }) => info.sessionId)).toEqual(["x", "y"]);
    expect(sessions.attachment(threads.trunks[1]!)!.at.id).toBe("b");
  });
});
