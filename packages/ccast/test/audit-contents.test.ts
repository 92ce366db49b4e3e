import { describe, expect, it } from "vitest";
import type { Ledger, Recorded } from "../src/account.ts";
import { audit, type Content, type Message, type Notice, type RecordedContent, type Root } from "../src/index.ts";

const path = "s.jsonl";
const at = (line: number) => ({ position: { start: { line, column: 1 }, end: { line, column: 2 } }, data: { path } });
const message = (line: number, ...children: Content[]): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin: "prompt",
  uuid: `u${line}`,
  uuids: [`u${line}`],
  children: children.map((child) => ({ ...at(line), ...child }) as Content),
  ...at(line),
});
const notice = (line: number, fields: Partial<Notice>): Notice => ({
  type: "notice",
  entryType: "hook",
  uuid: `u${line}`,
  ...fields,
  ...at(line),
});
const text = (value: string): Content => ({ type: "text", value });
const root = (...children: Root["children"]): Root => ({ type: "root", children });

const is = (type: RecordedContent["type"], value: unknown): RecordedContent => ({ what: `the ${type}`, type, value });
const says = (value: unknown) => is("text", value);

/** A ledger of records, each with what it holds, by line. */
function ledger(contents: Readonly<Record<number, readonly RecordedContent[]>>, more: Partial<Ledger> = {}): Ledger {
  const records = Object.keys(contents).map((line): Recorded => ({
    path,
    line: Number(line),
    type: "user",
    uuid: `u${line}`,
    blocks: 0,
  }));
  return {
    lines: records.length,
    records,
    folded: [],
    malformed: [],
    hidden: [],
    contentsOf: ({ line }) => contents[line]!,
    ...more,
  };
}

/** What the audit says about contents. */
function findings(tree: Root, found: Ledger): string[] {
  return audit(tree, found).flatMap(({ id, reason }) =>
    reason.includes("stands nowhere") || reason.startsWith("Changed") ? `${id}: ${reason}` : [],
  );
}

describe("what records and nodes hold", () => {
  it("is compared as copies are: without case and white space, values by the strings and numbers in them", () => {
    const tree = root(
      message(1, text("Dig  here,\nthen REST.")),
      message(2, { type: "toolCall", id: "t", name: "Read", input: { file: "a", lines: [1, 2] } }),
    );
    const found = ledger({
      1: [says("dig here, then rest.")],
      2: [is("toolCall", "Read"), is("toolCall", { lines: [1, 2], file: "A" })],
    });
    expect(findings(tree, found)).toEqual([]);
  });

  it("what stands nowhere is lost, and what no record holds was changed", () => {
    const long = "A word that is much longer than forty characters are";
    const call: Content = { type: "toolCall", id: "t", name: "Read", input: { file: "b" } };
    const found = ledger({ 1: [says(long)], 2: [is("toolCall", "Read"), is("toolCall", { file: "a" })] });
    expect(findings(root(message(1, text("Dig")), message(2, call)), found)).toEqual([
      "u1: Lost: the text (s.jsonl:1) stands nowhere in the tree",
      "u1: Changed: the tree holds `Dig`, which is in no record",
      "u2: Lost: the toolCall (s.jsonl:2) stands nowhere in the tree",
      'u2: Changed: the tree holds `{"file":"b"}`, which is in no record',
    ]);
    expect(findings(root(message(1, text(long))), ledger({ 1: [says("Dig")] })).at(-1)).toContain(
      "`A word that is much longer than forty ch…`",
    );
  });

  it.each<[string, Content | Notice, unknown]>([
    ["text", text("a"), "a"],
    ["thinking", { type: "thinking", value: "a" }, "a"],
    ["an image", { type: "image", mediaType: "image/png", data: "aGk=" }, "aGk="],
    ["an image elsewhere", { type: "image", mediaType: "image/png", url: "https://a.example" }, "https://a.example"],
    ["a document", { type: "document", mediaType: "application/pdf", data: "JVBE" }, "JVBE"],
    ["the title of a document", { type: "document", mediaType: "application/pdf", title: "Soil" }, "Soil"],
    ["a call", { type: "toolCall", id: "t", name: "Read", input: { file: "a" } }, { file: "a" }],
    ["a result", { type: "toolResult", structured: { rows: 1 }, children: [] }, { rows: 1 }],
    ["an unknown block", { type: "unknown", blockType: "poll", raw: { votes: 2 } }, { votes: 2 }],
    ["a notice", notice(1, { structured: { hue: "red" } }), { hue: "red" }],
    ["a notice of an unknown type", notice(1, { value: '{"hue":"red"}' }), { hue: "red" }],
    ["a notice with words", notice(1, { value: "red" }), "red"],
    ["a field that has no place", { type: "text", value: "", data: { path, unknown: { hue: "red" } } }, "red"],
  ])("stands in %s", (_, node, value) => {
    const tree = root(node.type === "notice" ? node : message(1, node as Content));
    const lost = (type: RecordedContent["type"], wanted: unknown) =>
      findings(tree, ledger({ 1: [is(type, wanted)] })).filter((one) => one.includes("Lost"));
    expect(lost(node.type as RecordedContent["type"], value)).toEqual([]);
    expect(lost(node.type as RecordedContent["type"], { other: "value" })).toHaveLength(1);
  });

  it("stands in a node of its type: the words of a result are not those that were recorded beside them", () => {
    const tree = root(
      message(1, { type: "toolResult", structured: { out: "a" }, children: [{ type: "text", value: "b", ...at(1) }] }),
    );
    const found = ledger({ 1: [says("a"), is("toolResult", { out: "a" })] });
    expect(findings(tree, found)).toContain("u1: Lost: the text (s.jsonl:1) stands nowhere in the tree");
  });

  it("stands there as often as it was recorded", () => {
    const twice = ledger({ 1: [says("a"), says("a")] });
    expect(findings(root(message(1, text("a"), text("a"))), twice)).toEqual([]);
    expect(findings(root(message(1, text("a"), text("b"))), twice)).toHaveLength(2);
  });

  it("that says nothing need stand nowhere", () => {
    const nothing = [undefined, "", " \n", {}, [null]].flatMap((value) => [says(value), is("image", value)]);
    expect(findings(root(message(1, text("a"))), ledger({ 1: [says("a"), ...nothing] }))).toEqual([]);
  });

  it("is not compared where the records are gone, or where nothing of a record is in the tree", () => {
    expect(findings(root(message(1, text("a"))), ledger({ 1: [says("b")] }, { contentsOf: undefined }))).toEqual([]);
    expect(findings(root(), ledger({ 1: [says("b")] }))).toEqual([]);
  });
});

