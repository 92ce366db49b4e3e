import { describe, expect, it } from "vitest";
import { jsonl, read, show } from "./threads.ts";

type Json = Record<string, unknown>;
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString();
const user = (uuid: string, parentUuid: string | null, minutes: number, more: Json = {}): Json => ({
  type: "user",
  uuid,
  parentUuid,
  timestamp: minute(minutes),
  message: { content: uuid },
  ...more,
});
const note = (type: string, minutes: number, more: Json = {}): Json => ({ type, timestamp: minute(minutes), ...more });
const queued = (minutes: number) => note("queue-operation", minutes, { operation: "enqueue", content: "later" });
const result = (uuid: string, minutes: number, more: Json): Json =>
  user(uuid, "u", minutes, {
    message: { content: [{ type: "tool_result", tool_use_id: "c", content: "x" }] },
    ...more,
  });

/** Two files that both hold the entry `u`: the one that wrote it first, and what decided. */
const owned = (a: readonly Json[], b: readonly Json[], off: readonly string[] = []) => {
  const { dag } = read({ "p/a.jsonl": jsonl(...a), "p/b.jsonl": jsonl(...b) }, [{ off }]);
  const copy = dag.copies.find(({ entry }) => entry.uuid === "u")!;
  return [dag.entries.get("u")!.location.path, copy.because];
};
const u = user("u", null, 10);
const ends = { earlier: user("x", "u", 20), later: user("y", "u", 30) };
const byEnd = "the file ends earlier";
const byName = "the name of the file";

describe("the owner of an entry that two files hold", () => {
  it.each<[string, Json[], Json[], string, string]>([
    ["not the record with `forkedFrom`", [{ ...u, forkedFrom: {} }], [u], "b", "the copy has forkedFrom"],
    [
      "not the file whose first queued prompt is newer",
      [queued(11), u],
      [u],
      "b",
      "the copy is older than the first prompt queued in its file",
    ],
    [
      "not the file whose records name the other, in any folder",
      [{ ...u, sessionId: "b" }],
      [u],
      "b",
      "the line's sessionId names the file",
    ],
    [
      "not the record with the promptId of a later prompt",
      [{ ...u, promptId: "p2" }, user("v", "u", 12, { promptId: "p2" })],
      [{ ...u, promptId: "p1" }],
      "b",
      "the copy has the promptId of a later prompt",
    ],
    [
      "not the file that lacks what was beside the path",
      [u, user("w", "u", 12)],
      [u, note("mode", 11), user("w", "u", 12)],
      "b",
      "the file has more lines in the shared region",
    ],
    [
      "not the file that begins later, though it ends earlier",
      [user("x", null, 9), u, ends.earlier],
      [user("y", null, 8), u, ends.later],
      "b",
      "the file begins earlier",
    ],
    ["not the file that ends later", [u, ends.later], [u, ends.earlier], "b", byEnd],
    ["the file that ends earlier", [u, ends.earlier], [u, ends.later], "a", byEnd],
    ["the first by name, without other evidence", [u], [u], "a", byName],
  ])("%s", (_, a, b, owner, because) => expect(owned(a, b)).toEqual([`p/${owner}.jsonl`, because]));

  it.each<[string, Json[]]>([
    ["a prompt that was queued in the moment of the entry", [queued(10), u]],
    ["a prompt that was taken from the queue", [note("queue-operation", 11, { operation: "dequeue" }), u]],
    ["an operation on something else", [note("file-operation", 11, { operation: "enqueue" }), u]],
    ["a mode that the file begins with", [note("mode", 11), u]],
  ])("%s is no evidence against a file", (_, a) => expect(owned(a, [u])).toEqual(["p/a.jsonl", byName]));

  it("results have the promptId of their prompt: one that only one file holds does not make the prompt a copy", () => {
    const shared = { ...u, promptId: "p1" };
    const a = [shared, result("r", 20, { promptId: "p1" })];
    expect(owned(a, [shared, ends.later])).toEqual(["p/a.jsonl", byEnd]);
  });

  it("what a compaction writes has the promptId of the prompt before it, also in a copy", () => {
    const shared = user("u", null, 10, { promptId: "p1" });
    const before = user("w", null, 9, { promptId: "p1" });
    expect(owned([before, shared, ends.later], [shared, ends.earlier])).toEqual([
      "p/a.jsonl",
      "the file begins earlier",
    ]);
  });

  it("switched off, the name decides", () => {
    expect(owned([{ ...u, forkedFrom: {} }], [u], ["earliest-session"])).toEqual(["p/a.jsonl", byName]);
  });
});

describe("the name of a session", () => {
  it("is that of its file, without folders and without the ending", () => {
    const { threads } = read({ "p/a.jsonl": jsonl(u), "p/a.jsonl.b.jsonl": jsonl(user("v", null, 11)) });
    expect(threads.trunks.map(({ info }) => info.sessionId)).toEqual(["a", "a.jsonl.b"]);
  });

  const x = { sessionId: "x" };
  const y = { sessionId: "y" };
  const bundle = [user("a", null, 1), user("b", "a", 2, x), user("c", "b", 3, y), user("d", "c", 4, y)];

  it("in a bundle is on its records; records before the first name belong to it", () => {
    const { threads, ...found } = read({ "s1.jsonl": jsonl(...bundle) });
    expect(threads.trunks.map(({ info }) => [info.sessionId, info.id])).toEqual([
      ["x", "s1.jsonl#x"],
      ["y", "s1.jsonl#y"],
    ]);
    expect(show({ threads, ...found })).toBe("a b\nb → c d");
  });

  it("is that of the file again if file-session is switched off: each file is one session", () => {
    const { threads } = read({ "p/s1.jsonl": jsonl(...bundle) }, [{ off: ["file-session"] }]);
    expect(threads.trunks.map(({ info, entries }) => [info, entries.length])).toEqual([
      [{ id: "p/s1.jsonl", path: "p/s1.jsonl", sessionId: "s1", rule: "file-session" }, 4],
    ]);
  });
});
