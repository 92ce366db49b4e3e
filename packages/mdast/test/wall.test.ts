import type { FlowContent, Root, Text } from "@ccdag/ccast";
import {
  agent,
  answer,
  branch,
  compaction,
  message,
  notice,
  session,
  toolCall,
  tree,
  unknownBlock,
} from "@ccdag/testkit";
import { describe, expect, it } from "vitest";
import { type MdastOptions, type RenderProblem, toMdast } from "../src/index.ts";
import { show } from "./render.ts";

/** A text whose value cannot be read. */
function broken(): Text {
  return Object.defineProperty({ type: "text" } as Text, "value", {
    get() {
      throw new RangeError("Maximum call stack size exceeded");
    },
  });
}

function rendered(document: Root, options: MdastOptions = {}) {
  const problems: RenderProblem[] = [];
  const lines = show(toMdast(document, { ...options, report: (problem) => problems.push(problem) }));
  return { text: lines.join("\n"), problems };
}

const around = (...nodes: FlowContent[]) =>
  tree(session("s", message("before", "first"), ...nodes, message("after", "last")));

describe("an error in one message does not end a document: it is reported, and the message is shown plain", () => {
  it.each<[string, FlowContent, string]>([
    ["a block of an unknown type", answer("a", "kept", unknownBlock("x", { type: "x", size: 1n })), "kept"],
    ["the view of a tool", answer("a", "kept", toolCall("Deploy", { size: 1n })), "kept"],
    [
      "the result of a tool",
      answer(
        "a",
        "kept",
        toolCall("Bash", { command: "ls" }, {
          ...toolCall("x").result!,
          type: "toolResult",
          children: [unknownBlock("x", 1n)],
        } as never),
      ),
      "kept",
    ],
    ["a text", answer("a", "kept", broken()), "kept"],
    ["a compaction", { ...compaction("c"), children: [unknownBlock("x", { size: 1n })] } as never, "Summary"],
    ["a record", notice({ entryType: "system", subtype: "informational", value: 1 as never }), "1"],
    [
      "the head of a message",
      answer({ uuid: "a", model: 1n as never, timestamp: Symbol("x") as never }, "kept"),
      "kept",
    ],
    ["the head of a branch", branch({ uuid: "b", from: { uuid: Symbol("x") as never } }, answer("a", "kept")), "kept"],
    ["the head of an agent", agent({ agentId: "g", description: Symbol("x") as never }, answer("a", "kept")), "kept"],
  ])("%s", (_, node, kept) => {
    for (const sections of [false, true]) {
      const { text, problems } = rendered(around(node), { sections });
      expect(text).toContain("first");
      expect(text).toContain("last");
      expect(text).toContain(kept);
      expect(problems.length).toBeGreaterThan(0);
    }
  });

  it("the problem names the node, which has the file and line of its record", () => {
    const block = Object.assign(unknownBlock("x", 1n), {
      position: { start: { line: 3, column: 1 }, end: { line: 3, column: 9 } },
    });
    expect(rendered(around(answer("a", block))).problems).toEqual([{ error: expect.any(TypeError), node: block }]);
  });

  it("an error of an extension is thrown, because it is not ccdag's", () => {
    const fail = () => {
      throw new Error("mine");
    };
    const document = around(answer("a", "words", toolCall("Deploy")));
    for (const extension of [
      { tools: { Deploy: fail } },
      { handlers: { text: fail } },
      { tools: { Deploy: { title: fail, view: () => [] } } },
    ])
      expect(() => toMdast(document, { extensions: [extension], report: () => {} })).toThrow("mine");
  });
});
