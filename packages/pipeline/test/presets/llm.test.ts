import { beforeAll, describe, expect, it } from "vitest";
import { llm, plain } from "../../src/presets.ts";
import { count, plainFacts } from "./facts.ts";
import { nodesOf, samples, snapshotOf, render } from "./project.ts";

describe("the preset llm", () => {
  it.each(samples)("renders %s as in its snapshot", async (name) => {
    const { text } = await render(name, llm);
    await expect(text).toMatchFileSnapshot(snapshotOf(name, "llm.md"));
  });
});

describe.each(samples)("ten facts about %s with llm", (name) => {
  let text = "";
  beforeAll(async () => void ({ text } = await render(name, llm)));
  plainFacts(name, llm, () => text);

  it("7 has no sign, no time and no version", () => {
    expect(count(text, /[🔧🤖📦⑂←→]|^#+ .*\d{4}-\d\d-\d\d \d\d:|Claude Code \d/gmu)).toBe(0);
  });

  it("8 counts thinking instead of showing it", () => {
    expect(text).not.toContain("**Thinking**");
    const thoughts = nodesOf(name, "thinking").length;
    expect(count(text, /\d+ thoughts? not shown/g) > 0).toBe(thoughts > 0);
  });

  it("9 is shorter than plain", async () => {
    expect(text.length).toBeLessThan((await render(name, plain)).text.length);
  });
});
