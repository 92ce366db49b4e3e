import { describe, expect, it } from "vitest";
import { findPictures, parseShape, shapeRecords, showThread } from "../src/index.ts";

const parents = (drawing: string) => parseShape(drawing).map(({ name, parent }) => `${name}<${parent ?? ""}`);

describe("a drawing", () => {
  it("is read from left to right, then from top to bottom", () => {
    expect(parents("A1 ┬ U1 ─ H1\n   ├ P1\n   └ A2 ─ U2 ─ A3\nU9")).toEqual([
      "A1<",
      "U9<",
      "U1<A1",
      "P1<A1",
      "A2<A1",
      "H1<U1",
      "U2<A2",
      "A3<U2",
    ]);
  });

  it("has words, times, logical parents and orphans", () => {
    expect(parseShape("?U1=a+b@7  S1=compact~A1")).toMatchObject([
      { name: "U1", spec: "a+b", time: 7, isOrphan: true },
      { name: "S1", spec: "compact", logical: "A1", isOrphan: false },
    ]);
  });

  it("becomes records: a result answers the nearest assistant above", () => {
    const [call, result] = shapeRecords("A1 ─ U1=r");
    expect(call).toMatchObject({ type: "assistant", message: { content: [{ type: "tool_use", id: "call-U1" }] } });
    expect(result).toMatchObject({
      type: "user",
      parentUuid: "A1",
      message: { content: [{ type: "tool_result", tool_use_id: "call-U1" }] },
    });
    expect(() => shapeRecords("U1=r")).toThrow("Expected an assistant above the result `U1`");
  });

  it("is found in a comment, with the threads after it", () => {
    const source = "/**\n * ```shape\n * A1 ─ U1\n * ```\n *\n * ```threads rule=x\n * A1 U1\n * ```\n */";
    expect(findPictures(source)).toEqual([{ shape: "A1 ─ U1\n", threads: "A1 U1", rule: "x", copies: undefined }]);
  });

  it("is compared by the threads", () => {
    const thread = (...names: string[]) => ({ entries: names.map((uuid) => ({ uuid })), sides: [] });
    const trunk = {
      ...thread("A1"),
      sides: [
        { thread: thread("U1"), isActive: false },
        { thread: thread("U2", "A2"), isActive: true },
      ],
    };
    expect(showThread(trunk)).toBe("A1 | U1 | U2 A2*");
  });
});
