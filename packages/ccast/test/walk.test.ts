import { describe, expect, it } from "vitest";
import type { Branch, Content, FlowContent, Message, Nodes, Root, Session, ToolCall } from "../src/index.ts";
import { childrenOf, walk } from "../src/walk.ts";

const root = (...children: FlowContent[]): Root => ({ type: "root", children });
const session = (...children: FlowContent[]): Session => ({ type: "session", sessionId: "s", children });
const branch = (...children: FlowContent[]): Branch => ({
  type: "branch",
  uuid: "b",
  rule: "rewind",
  from: null,
  children,
});
const message = (...children: Content[]): Message => ({
  type: "message",
  role: "user",
  actor: "human",
  origin: "prompt",
  uuid: "u",
  uuids: ["u"],
  children,
});
const text = (value: string): Content => ({ type: "text", value });
const call = (...results: Content[]): ToolCall => ({
  type: "toolCall",
  id: "t",
  name: "Bash",
  input: {},
  result: { type: "toolResult", children: results },
});

/** `parent > node` for each node, in the order of the visits. */
function visits(tree: Nodes): string[] {
  const seen: string[] = [];
  walk(tree, (node, parent) => seen.push(parent ? `${nameOf(parent)} > ${nameOf(node)}` : nameOf(node)));
  return seen;
}

function nameOf(node: Nodes): string {
  return node.type === "text" ? node.value : node.type;
}

describe("walk", () => {
  it("visits a tree in reading order, each node with its parent", () => {
    const tree = root(session(message(text("one"), text("two")), branch(message(text("three")))), session());
    expect(visits(tree)).toEqual([
      "root",
      "root > session",
      "session > message",
      "message > one",
      "message > two",
      "session > branch",
      "branch > message",
      "message > three",
      "root > session",
    ]);
  });

  it("visits the result of a call after its call, before the next block", () => {
    expect(visits(message(text("before"), call(text("ok")), text("after")))).toEqual([
      "message",
      "message > before",
      "message > toolCall",
      "toolCall > toolResult",
      "toolResult > ok",
      "message > after",
    ]);
  });

  it("begins at any node, which then has no parent", () => {
    expect(visits(text("alone"))).toEqual(["alone"]);
  });

  it("visits the children of a node type of a plugin", () => {
    const tree: Root = root();
    Object.assign(tree, {
      children: [
        { type: "poll", children: [text("yes")] },
        { type: "poll", children: "none" },
      ],
    });
    expect(visits(tree)).toEqual(["root", "root > poll", "poll > yes", "root > poll"]);
  });

  it("visits nodes that the visitor adds below the current node", () => {
    const tree = root();
    const seen: string[] = [];
    walk(tree, (node) => {
      seen.push(node.type);
      if (node.type === "root") tree.children.push(session());
    });
    expect(seen).toEqual(["root", "session"]);
  });

  it("goes 100,000 levels deep without a deep stack", () => {
    let tree: FlowContent = message(text("bottom"));
    for (let level = 0; level < 100_000; level++) tree = branch(tree);
    let count = 0;
    let last: Nodes | undefined;
    walk(tree, (node) => {
      count++;
      last = node;
    });
    expect(count).toBe(100_002);
    expect(last).toEqual(text("bottom"));
  });
});

describe("childrenOf", () => {
  it("returns children, or the result of a call, or nothing", () => {
    const one = text("one");
    const answered = call(one);
    const open: ToolCall = { type: "toolCall", id: "t", name: "Bash", input: {} };
    expect(childrenOf(message(one))).toEqual([one]);
    expect(childrenOf(answered)).toEqual([answered.result]);
    expect(childrenOf(open)).toEqual([]);
    expect(childrenOf(one)).toEqual([]);
    expect(childrenOf({ type: "notice", entryType: "mode" })).toEqual([]);
  });
});
