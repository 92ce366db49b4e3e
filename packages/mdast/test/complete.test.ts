import fc from "fast-check";
import type { Notice, ToolCall } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { defaultTools, toMdast } from "../src/index.ts";
import { call, message, root, session, text } from "./render.ts";

/** Every text of a document, as a reader of its JSON finds it. */
const textOf = (tree: Parameters<typeof toMdast>[0], complete: boolean): string =>
  JSON.stringify(toMdast(tree, { complete })).replaceAll("\\\\", "\\").replaceAll('\\"', '"');
const withCall = (node: ToolCall) => root(session("s", [message("a", "assistant", [node])]));

/** Fields that views read, and others. */
const field = fc.constantFrom(
  ..."file_path path pattern command description prompt query url questions options plan todos content timeout extra".split(
    " ",
  ),
);
/** Words that occur nowhere else. */
const word = fc.stringMatching(/^q[a-z]{11}$/);
const long = fc.array(word, { minLength: 20, maxLength: 40 }).map((words) => words.join(" "));
const { input } = fc.letrec((tie) => ({
  leaf: fc.oneof(word, long, fc.integer({ min: 100_000_000, max: 999_999_999 })),
  value: fc.oneof({ maxDepth: 2 }, tie("leaf"), fc.array(tie("value"), { maxLength: 3 }), tie("input")),
  input: fc.dictionary(field, tie("value"), { maxKeys: 5 }),
}));

function leavesOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  return Object.values(value).flatMap(leavesOf);
}

describe("complete", () => {
  it.each(Object.keys(defaultTools))("property: %s shows every value of its input", (name) => {
    fc.assert(
      fc.property(input, (given) => {
        const shown = textOf(withCall(call(name, given as Record<string, unknown>)), true);
        const lost = leavesOf(given).filter((leaf) => !shown.includes(leaf));
        expect(lost).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("shows once what a view omits, and nothing twice", () => {
    const node = call("Bash", { command: "make qwe", description: "builds qrt", timeout: 9000 });
    expect(textOf(withCall(node), false)).not.toContain("9000");
    const shown = textOf(withCall(node), true);
    for (const value of ["make qwe", "builds qrt", "9000"]) expect(shown.split(value)).toHaveLength(2);
  });

  it("shows the options of a question with their previews, and a long path", () => {
    const path = `/home/${"long/".repeat(40)}end.ts`;
    const questions = [
      { question: "Which?", header: "Choice", options: [{ label: "A", description: "d", preview: "pre" }] },
    ];
    expect(textOf(withCall(call("AskUserQuestion", { questions })), true)).toContain("pre");
    expect(textOf(withCall(call("Read", { file_path: path })), true)).toContain(path);
  });

  it("shows unknown fields of a message, of its parts, of a call and of a result", () => {
    const unknown = (value: string) => ({ data: { path: "s.jsonl", unknown: { future: value } } });
    const node = call("Bash", { command: "ls" }, { text: "out" });
    const tree = root(
      session("s", [
        message("u", "user", [text("hi")], unknown("of-message")),
        message("a", "assistant", [
          { ...text("yes"), ...unknown("of-part") },
          { ...node, ...unknown("of-call"), result: { ...node.result!, ...unknown("of-result") } },
        ]),
      ]),
    );
    for (const value of ["of-message", "of-part", "of-call", "of-result"]) {
      expect(textOf(tree, true).split(value)).toHaveLength(2);
      expect(textOf(tree, false)).not.toContain(value);
    }
  });

  it("shows what the text of a record omits", () => {
    const structured = {
      type: "attachment",
      uuid: "n",
      attachment: { type: "hook_success", stdout: "done", command: "lint" },
    };
    const notice: Notice = {
      type: "notice",
      entryType: "attachment",
      subtype: "hook_success",
      uuid: "n",
      value: "done",
      structured,
    };
    expect(textOf(root(session("s", [notice])), true)).toContain("lint");
  });
});
