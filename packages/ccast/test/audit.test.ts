import { describe, expect, it } from "vitest";
import type { Folded, Ledger, Recorded } from "../src/account.ts";
import { audit } from "../src/audit.ts";
import type {
  Agent,
  Branch,
  Compaction,
  Content,
  Data,
  FlowContent,
  Message,
  Nodes,
  Notice,
  Root,
  Session,
  ToolCall,
  ToolResult,
} from "../src/index.ts";
import { childrenOf, walk } from "../src/walk.ts";

// Line 3 of the file `s.jsonl` is called "s3", and so is the entry on it where it has a uuid.

function locate(name: string): { path: string; line: number } {
  return { path: `${name.charAt(0)}.jsonl`, line: Number(name.slice(1)) };
}
function at(name: string): { position: NonNullable<Message["position"]>; data: Data } {
  const { path, line } = locate(name);
  return { position: { start: { line, column: 1 }, end: { line, column: 2 } }, data: { path } };
}
/** Content has the location of its parent, unless it has one already. */
function put(name: string, children: readonly Content[]): Content[] {
  return children.map((child) => {
    if (child.position) return child;
    const { position, data } = at(name);
    return child.type === "image" || child.type === "document" ? { ...child, position } : { ...child, position, data };
  });
}

const text = (value: string): Content => ({ type: "text", value });
const thinking = (value: string): Content => ({ type: "thinking", value });
const image = (): Content => ({ type: "image", mediaType: "image/png", data: "iVBO" });
const pdf = (): Content => ({ type: "document", mediaType: "application/pdf", data: "JVBE" });
const unknown = (): Content => ({ type: "unknown", blockType: "poll", raw: { type: "poll" } });
const result = (name: string, ...children: Content[]): ToolResult => ({
  type: "toolResult",
  uuid: name,
  children: put(name, children),
  ...at(name),
});
const call = (id: string, answer?: ToolResult, agents?: string[]): ToolCall => ({
  type: "toolCall",
  id,
  name: "Task",
  input: {},
  result: answer,
  agents,
});
const message = (name: string, ...children: Content[]): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin: "prompt",
  uuid: name,
  uuids: [name],
  children: put(name, children),
  ...at(name),
});
const merged = (first: Message, ...rest: Message[]): Message => ({
  ...first,
  uuids: [first, ...rest].flatMap(({ uuids }) => uuids),
  children: [first, ...rest].flatMap(({ children }) => children),
});
const queued = (name: string, ...children: Content[]): Message => ({
  ...message(name, ...children),
  uuid: undefined,
  id: idOf(locate(name)),
  uuids: [],
});
const notice = (name: string): Notice => ({ type: "notice", entryType: "hook", uuid: name, ...at(name) });
const bookkeeping = (name: string): Notice => ({ type: "notice", entryType: "mode", ...at(name) });
const compaction = (name: string, summary: string, ...children: Content[]): Compaction => ({
  type: "compaction",
  uuid: name,
  uuids: [name, summary],
  children: put(summary, children),
  ...at(name),
});
const agent = (agentId: string, ...children: FlowContent[]): Agent => ({
  type: "agent",
  agentId,
  mode: "sync",
  nestingLevel: 1,
  from: { uuid: "s4", toolUseId: "t1", rule: "tool-use-result" },
  messageCount: children.length,
  children,
});
const stub = (agentId: string): Agent => ({ ...agent(agentId), missing: true });
const branch = (uuid: string, ...children: FlowContent[]): Branch => ({
  type: "branch",
  uuid,
  rule: "rewind",
  from: null,
  children,
});
const session = (sessionId: string, ...children: FlowContent[]): Session => ({ type: "session", sessionId, children });
const root = (...children: FlowContent[]): Root => ({ type: "root", children });

const record = (name: string, blocks = 0): Recorded => ({ ...locate(name), type: "user", uuid: name, blocks });
const bookkeepingRecord = (name: string, blocks = 0): Recorded => ({ ...locate(name), type: "mode", blocks });
const copy = (name: string, of: string, blocks = 0): Recorded => ({ ...record(name, blocks), uuid: of });
const folded = (name: string, uuid: string, into = uuid): Folded => ({ ...locate(name), uuid, into, rule: "replayed" });
const ledger = (records: Recorded[], found: Partial<Ledger> = {}): Ledger => {
  const { malformed = [] } = found;
  return { lines: records.length + malformed.length, records, folded: [], malformed, hidden: [], ...found };
};

function idOf({ uuid, path, line }: { uuid?: string | undefined; path: string; line: number }): string {
  return uuid ?? `${path}:${line}`;
}

