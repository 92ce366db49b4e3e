import { describe, expect, it } from "vitest";
import { answers, asks, event, start } from "./events.ts";
import { type Json, outline, read } from "./outline.ts";

/** Tokens of all nodes. */
function tokensOf(events: readonly Json[]): number[] {
  const usages = JSON.stringify(read(events).tree).matchAll(/"usage":\{"input_tokens":(\d+),"output_tokens":(\d+)/g);
  return [...usages].flatMap(([, input, output]) => [Number(input), Number(output)]);
}

describe("issue 43: tokens of Copilot CLI", () => {
  it("are those of the record before an answer: the input without what was cached", () => {
    expect(tokensOf([start(), asks("Tie."), ...answers("Done.")])).toEqual([60, 20]);
  });

  it("of a request whose answer was not written are counted, and those of a divided answer once", () => {
    const [record, answer] = answers("One.", { apiCallId: "x", chunkIndex: 0 }) as [Json, Json];
    const usage = { ...(record["data"] as { usage: Json }).usage, apiCallId: "x" };
    const second = answers("Two.", { apiCallId: "x", chunkIndex: 1, messageId: "other" })[1]!;
    const lost = event("session.usage_record", { usage: { inputTokens: 7, outputTokens: 3, apiCallId: "lost" } });
    const events = [start(), asks("Tie."), { ...record, data: { usage } }, answer, second, asks("More."), lost];
    expect(tokensOf(events)).toEqual([60, 20, 7, 3]);
    expect(outline(read(events).tree)).toContain("assistant reply: One.\n\nTwo.");
  });

  it("of older clients are recorded with the answer", () => {
    const [, answer] = answers("Done.", { outputTokens: 9 }) as [Json, Json];
    expect(JSON.stringify(read([start(), asks("Tie."), answer]).tree)).toContain('"output_tokens":9');
  });
});
