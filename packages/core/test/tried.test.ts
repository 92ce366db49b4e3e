import type { Message, Session, ToolCall } from "@ccdag/ccast";
import { toText } from "@ccdag/ccast";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitBeside } from "../src/index.ts";
import { jsonl, read, readShape, show } from "./threads.ts";

type Json = Record<string, unknown>;
const user = (uuid: string, parentUuid: string | null, content: unknown, more: Json = {}): Json => ({
  type: "user",
  uuid,
  parentUuid,
  message: { content },
  ...more,
});
const said = (uuid: string, parentUuid: string | null, id: string, ...content: Json[]): Json => ({
  type: "assistant",
  uuid,
  parentUuid,
  message: { id, model: "claude", content },
});
const text = (value: string): Json => ({ type: "text", text: value });
const call = (id: string, file: string): Json => ({ type: "tool_use", id, name: "Read", input: { file } });
const result = (id: string, content: string, more: Json = {}): Json => ({
  type: "tool_result",
  tool_use_id: id,
  content,
  ...more,
});
const messages = (...records: Json[]): Message[] => {
  const [session] = read({ "s1.jsonl": jsonl(...records) }).tree.children as Session[];
  return session!.children.filter((node): node is Message => node.type === "message");
};
const calls = (found: readonly Message[]): ToolCall[] =>
  found.flatMap(({ children }) => children.filter((node): node is ToolCall => node.type === "toolCall"));

describe("one tool id in two open calls", () => {
  const opened = [
    user("u", null, "go"),
    said("a", "u", "m1", call("t", "ONE")),
    said("b", "u", "m2", call("t", "TWO")),
  ];
  const answers = [user("r", "a", [result("t", "of ONE")]), user("q", "b", [result("t", "of TWO")])];

  it.each([
    ["in the order of the calls", answers],
    ["in the other order", [...answers].reverse()],
  ])("each result is at the call above it: %s", (_, results) => {
    const found = calls(messages(...opened, ...results));
    expect(found.map(({ input, result: own }) => [(input as Json)["file"], own && toText(own)])).toEqual([
      ["ONE", "of ONE"],
      ["TWO", "of TWO"],
    ]);
  });
});

describe("what the client puts in beside a prompt", () => {
  const opened = "<ide_opened_file>The user opened a.csv.</ide_opened_file>";
  const selected = "<ide_selection>lines 1 to 2</ide_selection>";

  it.each([
    ["a block before it", [text(opened), text("Restart it")]],
    ["the same block", `${opened}\n${selected}\nRestart it`],
    ["after it", `Restart it\n${opened}`],
  ])("is context, and no part of its text: in %s", (_, content) => {
    const [prompt] = messages(user("u", null, content));
    expect(prompt).toMatchObject({ origin: "prompt" });
    expect(toText(prompt!)).toBe("Restart it");
    expect(prompt!.children).toContainEqual(expect.objectContaining({ value: opened, context: "ide_opened_file" }));
  });

  it("a tag in the middle of what was typed, and one that is not closed, stay text", () => {
    for (const words of [`Why ${opened} here?`, "<ide_selection>open"])
      expect(toText(messages(user("u", null, words))[0]!)).toBe(words);
  });

  it("property: no character but white space is lost", () => {
    const piece = fc.constantFrom(opened, selected, "words", "<ide_selection>", "</ide_selection>", " ", "\n");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const whole = pieces.join("");
        const parts = splitBeside([{ type: "text", text: whole }]).map((block) => String(block["text"]));
        expect(parts.join("").replace(/\s/g, "")).toBe(whole.replace(/\s/g, ""));
      }),
    );
  });
});

describe("a command that the model answered directly", () => {
  it("is a choice, after a rewind to the message before it", () => {
    const found = read({
      "s1.jsonl": jsonl(
        user("u0", null, "go"),
        said("a1", "u0", "m1", text("Yes")),
        user("u2", "a1", "first try"),
        said("a2", "u2", "m2", text("No")),
        user("u3", "a1", "<command-name>/review</command-name>"),
        said("a3", "u3", "m3", text("I review")),
      ),
    });
    expect(show(found)).toBe("u0 a1 | u2 a2 | u3 a3*");
  });

  it("not what a client writes in the model's name", () => {
    expect(show(readShape("U1 ─ A1 ┬ U2 ─ A2\n        └           U3=command ─ A3=resume"))).not.toContain("|");
  });
});

describe("a person's words that are no prompt", () => {
  it("a refused call: recorded, or at the end of the text", () => {
    const refusal = "The user doesn't want this. To proceed, the user said:\nrather not";
    const found = (more: Json, isError = true) =>
      calls(
        messages(
          user("u", null, "go"),
          said("a", "u", "m", call("t", "x")),
          user("r", "a", [result("t", refusal, { is_error: isError })], more),
        ),
      )[0]!.result!.feedback;
    expect(found({ userFeedback: "rather not" })).toBe("rather not");
    expect(found({})).toBe("rather not");
    expect(found({}, false)).toBeUndefined();
  });

  it("a prompt that a hook refused is a message", () => {
    const content = "Blocked by hook\n\nOriginal prompt: delete it";
    const hook = { type: "system", subtype: "informational", uuid: "s", parentUuid: "a", content };
    const start = [user("u", null, "go"), said("a", "u", "m", text("ok"))];
    const shown = messages(...start, { ...hook, preventContinuation: true });
    expect(shown.at(-1)).toMatchObject({ uuid: "s", origin: "hook", actor: "hook" });
    expect(toText(shown.at(-1)!)).toBe(content);
    expect(messages(...start, hook)).toHaveLength(2);
  });
});

describe("fields that this version does not know", () => {
  it("survive of every entry of a message, and of a result", () => {
    const found = messages(
      user("u", null, "go"),
      { ...said("a", "u", "m", text("one")), newA: 1 },
      { ...said("b", "a", "m", call("t", "x")), newB: 2 },
      user("r", "b", [result("t", "ok")], { newR: 3 }),
    );
    const [, answer] = found;
    expect(answer!.data).toMatchObject({ unknown: { newA: 1 } });
    const [own] = calls(found);
    expect(own!.data).toMatchObject({ unknown: { newB: 2 } });
    expect(own!.result!.data).toMatchObject({ unknown: { newR: 3 } });
  });
});

it("a queued prompt stands after its recorded parent, too, whatever their times are", () => {
  const at = (time: string): Json => ({ timestamp: `2026-01-01T00:00:${time}Z` });
  const records = [
    { ...said("a", null, "m1", call("t", "ONE")), ...at("00") },
    { type: "progress", uuid: "p", parentUuid: "a", data: { type: "waiting" }, ...at("02") },
    user("q", "p", "and one more", at("01")),
    user("r", "a", [result("t", "done")], at("01")),
  ];
  const [session] = read({ "s1.jsonl": jsonl(...records) }).tree.children as Session[];
  const order = session!.children.map((node) => ("uuid" in node ? node.uuid : undefined));
  expect(order).toEqual(["a", "p", "q"]);
});