/** A tree with a node of every type. */
const tree = root(
  session(
    "s",
    message("s1", text("build it"), image(), pdf()),
    merged(message("s2", thinking("hm"), text("well")), message("s3", text("I ask two agents"))),
    message("s4", call("t1", result("s5", text("done"), image()), ["a", "b"]), call("t2"), unknown()),
    agent("a", message("a1", text("the task")), message("a2", text("the answer"))),
    stub("b"),
    message("s6", { ...result("s6", text("late")), toolUseId: "t0" }, text("text beside it")),
    queued("s7", text("never sent")),
    bookkeeping("s8"),
    notice("s9"),
    compaction("s10", "s11", text("the summary")),
    branch("s12", message("s12", text("this way"))),
    branch("s13", message("s13", text("that way"))),
    session("r", message("r3", text("another day"))),
  ),
);

/** The ledger of its files. */
const found = ledger(
  [
    record("s1", 3),
    record("s2", 2),
    record("s3", 1),
    record("s4", 3),
    record("s5", 3),
    record("s6", 3),
    { ...bookkeepingRecord("s7", 1), mayBeNotice: true }, // a queue record
    bookkeepingRecord("s8"),
    record("s9"),
    record("s10"),
    record("s11", 1),
    record("s12", 1),
    record("s13", 1),
    record("a1", 1),
    record("a2", 1),
    copy("r1", "s1", 3),
    copy("r2", "s9"),
    record("r3", 1),
    { ...bookkeepingRecord("x1"), isEvidence: true }, // a title in a file that holds no conversation
  ],
  { folded: [folded("r1", "s1"), folded("r2", "s9")], malformed: [{ ...locate("s14"), lost: 3 }] },
);

const ids = (of: Root, by: Ledger) => audit(of, by).map(({ id }) => id);
const reasons = (of: Root, by: Ledger) => audit(of, by).map(({ id, reason }) => `${id}: ${reason}`);

/** A node of the tree: its name in a test title, its path from the root, and the entries in it or below. */
interface NodePath {
  name: string;
  /** Positions in `childrenOf`, from the root down. */
  way: number[];
  entries: string[];
}

function nodePaths(of: Root): NodePath[] {
  const found: NodePath[] = [];
  const stack: Array<{ node: Nodes; way: number[]; path: string }> = [{ node: of, way: [], path: "" }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, way } = top;
    const path = pathOf(node) ?? top.path;
    const entries = entriesOf(node, path);
    if (way.length > 0) found.push({ name: `${node.type} of ${entries.join(" ")}`, way, entries });
    for (const [index, child] of [...childrenOf(node)].entries())
      stack.push({ node: child, way: [...way, index], path });
  }
  return found.reverse();
}

function entriesOf(node: Nodes, above: string): string[] {
  const entries = new Set<string>();
  const paths = new Map<Nodes | undefined, string>();
  walk(node, (one, parent) => {
    const path = pathOf(one) ?? paths.get(parent) ?? above;
    paths.set(one, path);
    const line = one.position?.start.line;
    const known = found.records.find((other) => other.path === path && other.line === line);
    if (known) entries.add(idOf(known));
    if (one.type === "agent" && one.missing && one.from.uuid !== undefined) entries.add(one.from.uuid);
  });
  return [...entries];
}

function pathOf(node: Nodes): string | undefined {
  return typeof node.data === "object" ? node.data.path : undefined;
}

/** The tree without a node, or with it twice. The second copy of a result is put beside its call. */
function change(of: Root, way: readonly number[], copies: 0 | 2): Root {
  const changed = structuredClone(of);
  let holder: Nodes = changed;
  let above: Nodes = changed;
  for (const index of way.slice(0, -1)) {
    above = holder;
    holder = childrenOf(holder)[index] ?? changed;
  }
  const last = way.at(-1) ?? 0;
  const children: unknown = "children" in holder ? holder.children : undefined;
  if (Array.isArray(children)) children.splice(last, 1, ...Array.from({ length: copies }, () => children[last]));
  else if (holder.type === "toolCall" && copies === 0) delete holder.result;
  else if (holder.type === "toolCall" && holder.result && above.type === "message") above.children.push(holder.result);
  return changed;
}

describe("audit", () => {
  it("finds nothing in a tree that holds every line once", () => {
    expect(audit(tree, found)).toEqual([]);
    expect(audit(root(), ledger([]))).toEqual([]);
  });

  it("is tested with a node of every type", () => {
    const types = new Set<string>();
    walk(tree, ({ type }) => types.add(type));
    const flow = ["root", "session", "branch", "agent", "message", "compaction", "notice"];
    const blocks = ["text", "thinking", "image", "document", "toolCall", "toolResult", "unknown"];
    expect(types).toEqual(new Set([...flow, ...blocks]));
  });
});

describe("audit names the lost entries when one node is removed", () => {
  for (const { name, way, entries } of nodePaths(tree))
    it(`the ${name}`, () => {
      expect(entries).not.toEqual([]);
      expect(ids(change(tree, way, 0), found)).toEqual(expect.arrayContaining(entries));
    });
});

describe("audit names the doubled entries when one node is copied", () => {
  for (const { name, way, entries } of nodePaths(tree))
    it(`the ${name}`, () => {
      expect(entries).not.toEqual([]);
      expect(ids(change(tree, way, 2), found)).toEqual(expect.arrayContaining(entries));
    });
});

