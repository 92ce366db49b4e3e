import { expect, it } from "vitest";
import type { Branch, Compaction, Content, FlowContent, Message, Root, Session } from "../src/index.ts";
import { contextContents, contextShares, emptyUsage, factsOf, type ModelUsage, sessionColumns } from "../src/index.ts";

const text = (value: string): Content => ({ type: "text", value });
const thinking = (value: string): Content => ({ type: "thinking", value });
const result = (...children: Content[]): Content => ({ type: "toolResult", children });
const call = (name: string, input: unknown, output: string): Content => ({
  type: "toolCall",
  id: `${name} ${output}`,
  name,
  input,
  result: { type: "toolResult", children: [text(output), { type: "image", mediaType: "image/png", data: "xxxx" }] },
});
const message = (role: "user" | "assistant", uuid: string, ...children: Content[]): Message => ({
  type: "message",
  role,
  actor: role === "user" ? "human" : "assistant",
  origin: role === "user" ? "prompt" : "reply",
  uuid,
  uuids: [uuid],
  children,
});
const prompt = (uuid: string, value: string): Message => message("user", uuid, text(value));
const answer = (uuid: string, ...children: Content[]): Message => message("assistant", uuid, ...children);
const compaction = (value: string, ...kept: string[]): Compaction => ({
  type: "compaction",
  uuids: [],
  preserved: kept.map((uuid) => ({ uuid })),
  children: [text(value)],
});
const branch = (from: string | null, ...children: FlowContent[]): Branch => ({
  type: "branch",
  uuid: "b",
  rule: "rewind",
  from: from === null ? null : { uuid: from },
  children,
});
const session = (sessionId: string, from: string | undefined, ...children: FlowContent[]): Session => ({
  type: "session",
  sessionId,
  ...(from === undefined ? {} : { from: { uuid: from } }),
  children,
});

/** What is in the window of each session; `prompts` are the tokens of the prompts of calls, by message. */
function contentsOf(prompts: Readonly<Record<string, number>>, ...children: FlowContent[]) {
  const calls = new Map<Message, ModelUsage[]>();
  const open = [...children];
  for (let node = open.pop(); node; node = open.pop())
    if (node.type === "message") {
      const input = prompts[node.uuid ?? ""];
      if (input !== undefined) calls.set(node, [{ model: "m", usage: { ...emptyUsage(), input } }]);
    } else if ("children" in node) open.push(...(node.children as FlowContent[]));
  const tree: Root = { type: "root", children };
  return Object.fromEntries([...contextContents(tree, calls)].map(([{ sessionId }, content]) => [sessionId, content]));
}

it("what filled the context window is what stands before the call with the longest prompt, in characters", () => {
  const contents = contentsOf(
    { a1: 10, a2: 30, a3: 20 },
    session(
      "s",
      undefined,
      prompt("u1", "12345"),
      answer("a1", thinking("123"), text("1234"), call("Read", { a: 1 }, "1234567890")),
      message("user", "r1", result(text("12"))),
      answer("a2", text("is the call itself"), call("Bash", undefined, "too late")),
      answer("a3"),
    ),
  );
  expect(contents).toEqual({ s: { prompts: 7, answers: 14, summaries: 0, results: { Read: 10 } } });
});

it("a compaction leaves its summary and what it kept, each message once", () => {
  const contents = contentsOf(
    { a2: 5 },
    session(
      "s",
      undefined,
      prompt("u1", "gone"),
      answer("a1", call("Grep", null, "kept")),
      compaction("summary", "a1", "a1", "nowhere"),
      prompt("u2", "new"),
      answer("a2"),
    ),
  );
  expect(contents["s"]).toEqual({ prompts: 3, answers: 2, summaries: 7, results: { Grep: 4 } });
});

it("a branch begins with what was said before it, a second beginning with nothing", () => {
  const before = [prompt("u1", "before"), answer("a1", call("Read", "", "x"))];
  const after = [prompt("u2", "after"), answer("a2")];
  const ofFork = contentsOf({ a2: 1 }, session("s", undefined, ...before, branch("a1", ...after), prompt("u3", "on")));
  expect(ofFork["s"]).toEqual({ prompts: 11, answers: 2, summaries: 0, results: { Read: 1 } });
  const ofBeginning = contentsOf({ a2: 1 }, session("s", undefined, ...before, branch(null, ...after)));
  expect(ofBeginning["s"]).toEqual({ prompts: 5, answers: 0, summaries: 0, results: {} });
});

it("a session that continues another one begins with what was said until there", () => {
  const contents = contentsOf(
    { a1: 7, a2: 9 },
    session(
      "first",
      undefined,
      prompt("u1", "one"),
      answer("a1", text("two")),
      prompt("u2", "not in the other"),
      session("second", "a1", prompt("u3", "three"), answer("a2")),
      session("third", "nowhere", prompt("u4", "without a call")),
    ),
  );
  expect(contents).toEqual({
    first: { prompts: 3, answers: 0, summaries: 0, results: {} },
    second: { prompts: 8, answers: 3, summaries: 0, results: {} },
  });
});

it("shares are listed from the largest; a column omits those below half a per cent", () => {
  const content = { prompts: 300, answers: 0, summaries: 1, results: { Read: 600, Bash: 99 } };
  expect(contextShares(content)).toEqual([
    { kind: "results", tool: "Read", share: 0.6 },
    { kind: "prompts", share: 0.3 },
    { kind: "results", tool: "Bash", share: 0.099 },
    { kind: "summaries", share: 0.001 },
  ]);
  const { value } = sessionColumns.contextContent;
  expect(value({ contextContent: content })).toBe("Read 60 %, prompts 30 %, Bash 10 %");
  expect(value({})).toBeUndefined();
});

it("content that cannot be read, as of a plugin, is not counted", () => {
  const broken = answer("a1", text("lost"), call("Read", { size: 1n }, "result"));
  const contents = contentsOf({ a2: 1 }, session("s", undefined, broken, prompt("u", "12"), answer("a2")));
  expect(contents["s"]).toEqual({ prompts: 2, answers: 0, summaries: 0, results: {} });
});

it("is among the facts of a session", () => {
  const one = session("s", undefined, prompt("u", "1234"), {
    ...answer("a"),
    messageId: "m",
    usage: { input_tokens: 3, output_tokens: 1 },
  } as Message);
  expect(factsOf({ type: "root", children: [one] }).get(one)?.contextContent?.prompts).toBe(4);
});
