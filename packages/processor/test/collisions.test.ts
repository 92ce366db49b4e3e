import { audit, type Nodes, walk } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { VFile } from "vfile";
import { ccdag } from "../src/index.ts";

type Json = Readonly<Record<string, unknown>>;

/** Read records by path, with the rules for agents. */
function read(files: Readonly<Record<string, readonly Json[]>>) {
  const companions = Object.entries(files).map(([path, records]) => {
    const value = records.map((record) => `${JSON.stringify({ sessionId: "s", ...record })}\n`).join("");
    return new VFile({ path, value });
  });
  const file = new VFile({ path: "p", data: { companions } });
  const tree = ccdag().parse(file);
  const nodes: Nodes[] = [];
  walk(tree, (node) => void nodes.push(node));
  return { findings: audit(tree, file.data.ledger!), tree, nodes };
}

const user = (uuid: unknown, content: unknown, more: Json = {}) => ({
  type: "user",
  uuid,
  message: { content },
  ...more,
});
const answer = (uuid: unknown, id: string, content: unknown, more: Json = {}) => ({
  type: "assistant",
  uuid,
  message: { id, content },
  ...more,
});
const text = (words: string) => ({ type: "text", text: words });
const image = (data: string) => ({ type: "image", source: { type: "base64", media_type: "image/png", data } });
const call = (id: string) => ({ type: "tool_use", id, name: "Bash", input: {} });
const result = (id: string, content: unknown) => ({ type: "tool_result", tool_use_id: id, content });

describe("no record is lost or doubled where records collide", () => {
  it.each<[string, Readonly<Record<string, readonly Json[]>>]>([
    [
      "the content of a copy in another file is a result",
      { "a.jsonl": [user("u", [result("t", "x")])], "s.jsonl": [user("u", [])] },
    ],
    [
      "the content of a copy in the same file is a result, with blocks",
      { "s.jsonl": [user("u", []), user("u", [result("t", [text("x"), text("y")])])] },
    ],
    [
      "an image of a prompt is taken from a copy in another file",
      { "a.jsonl": [user("u", [image("AA")])], "s.jsonl": [user("u", [])] },
    ],
    [
      "a document of an answer is taken from a copy in another file",
      {
        "b.jsonl": [answer("u", "m", [text("a"), { ...image("AA"), type: "document" }])],
        "s.jsonl": [answer("u", "m", [text("a")])],
      },
    ],
    [
      "an answer without a uuid and without blocks follows another one of its message",
      { "s.jsonl": [answer("u", "m", [text("a")]), answer(undefined, "m", [])] },
    ],
    [
      "an answer without a uuid and without blocks comes before another one of its message",
      { "s.jsonl": [answer({}, "m", []), answer("u", "m", [text("a")])] },
    ],
    [
      "a copy that lends its content repeats a block of its message",
      {
        "s.jsonl": [answer("a", "m", [call("t")]), answer("b", "m", []), answer("b", "m", [call("t"), text("more")])],
      },
    ],
    [
      "a copy in another file that lends its content repeats a block of its message",
      {
        "a.jsonl": [answer("b", "m", [text("same"), image("AA")])],
        "s.jsonl": [answer("a", "m", [text("same")]), answer("b", "m", [])],
      },
    ],
    [
      "an agent and its session are each a child of the other",
      { "s.jsonl": [user("u", "go", { agentId: "a", isSidechain: true }), answer("u", "m", [], { parentUuid: "u" })] },
    ],
    [
      "an agent's file and its session are each a child of the other",
      {
        "s.jsonl": [answer("a", "m", [], { parentUuid: "u" }), { type: "progress", uuid: "a" }],
        "agent-x.jsonl": [user("u", "go"), user("a", "further")],
      },
    ],
    [
      "agents are each a child of the other, and their session is a child of one of them",
      {
        "s.jsonl": [user("u", "go", { parentUuid: "a2" })],
        "agent-x.jsonl": [user("a1", "one", { parentUuid: "a2" })],
        "agent-y.jsonl": [user("a2", "two", { parentUuid: "a1" })],
      },
    ],
  ])("%s", (_, files) => expect(read(files).findings).toEqual([]));
});

describe("the file of an image or document is known", () => {
  const whose = (...files: readonly [Json[], Json[]]) =>
    read({ "a.jsonl": files[0], "s.jsonl": files[1] }).nodes.flatMap((node) =>
      node.type === "image" || node.type === "document" ? [[node.type, node.path]] : [],
    );

  it("`path` is set where the content was taken from a copy in another file", () => {
    expect(whose([user("u", [text("look"), image("AA")])], [user("u", [text("look")])])).toEqual([
      ["image", "a.jsonl"],
    ]);
    const document = { ...image("AA"), type: "document" };
    expect(whose([user("u", [document])], [user("u", [])])).toEqual([["document", "a.jsonl"]]);
  });

  it("it is not set where the message or the result around it says the same", () => {
    expect(whose([], [user("u", [image("AA")])])).toEqual([["image", undefined]]);
    const files = [[user("u", [result("t", [image("AA")])])], [user("u", [])]] as const;
    expect(whose([...files[0]], [...files[1]])).toEqual([["image", undefined]]);
    const { nodes } = read({ "a.jsonl": files[0], "s.jsonl": files[1] });
    expect(nodes.find(({ type }) => type === "toolResult")).toMatchObject({ data: { path: "a.jsonl" } });
  });
});

it("in a cycle of an agent and its session, the session becomes the root", () => {
  const { tree } = read({
    "s.jsonl": [
      user("u", "go", { agentId: "a", isSidechain: true }),
      answer("u", "m", [text("x")], { parentUuid: "u" }),
    ],
  });
  expect(tree.children).toMatchObject([
    { type: "session", children: [{ type: "message" }, { type: "agent", agentId: "a" }] },
  ]);
});

it("an agent that no call is known for comes into an empty session if its session is below it", () => {
  const { tree, nodes } = read({
    "s.jsonl": [user("u", "go", { parentUuid: "a2" })],
    "agent-x.jsonl": [user("a1", "one", { parentUuid: "a2" })],
    "agent-y.jsonl": [user("a2", "two", { parentUuid: "a1" })],
  });
  expect(tree.children.map(({ type }) => type)).toEqual(["session"]);
  expect(nodes.flatMap((node) => (node.type === "text" ? node.value : [])).sort()).toEqual(["go", "one", "two"]);
});