describe("audit names the entry of a record that reading dropped", () => {
  for (const one of found.records.filter(({ isEvidence }) => !isEvidence))
    it(`the record ${idOf(one)} on line ${one.line} of ${one.path}`, () => {
      const records = found.records.filter((other) => other !== one);
      expect(ids(tree, { ...found, records })).toContain(idOf(one));
    });

  it("evidence, which is never in the tree, is missing from the sum", () => {
    const records = found.records.filter(({ isEvidence }) => !isEvidence);
    expect(reasons(tree, { ...found, records })).toEqual([
      "undefined: The account does not balance: 20 lines, 19 explained",
    ]);
  });
});

describe("audit finds nothing if a line is not in the tree, or twice, for a reason", () => {
  const hello = message("s1", text("hello"));

  it("a transform hid it", () => {
    const records = [record("s1", 1), bookkeepingRecord("s2", 1)];
    expect(audit(root(), ledger(records, { hidden: ["s1", "s.jsonl:2"] }))).toEqual([]);
    expect(ids(root(), ledger(records))).toEqual(expect.arrayContaining(["s1", "s.jsonl:2"]));
  });

  it("an entry that is in the tree or hidden stands for it", () => {
    const records = [record("s1", 1), record("s2", 1)];
    const both = { lines: 2, folded: [folded("s2", "s2", "s1")] };
    expect(audit(root(hello), ledger(records, both))).toEqual([]);
    expect(audit(root(), ledger(records, { ...both, hidden: ["s1"] }))).toEqual([]);
    expect(reasons(root(), ledger(records, both))).toContain(
      "s2: Folded into `s1`, which is not in the tree (replayed)",
    );
  });

  it("two files share a record, and each has a node of it", () => {
    const shared = { ...hello, ...at("r1"), children: put("r1", [text("hello")]) };
    const records = [record("s1", 1), copy("r1", "s1", 1)];
    expect(
      audit(root(hello, shared), ledger(records, { folded: [{ ...folded("r1", "s1"), isPlaced: true }] })),
    ).toEqual([]);
    const both = ledger(records, { folded: [{ ...folded("r1", "s1"), isPlaced: true }] });
    expect(ids(root(hello, shared, shared), both)).toContain("s1");
    expect(ids(root(hello), both)).toContain("s1");
  });

  it("the file holds no conversation, or another record has the text of a queue record", () => {
    const queue: Recorded = { ...bookkeepingRecord("s2", 1), mayBeNotice: true };
    const records: Recorded[] = [record("s1", 1), queue, { ...bookkeepingRecord("x1", 1), isEvidence: true }];
    expect(audit(root(hello, bookkeeping("s2")), ledger(records))).toEqual([]);
  });
});

describe("audit", () => {
  const hello = message("s1", text("hello"));

  it("finds a line that is not explained, and one that is explained twice", () => {
    const records = [record("s1", 1)];
    expect(reasons(root(hello), ledger(records, { lines: 2 }))).toEqual([
      "undefined: The account does not balance: 2 lines, 1 explained",
    ]);
    expect(reasons(root(hello), ledger(records, { folded: [folded("s1", "s1")] }))).toContain(
      "s1: Doubled: 1 on disk, 2 accounted for",
    );
  });

  it("finds a copy that was not folded", () => {
    expect(reasons(root(hello), ledger([record("s1", 1), copy("r1", "s1", 1)]))).toContain(
      "s1: Lost: 2 on disk, 1 accounted for",
    );
  });

  it("finds a malformed line that is not listed", () => {
    expect(audit(tree, { ...found, malformed: [] })).toHaveLength(1);
  });

  it("finds an invented entry", () => {
    expect(reasons(root(hello, notice("s9")), ledger([record("s1", 1)]))).toContain("s9: In the tree, but in no file");
  });

  it("finds a call that names an agent which is not in the tree", () => {
    const named = message("s1", call("t", undefined, ["a"]));
    expect(reasons(root(named), ledger([record("s1", 1)]))).toEqual(["s1: Lost: the agent `a` that a call names"]);
    const nameless = root({ ...named, uuid: undefined, uuids: [], id: "s.jsonl:1" });
    expect(ids(nameless, ledger([bookkeepingRecord("s1", 1)]))).toEqual(["t"]);
  });

  it("accepts a result whose record has no uuid, in its call", () => {
    const answered = message("s1", call("t", { ...result("s2", text("ok")), uuid: undefined }));
    expect(audit(root(answered), ledger([record("s1", 1), bookkeepingRecord("s2", 2)]))).toEqual([]);
  });

  it("accepts records without a uuid that are one message", () => {
    const both = merged(queued("s1", text("one")), queued("s2", text("two")));
    expect(audit(root(both), ledger([bookkeepingRecord("s1", 1), bookkeepingRecord("s2", 1)]))).toEqual([]);
  });
});
