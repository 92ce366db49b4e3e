import { describe, expect, it } from "vitest";
import { createExplainer, type Extension } from "../src/index.ts";
import { jsonl, read, readShape, show } from "./threads.ts";

const output = (drawing: string, extensions?: readonly Extension[]) => show(readShape(drawing, extensions));
const hook = (words: string) => `<session-start-hook>${words}</session-start-hook>`;

/** Every entry of a file is an agent's. */
const agent = (mode: "sync" | "internal"): Extension => ({
  own: [
    {
      name: "mine",
      claim: ({ entries }) => [{ entries, suffix: "#x", sessionId: "s1", agent: { agentId: "x", mode } }],
    },
  ],
});

describe("alternatives to the first prompt", () => {
  it.each([
    ["be below a caveat", "U0=caveat ─ U1 ─ A1\n                      U3@8 ─ A3@9", "| U0 U1 A1 | U3 A3*"],
    ["be below a session-start hook", "H1=start ─ U1 ─ A1\n                     U3@8 ─ A3@9", "| H1 U1 A1 | U3 A3*"],
    ["have one lost parent", "U2^X1 ─ A2\n             U3^X1 ─ A3", "| U2 A2 | U3 A3*"],
  ])("may %s", (_, drawing, lines) => expect(output(drawing)).toBe(lines));

  it.each([
    ["a caveat", "U1 ─ A1 ─ U2=caveat\n                      U3 ─ A3", "U1 A1 U2 U3 A3"],
    ["a compaction", "U1 ─ A1 ─ S1=compact\n                       U3 ─ A3", "U1 A1 S1 U3 A3"],
    ["a compaction without a parent", "U1 ─ A1\n          S1=compact ─ U3 ─ A3", "U1 A1 S1 U3 A3"],
    ["a summary", "U1 ─ A1 ─ U2=summary\n                       U3 ─ A3", "U1 A1 U2 U3 A3"],
  ])("have nothing between them: with %s the conversation continues", (_, drawing, lines) =>
    expect(output(drawing)).toBe(lines),
  );

  it.each([
    ["the first was never answered", "U1\n    U2 ─ A2\n             U3 ─ A3", "U1 U2 A2 U3 A3"],
    ["the file begins with an answer", "A1\n    U2 ─ A2\n             U3 ─ A3", "A1 U2 A2 U3 A3"],
    [
      "each lost a different parent",
      "U1 ─ A1\n          U2^X1 ─ A2\n                       U3^X2 ─ A3",
      "U1 A1 U2 A2 U3 A3",
    ],
  ])("do not exist where %s", (_, drawing, lines) => expect(output(drawing)).toBe(lines));

  it("do not exist in an agent of the client: no user can rewind there", () => {
    const drawing = "U1 ─ A1\n          U3 ─ A3";
    expect(output(drawing, [agent("internal")])).toBe("internal: U1 A1 U3 A3");
    expect(output(drawing, [agent("sync")])).toBe("sync: | U1 A1 | U3 A3*");
  });

  it("C051: with one lost parent are reported once, at the first of them", () => {
    const { messages } = readShape("U2^X1 ─ A2\n             U3^X1 ─ A3");
    expect(messages.map(({ ruleId, line }) => [ruleId, line])).toEqual([["missing-parent", 1]]);
  });

  it("are in the trunk if every place rule is switched off", () => {
    const { threads } = readShape("U1 ─ A1\n          U2^X1 ─ A2\n                       U3^X1 ─ A3", [
      { off: ["orphan-root", "compaction-boundary"] },
    ]);
    expect(threads.trunks[0]!.sides.map(({ from, thread }) => [from, ...thread.entries.map(({ id }) => id)])).toEqual([
      [undefined, "U2", "A2"],
      [undefined, "U3", "A3"],
    ]);
  });
});

describe("the shape of a root", () => {
  const begins = (drawing: string, id: string) =>
    createExplainer(readShape(drawing).sessions)(id).flatMap(({ statements }) =>
      statements.flatMap(({ says, detail }) => (says === "begins" ? [detail] : [])),
    );

  it.each([
    ["C090", "the first prompt", "U1 ─ A1", "U1", "first-prompt"],
    ["C091", "a boundary", "U1 ─ A1\n          S1=compact", "S1", "compact-boundary"],
    ["C092", "a local command", "U1 ─ A1\n          S1=command", "S1", "local-command"],
    ["C093", "a hook of a session's start", "U1 ─ A1\n          H1=start", "H1", "session-start-hook"],
    ["C093", "what such a hook said", `U1 ─ A1\n          U2=${hook("x")}`, "U2", "session-start-hook"],
    ["C088", "a summary", "U1 ─ A1\n          U2=summary", "U2", "compact-summary"],
    ["C089", "a further prompt, which is unexpected,", "U1\n    U2 ─ A2", "U2", undefined],
  ])("%s: the shape of %s is named", (_, __, drawing, id, shape) => expect(begins(drawing, id)).toEqual([shape]));

  it.each<[string, string, readonly Extension[], "remark" | "warning"]>([
    ["C094: of a hook in flight", "U1 ─ A1\n          ?P1", [], "remark"],
    ["C092: of a local command", "U1 ─ A1\n          ?S1=command", [], "remark"],
    ["C051: of what a hook said", `U1 ─ A1\n          ?U2=${hook("x")}`, [], "warning"],
    ["C051: of a prompt", "U1 ─ A1\n          ?U2", [], "warning"],
    ["C051: of the first prompt", "?U1 ─ A1", [], "warning"],
    ["C095: of an agent's first entry", "?U1 ─ A1", [agent("sync")], "remark"],
    ["C095: of a later entry of an agent", "U1 ─ A1\n          ?A2", [agent("sync")], "warning"],
  ])("%s a parent that is missing is worth a %s", (_, drawing, extensions, level) => {
    const { messages } = readShape(drawing, extensions);
    expect(messages.map(({ ruleId, fatal }) => [ruleId, fatal === false ? "warning" : "remark"])).toEqual([
      ["missing-parent", level],
    ]);
  });

  it("C089: a child of another session, and a cut cycle, are no unexpected beginnings", () => {
    const talk = (uuid: string, parentUuid: string | null, type = "user") => ({
      type,
      uuid,
      parentUuid,
      message: { id: uuid, content: uuid },
    });
    const first = { "s1.jsonl": jsonl(talk("a", null), talk("b", "a", "assistant")) };
    const other = read({ ...first, "s2.jsonl": jsonl(talk("c", "b"), talk("d", "a", "assistant")) });
    expect(other.rules).toEqual([]);
    const circle = read({ "s1.jsonl": jsonl(talk("a", null), talk("x", "y"), talk("y", "x")) });
    expect(circle.rules).toEqual(["parent-cycle"]);
  });
});
