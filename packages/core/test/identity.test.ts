import { shapeRecords } from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { jsonl, read, readShape, show } from "./threads.ts";

type Json = Record<string, unknown>;
const user = (uuid: string, content: unknown, more: Json = {}): Json => ({
  type: "user",
  uuid,
  parentUuid: null,
  timestamp: "2026-01-01T00:00:00Z",
  message: { role: "user", content },
  ...more,
});
const answer = (uuid: string, parentUuid: string | null, content: unknown, more: Json = {}): Json => ({
  type: "assistant",
  uuid,
  parentUuid,
  timestamp: "2026-01-01T00:01:00Z",
  message: { id: "m", content },
  ...more,
});
const text = (value: string) => ({ type: "text", text: value });
const image = (data: string) => ({ type: "image", source: { data } });
const result = (content: unknown, id = "t") => ({ type: "tool_result", tool_use_id: id, content });
const folded = (...files: Json[][]) => {
  const { dag } = read(Object.fromEntries(files.map((records, index) => [`s${index + 1}.jsonl`, jsonl(...records)])));
  return dag.copies.map(
    ({ entry, rule, isShared }) => `${entry.location.path.slice(0, 2)} ${rule}${isShared ? " kept" : ""}`,
  );
};

describe("two records with one uuid", () => {
  it.each<[string, unknown, unknown]>([
    ["a string and a block with the same text", "Look", [text(" look ")]],
    ["one text, and the same text in two blocks", "a b", [text("a"), text("b")]],
    ["a part of a prompt and the whole", [image("x")], [image("x"), text("look")]],
    ["results with the same text", [result("ok")], [result([text("ok")])]],
    ["a record without text and one with text", [], "look"],
  ])("are one: %s", (_, first, second) => {
    expect(folded([user("u", first)], [user("u", second)])).toEqual(["s2 replayed-uuid"]);
    expect(folded([user("u", second), user("u", first)])).toEqual(["s1 duplicate-line"]);
  });

  it.each<[string, unknown, unknown]>([
    ["other words", "look", "go"],
    ["different images beside the same text", [image("x"), text("look")], [image("y"), text("look")]],
    ["results of other calls", [result("ok", "t1")], [result("ok", "t2")]],
    ["results with different text", [result("ok")], [result("failed")]],
    ["thoughts with other signatures", [{ type: "thinking", signature: "a" }], [{ type: "thinking", signature: "b" }]],
    ["other documents", [{ type: "document", source: { url: "a" } }], [{ type: "document", source: { url: "b" } }]],
    ["different blocks of an unknown type", [{ type: "x", n: 1 }], [{ type: "x", n: 2 }]],
  ])("are two: %s", (_, first, second) => {
    expect(folded([user("u", first), user("u", second)])).toEqual(["s1 uuid-collision kept"]);
  });

  it("are two: hooks with different output, entries of different types", () => {
    const hook = (stdout: string): Json => ({
      type: "attachment",
      uuid: "u",
      attachment: { type: "hook_success", stdout },
    });
    expect(folded([hook("a"), hook("b")])).toEqual(["s1 uuid-collision kept"]);
    expect(folded([hook("a")], [hook("a")])).toEqual(["s2 replayed-uuid"]);
    expect(folded([user("u", "a"), answer("u", null, "a")])).toEqual(["s1 uuid-collision kept"]);
  });

  it("duplicate-line: the fullest content wins, with the line that holds it; fields of all copies are kept", () => {
    const { dag, tree } = read({
      "s1.jsonl": jsonl(
        user("u", [image("x")], { cwd: "/a" }),
        user("u", [image("x"), text("look")], { cwd: "/b", extra: 1 }),
      ),
    });
    const entry = dag.entries.get("u")!;
    expect(entry.raw).toMatchObject({ cwd: "/a", extra: 1 });
    expect(entry.location.line).toBe(1);
    expect(entry.lentFrom!.line).toBe(2);
    expect(JSON.stringify(tree)).toContain('"value":"look"');
  });

  it("a part that comes first does not hide the whole: three records, one entry", () => {
    expect(folded([user("u", [image("x")]), user("u", [image("x"), text("look")]), user("u", "look")])).toEqual([
      "s1 duplicate-line",
      "s1 duplicate-line",
    ]);
  });

  it("ambiguous-parent: of two parents that resolve the first record's is used, and this is reported once", () => {
    const records = [user("a", "a"), user("b", "b"), { ...user("u", "u"), parentUuid: "a" }];
    const again = { ...user("u", "u"), parentUuid: "b" };
    const { dag, rules, messages } = read({ "s1.jsonl": jsonl(...records, again, again) });
    expect(dag.edge("u")).toMatchObject({ to: "a" });
    expect(rules.filter((rule) => rule === "ambiguous-parent")).toHaveLength(1);
    expect(messages.find(({ ruleId }) => ruleId === "ambiguous-parent")).toMatchObject({ file: "s1.jsonl", line: 3 });
  });

  it("switched off, each record is shown at its position, and its children stay in its file", () => {
    const drawing = "U1 ─ A1\n---\nU1 ─ A1 ─ U2 ─ A2";
    expect(show(readShape(drawing, [{ off: ["replayed-uuid"] }]))).toBe("U1 A1\nU1 A1 U2 A2");
    expect(show(readShape("U1 ─ A1\n          U1", [{ off: ["duplicate-line"] }]))).toContain("U1 A1 U1");
  });
});

