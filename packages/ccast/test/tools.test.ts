import { describe, expect, expectTypeOf, it } from "vitest";
import { type InputOf, isCallOf, type Nodes, type ResultOf } from "../src/index.ts";

const call = (name: string, input: unknown, structured?: unknown): Nodes => ({
  type: "toolCall",
  id: "t",
  name,
  input,
  ...(structured === undefined ? {} : { result: { type: "toolResult" as const, structured, children: [] } }),
});

describe("isCallOf", () => {
  it("types the input and the result of a known tool, without a cast", () => {
    const node = call("Bash", { command: "ls", extra: 1 }, { stdout: "a", interrupted: false });
    if (!isCallOf(node, "Bash")) throw new Error("Expected a call of Bash");
    expectTypeOf(node.input.command).toEqualTypeOf<string | undefined>();
    expect(node.input.command).toBe("ls");
    expectTypeOf<InputOf<"Edit">["replace_all"]>().toEqualTypeOf<boolean | undefined>();
    expectTypeOf<ResultOf<"Glob">["filenames"]>().toEqualTypeOf<readonly string[] | undefined>();
  });

  it.each([
    ["another tool", call("Read", {})],
    ["another node", { type: "text", value: "Bash" } satisfies Nodes],
    ["an input that is a text", call("Bash", "ls")],
    ["a result that is a list", call("Bash", { command: "ls" }, ["out"])],
  ])("is false for %s", (_, node) => expect(isCallOf(node, "Bash")).toBe(false));

  it("is true for a call that failed, of which only a text is recorded", () => {
    expect(isCallOf(call("Bash", { command: "ls" }, "Error: no"), "Bash")).toBe(true);
  });
});
