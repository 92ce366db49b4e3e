import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changedWords, type Edit, netChange } from "../src/index.ts";
import { applyHunks } from "../src/hunks.ts";

let order = 0;
const edit = (before: string | null | undefined, after: string | undefined, more: Partial<Edit> = {}): Edit => ({
  tool: "Edit",
  toolUseId: `t${order}`,
  order: order++,
  by: { sessionId: "s" },
  isUserModified: false,
  isChangedOutside: false,
  before: before === undefined ? {} : { content: before, evidence: "recorded" },
  after: after === undefined ? {} : { content: after, evidence: "recorded" },
  ...more,
});
const lines = (...words: string[]) => words.map((word) => `${word}\n`).join("");
const far = Array.from({ length: 20 }, (_, at) => `line ${at}`);

describe("what some edits changed together", () => {
  it("each hunk names the edits that made it", () => {
    const one = lines("a", ...far, "z");
    const two = lines("A", ...far, "z");
    const three = lines("A", ...far, "Z");
    const [first, second] = [edit(one, two), edit(two, three)];
    const change = netChange([first, second]);
    expect(change).toMatchObject({ isNet: true, isNew: false, added: 2, removed: 2, unknown: [] });
    expect(change.hunks.map(({ edits }) => edits)).toEqual([[first], [second]]);
  });

  it("what a later edit changed back is not in it", () => {
    const change = netChange([edit(lines("a"), lines("b")), edit(lines("b"), lines("a"))]);
    expect(change).toMatchObject({ isNet: true, hunks: [], added: 0, removed: 0 });
  });

  it("a line that something else changed between the edits has no edit", () => {
    const one = lines("a", ...far, "z");
    const [first, second] = [
      edit(one, lines("A", ...far, "z")),
      edit(lines("A", ...far, "other"), lines("AA", ...far, "other")),
    ];
    const change = netChange([first, second]);
    expect(change.hunks.map(({ edits }) => edits)).toEqual([[first, second], []]);
  });

  it("edits whose states are not known share what lies between the known ones", () => {
    const [first, second] = [edit(lines("a"), undefined), edit(undefined, lines("c"))];
    expect(netChange([first, second]).hunks.map(({ edits }) => edits)).toEqual([[first, second]]);
  });

  it("without a known beginning or end the hunks of each edit follow one another", () => {
    const hunks = [{ oldStart: 1, newStart: 1, lines: ["-a", "+b"] }];
    const [first, second] = [edit(undefined, undefined, { hunks }), edit(undefined, undefined)];
    expect(netChange([first, second])).toMatchObject({
      isNet: false,
      hunks: [{ ...hunks[0]!, edits: [first] }],
      unknown: [second],
      added: 1,
      removed: 1,
    });
  });

  it("a file that was not there is new", () => {
    expect(netChange([edit(null, lines("a"))])).toMatchObject({ isNew: true, added: 1, removed: 0 });
  });

  it("property: the hunks lead from the first content to the last, and every hunk has an edit", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\n", "d\n"), { maxLength: 12 })
      .map((words) => words.join(""));
    fc.assert(
      fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), (states) => {
        const edits = states.slice(1).map((state, at) => edit(states[at]!, state));
        const { hunks } = netChange(edits);
        expect(applyHunks(states[0]!, hunks)).toBe(states.at(-1));
        for (const hunk of hunks) expect(hunk.edits.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("words that differ", () => {
  it("are marked on both sides", () => {
    const words = changedWords("const one = first(a);", "const one = second(a);")!;
    expect(words.before.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(["first"]);
    expect(words.after.filter(({ isChanged }) => isChanged).map(({ text }) => text)).toEqual(["second"]);
    expect(words.before.map(({ text }) => text).join("")).toBe("const one = first(a);");
    expect(words.after.map(({ text }) => text).join("")).toBe("const one = second(a);");
  });

  it("are not looked for in lines that have little in common, or are long", () => {
    expect(changedWords("all of this", "nothing like it")).toBeUndefined();
    expect(changedWords("a".repeat(501), "a".repeat(501))).toBeUndefined();
  });
});
