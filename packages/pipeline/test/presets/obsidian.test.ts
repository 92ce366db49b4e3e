import { messagesOf } from "@ccdag/ccast";
import { beforeAll, describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import { obsidian } from "../../src/presets.ts";
import { allNodes, count, missingLines, parse, promptsOf } from "./facts.ts";
import { nodesOf, samples, snapshotOf, render } from "./project.ts";

describe("the preset obsidian", () => {
  it.each(samples)("renders %s as in its snapshot", async (name) => {
    const { text } = await render(name, obsidian);
    await expect(text).toMatchFileSnapshot(snapshotOf(name, "obsidian.md"));
  });
});

describe.each(samples)("ten facts about %s, as a note", (name) => {
  let text = "";
  beforeAll(async () => void ({ text } = await render(name, obsidian)));
  const body = () => text.replace(/^---\n[\s\S]*?\n---\n/, "");

  it("1 begins with properties as YAML, with the number of messages", () => {
    const properties = parseYaml(text.split("---\n")[1]!) as { tags: string[]; messages: number };
    expect(properties.tags).toContain("claude-code");
    // Those of agents are counted in their own notes.
    const ofAgents = nodesOf(name, "agent").flatMap((agent) => messagesOf(agent)).length;
    expect(properties.messages).toBe(nodesOf(name, "message").length - ofAgents);
  });

  it("2 has one title for each session, and nothing else at the top", () => {
    const titles = parse(body()).children.filter((node) => node.type === "heading" && node.depth === 1);
    expect(titles).toHaveLength(nodesOf(name, "session").length);
  });

  it("3 has a heading for each prompt of a person", () => {
    expect(count(text, /^#+ Human\b/gm)).toBeGreaterThanOrEqual(promptsOf(name).length);
  });

  it("4 has no HTML, which a vault would not render", () => {
    expect(allNodes(parse(body())).filter(({ type }) => type === "html")).toEqual([]);
  });

  it("5 every link within the note leads to a block with that id", () => {
    const blocks = new Set([...text.matchAll(/ \^([A-Za-z\d-]+)$/gm)].map(([, id]) => id));
    expect([...text.matchAll(/\[\[#\^([^|\]]+)/g)].filter(([, id]) => !blocks.has(id))).toEqual([]);
  });

  it("6 uses each block id once", () => {
    const blocks = [...text.matchAll(/⚓ \^([A-Za-z\d-]+)$/gm)].map(([, id]) => id);
    expect(blocks).toHaveLength(new Set(blocks).size);
  });

  it("7 has a collapsed callout for each call", () => {
    const calls = nodesOf(name, "toolCall").length;
    expect(count(text, /\[!note\]- /g)).toBeGreaterThanOrEqual(calls);
    expect(count(text, /\\\[!note/g)).toBe(0);
  });

  it("8 has the words of every prompt and answer", () => {
    expect(missingLines(name, text)).toEqual([]);
  });

  it("9 embeds no file that does not belong to it", async () => {
    const { file } = await render(name, obsidian);
    const names = new Set((file.data.assets ?? []).map(({ path }) => path.replace("attachments/", "")));
    expect([...text.matchAll(/!\[\[([^\]]+)\]\]/g)].filter(([, one]) => !names.has(one!))).toEqual([]);
  });

  it("10 is the same, byte for byte, each time and in whatever order files are listed", async () => {
    expect((await render(name, obsidian)).text).toBe(text);
    expect((await render(name, obsidian, true)).text).toBe(text);
  });
});