describe("repeated-block", () => {
  const [first] = shapeRecords("U1");
  const blocks = (...records: Json[]) => {
    const { dag } = read({ "s1.jsonl": jsonl(first!, ...records) });
    const partly = [...dag.entries.values()].flatMap((entry) =>
      [...dag.repeated(entry).keys()].map((at) => `${entry.id}.${at}`),
    );
    return [...dag.copies.map(({ entry, of, rule }) => `${entry.id}→${of.id} ${rule}`), ...partly];
  };

  it("C046: parts of one message are compared as a whole, never by a prefix", () => {
    const long = "x".repeat(300);
    expect(blocks(answer("a", "U1", [text(`${long}1`)]), answer("b", "a", [text(`${long}2`)]))).toEqual([]);
    expect(blocks(answer("a", "U1", [text(long)]), answer("b", "a", [text(long)]))).toEqual(["b→a repeated-block"]);
  });

  it("C048: of an entry with something new, only the repeated block is folded", () => {
    const grown = [answer("a", "U1", [text("x")]), answer("b", "a", [text("x"), text("y")])];
    expect(blocks(...grown)).toEqual(["b.0"]);
    const { tree } = read({ "s1.jsonl": jsonl(first!, ...grown) });
    expect(JSON.stringify(tree).match(/"value":"[xy]"/g)).toEqual(['"value":"x"', '"value":"y"']);
  });

  it("blocks with different numbers are two, and so is equal text of two messages", () => {
    const numbered = (uuid: string, apiBlockIndex: number) => answer(uuid, "U1", [text("x")], { apiBlockIndex });
    expect(blocks(numbered("a", 0), numbered("b", 1))).toEqual([]);
    expect(blocks(numbered("a", 1), numbered("b", 1))).toEqual(["b→a repeated-block"]);
    expect(blocks(answer("a", "U1", "x"), answer("b", "a", "x", { message: { id: "other", content: "x" } }))).toEqual(
      [],
    );
  });

  it("without a message id the request id is used; without both nothing is compared", () => {
    const bookkeeping = (uuid: string, requestId?: string) =>
      answer(uuid, "U1", "", { requestId, message: { content: "x" } });
    expect(blocks(bookkeeping("a", "r"), bookkeeping("b", "r"))).toEqual(["b→a repeated-block"]);
    expect(blocks(bookkeeping("a"), bookkeeping("b"))).toEqual([]);
  });
});

