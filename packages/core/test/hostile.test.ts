import { childrenOf, type Nodes } from "@ccdag/ccast";
import { describe, expect, it } from "vitest";
import { jsonl, read } from "./threads.ts";

const time = "2026-01-01T00:00:00.000Z";
const call = (input: string) =>
  `{"type":"assistant","uuid":"a","parentUuid":"u","timestamp":"${time}","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"X","input":${input}}]}}\n`;
const prompt = jsonl({ type: "user", uuid: "u", parentUuid: null, timestamp: time, message: { content: "go" } });

/** How deep a value is nested. */
function depthOf(value: unknown): number {
  let depth = 0;
  for (let level = [value]; level.length > 0; depth++)
    level = level.flatMap((one): unknown[] => (typeof one === "object" && one !== null ? Object.values(one) : []));
  return depth;
}

/** All strings in a value. */
function stringsIn(value: unknown): string[] {
  const open = [value];
  const found: string[] = [];
  for (let one = open.pop(); one !== undefined; one = open.pop())
    if (typeof one === "string") found.push(one);
    else if (typeof one === "object" && one !== null) for (const child of Object.values(one)) open.push(child ?? null);
  return found;
}

describe("deep-json: a record that is nested deeper than any function can follow", () => {
  it.each([
    ["lists", (n: number) => "[".repeat(n) + '"\\"[x]\\\\"' + "]".repeat(n)],
    ["objects", (n: number) => '{"a": '.repeat(n) + "1e400" + "}".repeat(n)],
    ["both, with brackets in strings", (n: number) => '[{"}]\\"": '.repeat(n) + "0" + ', "b": []}]'.repeat(n)],
  ])("keeps every character, reports its line, and the rest is read (%s)", (_, make) => {
    for (const levels of [150, 5_000, 200_000]) {
      const input = make(levels);
      const { tree, rules, messages } = read({ "s.jsonl": prompt + call(`{"deep":${input}}`) });
      expect([rules, messages[0]!.line]).toEqual([["deep-json"], 2]);
      expect(depthOf(tree)).toBeLessThan(130);
      const held = stringsIn(tree).find((text) => text.length > 100)!;
      expect([input.includes(held), input.length - held.length < 4_000]).toEqual([true, true]);
    }
  });

  it("leaves a record that is nested less deep as it is", () => {
    const input = "[".repeat(90) + "]".repeat(90);
    const { tree, rules } = read({ "s.jsonl": prompt + call(input) });
    expect(rules).toEqual([]);
    expect(JSON.stringify(tree)).toContain(input);
  });
});

describe("lines that could not be read", () => {
  const noticesOf = (node: Nodes): string[] =>
    childrenOf(node).flatMap((child) =>
      child.type === "notice"
        ? `${child.entryType} ${child.value}`
        : child.type === "message"
          ? child.origin
          : noticesOf(child),
    );

  it("are notices at their place: one for each run of lines", () => {
    const answer = jsonl({
      type: "assistant",
      uuid: "a",
      parentUuid: "u",
      timestamp: time,
      message: { content: "yes" },
    });
    const { tree } = read({ "s.jsonl": `x\n${prompt}y\nz\n${answer}half` });
    expect(noticesOf(tree)).toEqual(["malformed 1", "prompt", "malformed 3-4", "reply", "malformed 6"]);
  });
});
