import type { BlockContent } from "mdast";
import { describe, expect, it } from "vitest";
import { findRuns } from "../src/turn/runs.ts";

const call = (tool: string): BlockContent => ({
  type: "details",
  kind: "tool",
  tool,
  call: { id: tool, hasFailed: false },
  summary: tool,
  children: [],
});
const words = (value: string): BlockContent => ({ type: "markdown", value, depth: 2 });
const thinking: BlockContent = { type: "details", kind: "thinking", summary: "Thinking", children: [] };
const reply = (...children: BlockContent[]): BlockContent => ({
  type: "section",
  landmark: { kind: "reply", name: "msg-u", title: "" },
  children,
});

/** The blocks as a line: words, calls, and runs in brackets. */
function draw(blocks: ReadonlyArray<ReturnType<typeof findRuns>[number]>): string {
  return blocks
    .map((block): string => {
      if (block.type === "run") return `[${draw(block.children)}]`;
      if (block.type === "section") return draw(block.children);
      if (block.type === "details") return block.tool ?? "~";
      return block.type === "markdown" ? block.value : block.type;
    })
    .join(" ");
}

describe("runs of calls", () => {
  it.each([
    ["calls of several messages", [reply(call("A")), reply(call("B"), call("C"))], "[A B C]"],
    ["fewer than three calls are none", [reply(call("A")), reply(call("B"))], "A B"],
    [
      "a message that speaks before its calls is divided",
      [reply(words("so"), call("A")), reply(call("B"), call("C"))],
      "so [A B C]",
    ],
    ["words end a run", [reply(call("A"), call("B"), call("C")), reply(words("so"))], "[A B C] so"],
    ["words between calls of a message stay", [reply(call("A"), words("so"), call("B"))], "A so B"],
    ["thinking does not end a run", [reply(call("A")), reply(thinking, call("B")), reply(call("C"))], "[A ~ B C]"],
    ["thinking alone is none", [reply(thinking), reply(call("A"))], "~ A"],
    [
      "a question to a person ends a run",
      [reply(call("A"), call("B"), call("AskUserQuestion"), call("C"))],
      "A B AskUserQuestion C",
    ],
  ] as const)("%s", (_, blocks, expected) => expect(draw(findRuns(blocks))).toBe(expected));

  it("a message that is divided for nothing stays whole", () => {
    const message = reply(words("so"), call("A"));
    expect(findRuns([message])).toEqual([message]);
  });

  it("the second part of a divided message has no name: links lead to the first", () => {
    const [said, run] = findRuns([reply(words("so"), call("A"), call("B"), call("C"))]);
    expect(said).toMatchObject({ landmark: { name: "msg-u" } });
    expect(run).toMatchObject({ type: "run", children: [{ landmark: { kind: "reply", title: "" } }] });
  });
});
