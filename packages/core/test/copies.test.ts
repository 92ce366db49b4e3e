import { showThread } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { jsonl, read, readShape } from "./threads.ts";

const image = (data: string) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } });
const text = (value: string) => ({ type: "text", text: value });
const user = (uuid: string, parentUuid: string | null, content: unknown, timestamp = "2025-12-09T20:35:22.822Z") => ({
  type: "user",
  uuid,
  parentUuid,
  timestamp,
  message: { content },
});
const answer = (uuid: string, parentUuid: string | null, id: string, content: unknown) => ({
  type: "assistant",
  uuid,
  parentUuid,
  timestamp: "2025-12-09T20:35:30.000Z",
  message: { id, content },
});
const copies = (...records: object[]) =>
  read({ "s.jsonl": jsonl(...(records as Record<string, unknown>[])) }).dag.copies.map(
    ({ entry, of, rule }) => `${entry.id}→${of.id} ${rule}`,
  );

describe("replayed-content", () => {
  it("answers with the same thinking signature are one, regardless of their parents", () => {
    const thought = [{ type: "thinking", thinking: "", signature: "EfYD" }];
    const records = [
      user("p", null, "go"),
      user("q", "p", "on"),
      answer("68ad", "p", "m", thought),
      answer("ecde", "q", "m", thought),
    ];
    expect(copies(...records)).toEqual(["ecde→68ad repeated-block"]);
  });

  it("C042: of a prompt with images and its parts, the whole one stays; the conversation below the parts continues from it", () => {
    const records = [
      user("45da", null, "before"),
      user("768", "45da", [image("one"), image("two"), text("look")]),
      answer("a", "768", "m1", [text("I see.")]),
      user("f78f", "45da", "between", "2025-12-09T20:35:21.000Z"),
      user("1015", "f78f", [image("one")]),
      user("1016", "1015", [image("two")]),
      user("1017", "1016", [text("look")]),
      answer("a2", "1017", "m1", [text("I see.")]),
      user("next", "a2", "and now?", "2025-12-09T20:36:00.000Z"),
    ];
    // The words `between` make the run of prompts above the copy longer than the original's, but are not part of it.
    const plain = records
      .filter(({ uuid }) => uuid !== "f78f")
      .map((record) => (record.uuid === "1015" ? { ...record, parentUuid: "45da" } : record));
    const answered = plain.map((record) =>
      record.uuid === "45da" ? answer("45da", null, "m0", [text("before")]) : record,
    );
    const { dag, threads } = read({ "s.jsonl": jsonl(...answered) });
    expect(dag.copies.map(({ entry, of }) => `${entry.id}→${of.id}`).sort()).toEqual([
      "1015→768",
      "1016→768",
      "1017→768",
      "a2→a",
    ]);
    expect(threads.trunks.map(showThread)).toEqual(["45da 768 a next"]);
  });

  it.each([
    ["a string and a block with the same text are one", "go", [text("go")], true],
    ["case and white space do not matter", "carry  on", [text("Carry on ")], true],
    ["different texts are two prompts", [text("a")], [text("b")], false],
    ["different images are two prompts", [image("x")], [image("y")], false],
  ])("C041: %s", (_, first, second, isCopy) => {
    expect(copies(answer("r", null, "m", []), user("a", "r", first), user("b", "r", second))).toEqual(
      isCopy ? ["b→a replayed-content"] : [],
    );
  });

  it("C081: equal time alone proves nothing, and unequal time disproves nothing", () => {
    const replay = readShape("A0 ┬ U1=go@5\n   └ U2=go@5");
    expect(replay.threads.trunks.map(showThread)).toEqual(["A0 U1"]);
    const results = readShape("A0 ┬ U1=r@5\n   └ U2=r@5 ─ A1");
    expect(results.dag.copies).toEqual([]);
    const retyped = readShape("A0 ┬ U1=go@5\n   └ U2=go@9 ─ A1");
    expect(retyped.threads.trunks.map(showThread)).toEqual(["A0 | U1 | U2 A1*"]);
  });

  it("C040: a result is a copy only with its call", () => {
    const call = (uuid: string, parent: string, id: string) =>
      answer(uuid, parent, id, [{ type: "tool_use", id: "t", name: "Read", input: {} }]);
    const result = (uuid: string, parent: string) =>
      user(uuid, parent, [{ type: "tool_result", tool_use_id: "t", content: "same" }]);
    const start = user("p", null, "go");
    expect(copies(start, call("a", "p", "m1"), result("ra", "a"), call("b", "ra", "m2"), result("rb", "b"))).toEqual(
      [],
    );
    expect(
      copies(start, call("a", "p", "m1"), result("ra", "a"), call("b", "p", "m1"), result("rb", "b")).sort(),
    ).toEqual(["b→a replayed-content", "rb→ra replayed-content"]);
  });

  it("hooks below a copy are copies where the original has them too; what only the copy has is kept", () => {
    const hook = (uuid: string, parentUuid: string, toolUseID: string) => ({
      type: "progress",
      uuid,
      parentUuid,
      toolUseID,
      data: { type: "hook_progress" },
    });
    expect(
      copies(
        user("p", null, "go"),
        answer("a", "p", "m", [text("x")]),
        hook("h1", "a", "t1"),
        answer("b", "p", "m", [text("x")]),
        hook("h2", "b", "t1"),
        hook("h3", "b", "t3"),
      ).sort(),
    ).toEqual(["b→a replayed-content", "h2→h1 replayed-content"]);
  });

  it("a rule of an extension runs first, and a copy of a copy is a copy of the original", () => {
    const rule = {
      name: "mine",
      *find({ entries }: { entries: readonly { id: string }[] }) {
        const [a, b, c] = entries as never[];
        yield { entry: c!, of: b! };
        yield { entry: b!, of: a! };
        yield { entry: a!, of: a! };
      },
    };
    const { dag } = readShape("U1 ─ A1 ─ U2", [{ dedupe: [rule as never] }]);
    expect(dag.copies.map(({ entry, of, rule: name }) => [entry.id, of.id, name])).toEqual([
      ["U2", "U1", "mine"],
      ["A1", "U1", "mine"],
    ]);
  });

  it("C038 C045: of prompts with one time the fullest stays; what follows the other one is kept, not pruned", () => {
    const records = [
      answer("r", null, "m0", [text("ready")]),
      user("full", "r", [image("one"), text("look")]),
      answer("a", "full", "m1", [text("I see.")]),
      user("part", "r", [image("one")]),
      user("rest", "part", [text("look")]),
      answer("a2", "rest", "m1", [text("I see.")]),
      user("next", "a2", "and now?"),
      answer("b", "next", "m2", [text("Done.")]),
    ];
    const { threads } = read({ "s.jsonl": jsonl(...records) });
    expect(threads.trunks.map(showThread)).toEqual(["r full a next b"]);
    // The keys of answers find the pair even where nothing matches the prompts.
    const alone = read({ "s.jsonl": jsonl(...records) }, [{ off: ["replayed-content"] }]);
    expect(alone.dag.copies.map(({ entry, rule }) => `${entry.id} ${rule}`)).toEqual(["a2 repeated-block"]);
  });

  it.each([
    ["the same words", " LOOK "],
    ["other words", "leave"],
  ])("C039: a shorter prompt with the same time is a copy unless its text differs: %s", (_, words) => {
    const records = [answer("r", null, "m", []), user("full", "r", "look"), user("poor", "r", words)];
    expect(copies(...records)).toEqual(words === "leave" ? [] : ["poor→full replayed-content"]);
  });

  it("C035 C049: copies are folded before forks are judged and before anything is ordered", () => {
    const drawing = "A0 ┬ U1=a+b@1 ─ A1=m1:x@2\n   └ U2=a@1 ─ U3=b@1 ─ A2=m1:x@2 ─ U4@9 ─ A3@10";
    const { threads, dag } = readShape(drawing);
    expect(threads.judged("A0")).toBeUndefined();
    expect(dag.edge("U4")).toMatchObject({ kind: "alias", to: "A1" });
    expect(
      readShape(drawing, [{ off: ["replayed-content", "repeated-block"] }]).threads.judged("A0")!.prompts,
    ).toHaveLength(2);
  });

  it("after a long stretch was written again, no answer is shown twice, and everything new is shown", () => {
    const turn = (n: number, copy: string, parent: string | null) => [
      user(`u${n}${copy}`, parent, [text(`do ${n}`)]),
      answer(`a${n}${copy}`, `u${n}${copy}`, `m${n}`, [{ type: "thinking", thinking: "", signature: `s${n}` }]),
      answer(`b${n}${copy}`, `a${n}${copy}`, `m${n}`, [text(`done ${n}`)]),
    ];
    const stretch = (copy: string, parent: string | null) =>
      Array.from({ length: 50 }, (_, n) => turn(n, copy, n === 0 ? parent : `b${n - 1}${copy}`)).flat();
    const records = [...stretch("", null), ...stretch("x", null), user("new", "b49x", "and now?")];
    const { dag, threads } = read({ "s.jsonl": jsonl(...records) });
    expect(dag.copies).toHaveLength(150);
    expect(new Set(dag.copies.map(({ rule }) => rule))).toEqual(new Set(["replayed-content"]));
    expect(threads.trunks[0]!.entries.map(({ id }) => id).slice(-2)).toEqual(["b49", "new"]);
  });
});
