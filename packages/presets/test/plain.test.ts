import { beforeAll, describe, expect, it } from "vitest";
import { plain } from "../src/index.ts";
import { allNodes, count, parse, promptsOf, untold } from "./facts.ts";
import { nodesOf, samples, tell } from "./project.ts";

describe("the preset plain, as a file", () => {
  it("tells the sample as it stands beside it", async () => {
    const { text } = await tell("sample", plain);
    await expect(text).toMatchFileSnapshot("../../../tooling/fixtures/snapshots/sample.plain.md");
  });
});

describe.each(samples)("ten facts about %s, told with plain", (name) => {
  let text = "";
  beforeAll(async () => void ({ text } = await tell(name, plain)));
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

  it("7 has a time beside who speaks", () => {
    expect(count(text, /^#+ Human · \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/gm)).toBeGreaterThanOrEqual(promptsOf(name).length);
  });

  it("8 names each call, or the agent that stands for it", () => {
    const calls = nodesOf(name, "toolCall").length;
    const agents = nodesOf(name, "agent").length;
    const told = count(text, /^(?:> )*(?:\*\*)?[🔧🤖]/gmu);
    expect(told).toBeGreaterThanOrEqual(calls - agents);
    expect(told).toBeLessThanOrEqual(calls + agents);
  });

  it("9 shows where what was folded ends: it stands in a quote", () => {
    const folds = parse(text).children.filter(
      (node) => node.type === "paragraph" && node.children.length === 1 && node.children[0]?.type === "strong",
    );
    expect(count(text, /^> /gm) > 0).toBe(folds.length > 0);
  });

  it("10 is the same, byte for byte, each time and in whatever order files are listed", async () => {
    expect((await tell(name, plain)).text).toBe(text);
    expect((await tell(name, plain, true)).text).toBe(text);
  });
});
