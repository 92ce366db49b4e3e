import { beforeAll, describe, expect, it } from "vitest";
import { llm, plain } from "../src/index.ts";
import { allNodes, count, parse, promptsOf, untold } from "./facts.ts";
import { nodesOf, samples, tell } from "./project.ts";

describe("the preset llm, as a file", () => {
  it("tells the sample as it stands beside it", async () => {
    const { text } = await tell("sample", llm);
    await expect(text).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.llm.md");
  });
});

describe.each(samples)("ten facts about %s, told with llm", (name) => {
  let text = "";
  beforeAll(async () => void ({ text } = await tell(name, llm)));
  const nodes = () => allNodes(parse(text));

  it("1 begins with the title of the first session", () => {
    expect(text.startsWith(`# Session ${nodesOf(name, "session")[0]!.sessionId.slice(0, 8)}`)).toBe(true);
  });

  it("2 has one title for each session, and nothing else at the top", () => {
    const titles = parse(text).children.filter((node) => node.type === "heading" && node.depth === 1);
    expect(titles).toHaveLength(nodesOf(name, "session").length);
  });

  it("3 has a heading for each prompt of a person", () => {
    expect(promptsOf(name).length).toBeGreaterThan(0);
    expect(count(text, /^#+ Human\b/gm)).toBeGreaterThanOrEqual(promptsOf(name).length);
  });

  it("4 has no HTML at all", () => {
    expect(nodes().filter(({ type }) => type === "html")).toEqual([]);
  });

  it("5 has no link within, where nothing has an anchor", () => {
    expect(nodes().filter((node) => node.type === "link" && node.url.startsWith("#"))).toEqual([]);
  });

  it("6 tells the words of every prompt and answer", () => {
    expect(untold(name, text)).toEqual([]);
  });

  it("7 has no sign, no time and no version", () => {
    expect(count(text, /[🔧🤖📦⑂←→]|^#+ .*· \d{4}-\d\d-\d\d|Claude Code \d/gmu)).toBe(0);
  });

  it("8 tells no thinking, and how many thoughts there were", () => {
    expect(text).not.toContain("**Thinking**");
    const thoughts = nodesOf(name, "thinking").length;
    expect(count(text, /\d+ thoughts? not shown/g) > 0).toBe(thoughts > 0);
  });

  it("9 is shorter than what people read", async () => {
    expect(text.length).toBeLessThan((await tell(name, plain)).text.length);
  });

  it("10 is the same, byte for byte, each time and in whatever order files are listed", async () => {
    expect((await tell(name, llm)).text).toBe(text);
    expect((await tell(name, llm, true)).text).toBe(text);
  });
});
