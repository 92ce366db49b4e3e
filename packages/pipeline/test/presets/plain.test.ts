import { beforeAll, describe, expect, it } from "vitest";
import { plain } from "../../src/presets.ts";
import { count, parse, plainFacts, promptsOf } from "./facts.ts";
import { nodesOf, samples, snapshotOf, render } from "./project.ts";

describe("the preset plain", () => {
  it.each(samples)("renders %s as in its snapshot", async (name) => {
    const { text } = await render(name, plain);
    await expect(text).toMatchFileSnapshot(snapshotOf(name, "plain.md"));
  });
});

describe.each(samples)("ten facts about %s with plain", (name) => {
  let text = "";
  beforeAll(async () => void ({ text } = await render(name, plain)));
  plainFacts(name, plain, () => text);

  it("7 has a time next to each speaker", () => {
    expect(count(text, /^#+ Human · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/gm)).toBeGreaterThanOrEqual(promptsOf(name).length);
  });

  it("8 names each call, or the agent that it spawned", () => {
    const calls = nodesOf(name, "toolCall").length;
    const agents = nodesOf(name, "agent").length;
    const output = count(text, /^(?:> )*(?:\*\*)?[🔧🤖]/gmu);
    expect(output).toBeGreaterThanOrEqual(calls - agents);
    expect(output).toBeLessThanOrEqual(calls + agents);
  });

  it("9 shows in a quote where a collapsible section ends", () => {
    const sections = parse(text).children.filter(
      (node) => node.type === "paragraph" && node.children.length === 1 && node.children[0]?.type === "strong",
    );
    expect(count(text, /^> /gm) > 0).toBe(sections.length > 0);
  });
});