describe("what a copy holds", () => {
  const copy = (line: number, into: string) => ({ path, line, uuid: `u${line}`, into, rule: "replayed-content" });
  const tree = root(message(1, text("Dig"), text("here")), message(3, text("Rest")));
  const all = { 1: [says("Dig"), says("here")], 3: [says("Rest")] };

  it.each<[string, RecordedContent[], number]>([
    ["all of its original", [says("dig"), says("HERE")], 0],
    ["a part of it", [says("here")], 0],
    ["blocks that the original has as one", [says("dig here")], 0],
    ["words that only another message has", [says("Rest")], 1],
    ["words of its own", [says("Dig"), says("deeper")], 1],
  ])("stands in the entry that it was folded into: %s", (_, contents, lost) => {
    expect(findings(tree, ledger({ ...all, 2: contents }, { folded: [copy(2, "u1")] }))).toHaveLength(lost);
  });

  it("is also looked for in further entries that hold blocks of it", () => {
    const found = ledger({ ...all, 2: [says("Dig"), says("Rest")] }, { folded: [copy(2, "u1")] });
    const records = found.records.map((one) => (one.line === 2 ? { ...one, heldBy: ["u3"] } : one));
    expect(findings(tree, { ...found, records })).toEqual([]);
  });

  it("is not compared if the entry that it was folded into is hidden, also in part", () => {
    for (const hidden of [["u1"], [`${path}:1`]])
      expect(findings(tree, ledger({ ...all, 2: [says("gone")] }, { folded: [copy(2, "u1")], hidden }))).toEqual([]);
  });

  it("with the same uuid may stand at any of its lines", () => {
    const found = ledger({ 1: [says("Dig"), says("here")], 2: [says("Dig")], 3: [says("Rest")] });
    const records = found.records.map((one) => (one.line === 2 ? { ...one, uuid: "u1" } : one));
    expect(findings(tree, { ...found, records })).toEqual([]);
    const changed = root(message(1, text("Dig"), text("there")), message(3, text("Rest")));
    expect(findings(changed, { ...found, records })).toEqual([
      "u1: Lost: the text (s.jsonl:1) stands nowhere in the tree",
      "u1: Changed: the tree holds `there`, which is in no record",
    ]);
  });
});
