import { describe, expect, it } from "vitest";
import { faultsOf } from "./markdown.mjs";

const expected = {
  sessions: [
    {
      blocks: [
        { ref: "b1", kind: "prompt", text: "Do <it> *now* #1" },
        { ref: "b2", kind: "call", id: "t" },
        { ref: "b3", kind: "text", text: "Done." },
      ],
      branches: [{ blocks: [{ ref: "b4", kind: "prompt", text: "Rather that." }] }],
    },
  ],
  agents: [],
};

describe("the judge of Markdown", () => {
  it.each([
    ["all in order, whatever is escaped", "Do \\<it> *now* \\#1\n\nDone.\n\nRather\nthat.", [0, 0]],
    ["a word is lost", "Do <it> *now* #1\n\nRather that.", [1, 1]],
    ["an answer stands before its question", "Done.\n\nDo <it> *now* #1\n\nRather that.", [0, 1]],
    ["a branch is lost", "Do &lt;it> *now* #1\n\nDone.", [1, 1]],
    ["branches stand anywhere", "Rather that. Do <it> *now* #1\n\nDone.", [0, 0]],
  ])("%s", (_, markdown, counts) => {
    const { conservation, order } = faultsOf(markdown, expected);
    expect([conservation.length, order.length]).toEqual(counts);
  });
});
