import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { enrich } from "../src/dag/dedupe/enrich.ts";
import { isWithin } from "../src/dag/dedupe/same-words.ts";
import { type Entry, parseEntries } from "../src/index.ts";
import { jsonl } from "./threads.ts";

type Json = Record<string, unknown>;
const text = (words: unknown) => ({ type: "text", text: words });
const image = (data: string, media_type = "image/png") => ({ type: "image", source: { media_type, data } });
const result = (content: unknown, id = "t") => ({ type: "tool_result", tool_use_id: id, content });
const call = (id: string, input: Json = {}) => ({ type: "tool_use", id, name: "Read", input });
const thought = (thinking: string, signature?: string) => ({ type: "thinking", thinking, signature });

/** Lines of one file that have one uuid. */
function entriesOf(...records: Json[]): Entry[] {
  const value = jsonl(...records.map((record) => ({ type: "user", uuid: "u", ...record })));
  return [...parseEntries({ path: "s.jsonl", value })] as Entry[];
}

describe("another entry has all content of an entry", () => {
  const within = (content: unknown, other: unknown) => {
    const [entry, whole] = entriesOf({ message: { content } }, { message: { content: other } });
    return isWithin(entry!, whole!);
  };

  it.each<[string, unknown, unknown]>([
    ["a part of its blocks", [image("x")], [image("x"), text("look")]],
    ["its blocks in another order", [text("look"), image("x")], [image("x"), text("look")]],
    ["case and white space do not count", " Look  at\n this", [text("look at this")]],
    ["one text, in two blocks", "look at this", [text("look at"), text("this")]],
    ["two blocks, in one text", [text("look at"), text("this")], "look at this"],
    ["an empty text has no content", [text("")], "look"],
    ["a text that is missing has no content", [text(undefined)], "look"],
    ["a call is known by its id and its input", [call("t", { path: "a" })], [call("t", { path: "a" })]],
    ["an input that is still empty is no other one", [call("t")], [call("t", { path: "a" })]],
    ["a thought without words is known by its signature", [thought("", "s")], [thought("Hm.", "s")]],
    ["thinking without a signature, by its text", [thought("Hm.")], [thought("Hm.", "")]],
    ["an image is known by its bytes", [image("x", "image/jpeg")], [image("x", "image/png")]],
    ["a result in blocks, as one text", [result([text("a"), text("b")])], [result("a b")]],
  ])("%s", (_, content, other) => expect(within(content, other)).toBe(true));

  it("compares as if each part were looked for in the other entry", () => {
    const part = fc.constantFrom("a", "b", "a b", "");
    const naive = (own: readonly string[], other: readonly string[]) => {
      const left = [...other];
      const isPart = own.every((one) => left.includes(one) && left.splice(left.indexOf(one), 1).length === 1);
      return isPart || own.join(" ") === other.join(" ");
    };
    fc.assert(
      fc.property(fc.array(part), fc.array(part), (own, other) => {
        const [filled, others] = [own, other].map((list) => list.filter((one) => one !== ""));
        expect(within(own.map(text), other.map(text))).toBe(naive(filled!, others!));
      }),
    );
  });

  it.each<[string, unknown, unknown]>([
    ["a text that is no string is content", [text(7)], "look"],
    ["the whole is not within its part", [image("x"), text("look")], [image("x")]],
    ["what is there twice must be there twice", [text("a"), text("a")], [text("a"), text("b")]],
    ["wherever it stands", [text("b"), text("b")], [text("a"), text("b")]],
    ["a longer word is a different word", [text("no"), text("table")], [text("notable")]],
    ["another call of the same tool", [call("t")], [call("s")]],
    ["a thought with words that the other lacks", [thought("Hm.", "s")], [thought("", "s")]],
    ["thoughts with one signature and other words", [thought("Hm.", "s")], [thought("So.", "s")]],
    ["thinking with different text, without a signature", [thought("Hm.")], [thought("So.")]],
    ["a call and its result", [call("t")], [result("t")]],
  ])("not so: %s", (_, content, other) => expect(within(content, other)).toBe(false));
});

describe("what an entry lacks is filled from its copies", () => {
  const output = (...records: Json[]) => {
    const [owner, ...copies] = entriesOf(...records);
    return enrich(owner!, copies);
  };

  it.each<[string, Json[], Json]>([
    ["what it has wins", [{ cwd: "/a" }, { cwd: "/b", slug: "s" }], { cwd: "/a", slug: "s" }],
    ["the best copy comes first", [{}, { slug: "s" }, { slug: "t", version: "2" }], { slug: "s", version: "2" }],
    ["but it stays where it is: `forkedFrom` marks the copy", [{ cwd: "/a" }, { forkedFrom: {} }], { cwd: "/a" }],
  ])("%s", (_, records, expected) => expect(output(...records).raw).toEqual({ type: "user", uuid: "u", ...expected }));

  it("the message comes whole from the copy with the most content, with its location", () => {
    const message = (...content: unknown[]) => ({ message: { content } });
    const entry = output(message(text("look")), message(text("look"), image("x")), message(image("x")));
    expect(entry.message!.blocks).toEqual([text("look"), image("x")]);
    expect(entry.lentFrom).toMatchObject({ line: 2 });
    expect(entry.location).toMatchObject({ line: 1 });
  });

  it("an entry that lacks nothing stays the same object", () => {
    const [owner, copy] = entriesOf({ cwd: "/a", message: { content: "go" } }, { message: { content: "go" } });
    expect(enrich(owner!, [copy!])).toBe(owner);
  });
});
