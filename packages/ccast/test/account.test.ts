import { describe, expect, it } from "vitest";
import { account, type Ledger, type Recorded } from "../src/account.ts";
import type { Branch, Content, FlowContent, Message, Notice, Root, ToolCall } from "../src/index.ts";

const root = (...children: FlowContent[]): Root => ({ type: "root", children });
const message = (uuids: string[], ...children: Content[]): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin: "prompt",
  uuid: uuids[0],
  uuids,
  children,
});
const notice = (uuid?: string): Notice => ({ type: "notice", entryType: "mode", uuid });
const branch = (uuid: string, ...children: FlowContent[]): Branch => ({
  type: "branch",
  uuid,
  rule: "rewind",
  from: null,
  children,
});
const call = (uuid: string | undefined): ToolCall => ({
  type: "toolCall",
  id: "t",
  name: "Bash",
  input: {},
  result: { type: "toolResult", uuid, children: [] },
});
const record = (line: number, uuid?: string): Recorded => ({ path: "s.jsonl", line, type: "user", uuid, blocks: 0 });
const ledger = (found: Partial<Ledger>): Ledger => ({
  lines: 0,
  records: [],
  folded: [],
  malformed: [],
  hidden: [],
  ...found,
});

describe("account", () => {
  it("of nothing is nothing", () => {
    expect(account(root(), ledger({}))).toEqual({
      lines: 0,
      placed: 0,
      hidden: 0,
      folded: [],
      bookkeeping: [],
      malformed: [],
      recovered: [],
    });
  });

  it("records of damaged lines are apart from the sum, whatever becomes of them", () => {
    const on = (column: number, uuid?: string): Recorded => ({ ...record(2, uuid), column, isRecovered: true });
    const damaged = { path: "s.jsonl", line: 2, lost: 5 };
    const { placed, hidden, folded, bookkeeping, malformed, recovered, lines } = account(
      root(message(["u1"]), message(["u2"])),
      ledger({
        lines: 3,
        records: [record(1, "u1"), on(6, "u2"), on(30, "u1"), on(60), on(90, "gone"), record(3, "u2")],
        folded: [
          { path: "s.jsonl", line: 2, column: 30, uuid: "u1", into: "u1", rule: "duplicate-line" },
          { path: "s.jsonl", line: 3, uuid: "u2", into: "u2", rule: "duplicate-line" },
        ],
        malformed: [damaged],
        hidden: ["gone"],
      }),
    );
    expect([placed, hidden, folded.map(({ line }) => line), bookkeeping]).toEqual([1, 0, [3], []]);
    expect(recovered.map(({ column }) => column)).toEqual([6, 30, 60, 90]);
    expect(placed + hidden + folded.length + bookkeeping.length + malformed.length).toBe(lines);
  });

  const placed: Array<[what: string, count: number, tree: Root]> = [
    ["every entry of a message", 2, root(message(["u1", "u2"]))],
    ["a message that names its entry only once", 1, root({ ...message([]), uuid: "u1" })],
    ["a notice", 1, root(notice("u1"))],
    ["a compaction with its summary", 2, root({ type: "compaction", uuid: "u1", uuids: ["u1", "u2"], children: [] })],
    ["the record that carried a result", 2, root(message(["u1"], call("u2")))],
    ["a result whose record has no uuid: not counted", 1, root(message(["u1"], call(undefined)))],
    ["nothing that has no uuid", 0, root(notice(), message([]))],
    ["an entry that is in two nodes, once", 1, root(message(["u1"]), message(["u1"]))],
    ["the first entry of a branch at its message, not at the branch that names it", 0, root(branch("u1"))],
  ];

  for (const [what, count, tree] of placed)
    it(`counts on the tree ${what}`, () => {
      expect(account(tree, ledger({})).placed).toBe(count);
    });

  it("counts an entry that is recorded and no longer in the tree as hidden, once", () => {
    const records = [record(1, "u1"), record(2, "u2"), record(3)];
    const hidden = ["u1", "u1", "u2", "s.jsonl:3", "an unknown id"];
    expect(account(root(message(["u2"])), ledger({ records, hidden })).hidden).toBe(1);
  });

  it("lists records without a uuid with their location, in the tree or not", () => {
    const records = [record(1, "u1"), record(2), { ...record(3), isEvidence: true as const }];
    expect(account(root(), ledger({ records })).bookkeeping).toEqual([
      { path: "s.jsonl", line: 2, type: "user" },
      { path: "s.jsonl", line: 3, type: "user" },
    ]);
  });

  it("takes lines, folded and malformed from the ledger: no part is obtained by subtraction", () => {
    const found = ledger({
      lines: 9,
      folded: [{ path: "r.jsonl", line: 1, uuid: "u1", into: "u1", rule: "replayed-uuid" }],
      malformed: [{ path: "s.jsonl", line: 4, lost: 3 }],
    });
    const { lines, folded, malformed } = account(root(message(["u1"])), found);
    expect({ lines, folded, malformed }).toEqual({ lines: 9, folded: found.folded, malformed: found.malformed });
  });
});