describe("repeated-notification", () => {
  const note = (status: string, body: string) =>
    `<task-notification><task-id>t</task-id><status>${status}</status>${body}</task-notification>`;
  const entry = (uuid: string, words: string, isQueued = false): Json =>
    isQueued
      ? {
          type: "attachment",
          uuid,
          attachment: { type: "queued_command", commandMode: "task-notification", prompt: words },
        }
      : user(uuid, words);
  it.each<[string, Json, Json, string[]]>([
    [
      "a user entry and an attachment are one",
      entry("a", note("completed", "<result>ok</result>")),
      entry("b", note("completed", "<result>ok</result>"), true),
      ["s1 repeated-notification"],
    ],
    ["another status is another", entry("a", note("running", "")), entry("b", note("completed", ""), true), []],
    [
      "a different result is another notification",
      entry("a", note("completed", "<result>1</result>")),
      entry("b", note("completed", "<result>2</result>"), true),
      [],
    ],
    [
      "a different event is another notification",
      entry("a", note("", "<event>1</event>")),
      entry("b", note("", "<event>2</event>"), true),
      [],
    ],
    [
      "two user entries are two notifications",
      entry("a", note("completed", "")),
      entry("b", note("completed", "")),
      [],
    ],
  ])("%s", (_, first, second, expected) => expect(folded([first, second])).toEqual(expected));

  it("each matches one", () => {
    const words = note("completed", "");
    expect(folded([entry("a", words), entry("b", words, true), entry("c", words, true)])).toHaveLength(1);
  });
});

describe("replayed-content, text that the client writes in the user's name", () => {
  it("is a copy below a copy", () => {
    const drawing = "A0 ┬ U1=a+b ─ A1=m1:x ─ U5=interrupt\n   └ U2=a ─ U3=b ─ A2=m1:x ─ U6=interrupt ─ U4 ─ A3";
    expect(show(readShape(drawing))).toBe("A0 U1 A1 U5 U4 A3");
  });

  it("is no copy below the same entry: it happened twice", () => {
    expect(show(readShape("A1 ┬ U1=interrupt\n   └ U2=interrupt ─ U3 ─ A3"))).toContain("U1 U2");
  });
});

describe("off", () => {
  it("a name that no rule has is refused", async () => {
    const { resolveRules } = await import("../src/index.ts");
    expect(() => resolveRules([{ off: ["rewind", "nope"] }])).toThrow(
      new TypeError("Expected the name of a rule in `off`, not `nope`"),
    );
    const mine = { name: "mine", judge: () => undefined };
    expect(() => resolveRules([{ off: ["mine"] }, { fork: [mine] }])).not.toThrow();
  });

  it("without rewind the choices of a user come one after another, nothing is lost", () => {
    expect(show(readShape("A1 ┬ U1 ─ A2\n   └           U2 ─ A3", [{ off: ["rewind"] }]))).toBe("A1 U1 A2 U2 A3");
    expect(show(readShape("U1 ─ A1\n         U3@8 ─ A3@9", [{ off: ["rewind"] }]))).toBe("U1 A1 U3 A3");
  });

  it("without any place rule a root is at its position of the file in the trunk", () => {
    const { threads } = readShape("U1 ─ A1 ───── A3\n          ?U2", [{ off: ["orphan-root", "compaction-boundary"] }]);
    expect(threads.placed("U2")).toBeUndefined();
    expect(threads.trunks[0]!.entries.map(({ id }) => id)).toEqual(["U1", "A1", "U2", "A3"]);
  });

  it("a place rule of an extension runs first", () => {
    const mine = {
      name: "mine",
      place: (root: never, { dag }: { dag: { entries: ReadonlyMap<string, never> } }) => ({
        after: dag.entries.get("U1")!,
        because: "I say so",
      }),
    };
    const { threads } = readShape("U1 ─ A1 ───── A3\n          ?U2", [{ place: [mine as never] }]);
    expect(threads.placed("U2")).toMatchObject({ rule: "mine", because: "I say so" });
  });
});
