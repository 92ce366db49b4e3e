import { describe, expect, it } from "vitest";
import type { Ledger, Recorded } from "../src/account.ts";
import { audit, type Content, contentKey, contentsOf, type Message, type Root } from "../src/index.ts";

const path = "s.jsonl";
const at = (line: number) => ({ position: { start: { line, column: 1 }, end: { line, column: 2 } }, data: { path } });
const message = (line: number, ...children: Content[]): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin: "prompt",
  uuid: `u${line}`,
  uuids: [`u${line}`],
  children: children.map((child) => ({ ...child, ...at(line) }) as Content),
  ...at(line),
});
const text = (value: string): Content => ({ type: "text", value });
const root = (...children: Root["children"]): Root => ({ type: "root", children });

/** A ledger of records, each with what it holds. */
function ledger(contents: Readonly<Record<number, readonly unknown[]>>, more: Partial<Ledger> = {}): Ledger {
  const records = Object.entries(contents).map(([line, all]): Recorded => ({
    path,
    line: Number(line),
    type: "user",
    uuid: `u${line}`,
    blocks: all.length,
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
const reasons = (tree: Root, found: Ledger) => audit(tree, found).map(({ id, reason }) => `${id}: ${reason}`);

describe("the contents of records and nodes", () => {
  it("are compared as copies are: without case and white space, values by their JSON", () => {
    const tree = root(message(1, text("Dig  here,\nthen REST.")), message(2, { type: "thinking", value: "ok" }));
    expect(reasons(tree, ledger({ 1: ["dig here, then rest."], 2: ["ok"] }))).toEqual([]);
    expect(contentKey({ a: 1 })).toBe(contentKey('{"a": 1}'));
    expect([undefined, null, "", " \n", {}, []].map(contentKey)).toEqual(["", "", "", "", "", ""]);
    expect(contentKey("a".repeat(100))).not.toBe(contentKey(`${"a".repeat(99)}b`));
  });

  it("what stands nowhere is lost, and what no record holds was changed", () => {
    const long = "A word that is much longer than forty characters are";
    const call: Content = { type: "toolCall", id: "t", name: "Read", input: { file: "b" } };
    const found = ledger({ 1: [long], 2: [{ file: "a" }] });
    expect(reasons(root(message(1, text("Dig")), message(2, call)), found)).toEqual([
      "u1: Lost: `A word that is much longer than forty ch…` of s.jsonl:1 stands nowhere in the tree",
      'u2: Lost: `{"file":"a"}` of s.jsonl:2 stands nowhere in the tree',
      "s.jsonl:1: Changed: the tree holds `Dig`, which is in no record",
      's.jsonl:2: Changed: the tree holds `{"file":"b"}`, which is in no record',
    ]);
    expect(reasons(root(message(1, text("x"), text("y"))), ledger({ 1: [long, "more"] }))[0]).toContain(
      " and 1 more of ",
    );
  });

  it("a copy, or a record that shares its node, may stand anywhere, but somewhere", () => {
    const copy = { path, line: 2, uuid: "u2", into: "u1", rule: "duplicate-line" };
    const tree = root(message(1, text("Dig")));
    expect(reasons(tree, ledger({ 1: ["Dig"], 2: ["dig"] }, { folded: [copy] }))).not.toContainEqual(
      expect.stringContaining("Lost: `dig`"),
    );
    expect(reasons(tree, ledger({ 1: ["Dig"], 2: ["Rest"] }, { folded: [copy] }))).toContain(
      "u2: Lost: `Rest` of s.jsonl:2 stands nowhere in the tree",
    );
    const gone = ledger({ 1: ["Dig"], 2: ["Rest"] }, { folded: [copy], hidden: [`${path}:1`] });
    expect(reasons(tree, gone).filter((reason) => reason.includes("Rest"))).toEqual([]);
  });

  it("are those of the node itself", () => {
    const nodes: Array<[Parameters<typeof contentsOf>[0], unknown[]]> = [
      [{ type: "image", mediaType: "image/png", url: "https://a.example" }, ["https://a.example"]],
      [{ type: "document", mediaType: "application/pdf", data: "JVBE", title: "Soil" }, ["JVBE", "Soil"]],
      [{ type: "unknown", blockType: "poll", raw: { type: "poll" } }, [{ type: "poll" }]],
      [{ type: "toolResult", structured: { rows: 1 }, children: [] }, [{ rows: 1 }]],
      [{ type: "notice", entryType: "mode", structured: { mode: "plan" } }, [{ mode: "plan" }]],
      [
        { type: "notice", entryType: "attachment", uuid: "u", structured: { attachment: { a: 1 } } },
        [undefined, { a: 1 }, undefined],
      ],
      [{ type: "notice", entryType: "poll", uuid: "u", value: "{}" }, []],
      [message(1), []],
    ];
    for (const [node, contents] of nodes) expect(contentsOf(node)).toEqual(contents);
  });
});
