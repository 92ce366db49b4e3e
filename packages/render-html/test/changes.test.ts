import type { Edit } from "@ccdag/edits";
import type { Element } from "hast";
import { describe, expect, it } from "vitest";
import { type ChangesContext, renderChanges } from "../src/changes/render-changes.ts";
import { changedFile } from "../src/changes/turn-changes.ts";
import { written } from "../src/tree/write-html.ts";
import { workWords } from "../src/turn/default-work-words.ts";

let order = 0;
/** Two edits of the same line, so that the calls do not show what they changed together. */
function twice(path: string, size: number) {
  const states = ["a", "b", "c"].map((letter) => letter.repeat(size));
  const edits = [0, 1].map((at): Edit => ({
    tool: "Edit",
    toolUseId: `${path}-${at}`,
    order: order++,
    by: { sessionId: "s" },
    isUserModified: false,
    isChangedOutside: false,
    before: { content: states[at]!, evidence: "recorded" },
    after: { content: states[at + 1]!, evidence: "recorded" },
    added: 1,
    removed: 1,
  }));
  return changedFile(path, edits);
}

/** The files of a list, each with whether its diff is shown, and the calls that are shown instead. */
function shown(files: ReturnType<typeof twice>[], context: Partial<ChangesContext>) {
  const callOf = ({ toolUseId }: Edit): string | undefined => `call-${toolUseId}`;
  const list = renderChanges(files, { words: workWords, cwd: "/w", name: "changes-s", callOf, ...context });
  return list.children.slice(1).map((file) => {
    const { value } = written(file as Element);
    return [/<code[^>]*>(.*?)<\/code>/.exec(value)![1], value.includes("@@"), value.split("data-call=").length - 1];
  });
}

describe("the list of changed files", () => {
  const files = [twice("/w/small", 10), twice("/w/large", 1000), twice("/w/last", 10)];

  it("shows what several edits changed together", () => {
    expect(shown(files, {})).toEqual([
      ["small", true, 0],
      ["large", true, 0],
      ["last", true, 0],
    ]);
  });

  it("shows the calls of a file where there is no room for its diff, and the diffs that fit", () => {
    expect(shown(files, { room: { characters: 500 } })).toEqual([
      ["small", true, 0],
      ["large", false, 2],
      ["last", true, 0],
    ]);
  });

  it("shows a diff that is nowhere else, whether there is room or not", () => {
    const callOf = ({ toolUseId }: Edit) => (toolUseId.endsWith("large-1") ? undefined : `call-${toolUseId}`);
    expect(shown(files, { callOf, room: { characters: 0 } })).toEqual([
      ["small", false, 2],
      ["large", true, 0],
      ["last", false, 2],
    ]);
  });
});
