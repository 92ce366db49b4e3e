import { ccdagDetail } from "@ccdag/processor";
import { beforeAll, describe, expect, it } from "vitest";
import { github } from "../../src/presets.ts";
import { count, missingLines, parse, promptsOf } from "./facts.ts";
import { nodesOf, samples, snapshotOf, render } from "./project.ts";

describe("the preset github", () => {
  it.each(samples)("renders %s as in its snapshot", async (name) => {
    const { text } = await render(name, github);
    await expect(text).toMatchFileSnapshot(snapshotOf(name, "github.md"));
  });
});

describe.each(samples)("ten facts about %s for a forge", (name) => {
  let text = "";
  let parts: readonly string[] = [];
  beforeAll(async () => ({ text, parts } = await render(name, github)));

  it("1 begins with a marker that names the first session", () => {
    const [session] = nodesOf(name, "session");
    expect(text).toMatch(new RegExp(`^<!-- ccdag session=${session!.sessionId} .*part=1 of=${parts.length} -->\n`));
  });

  it("2 has one title for each session, and nothing else at the top", () => {
    const titles = parts
      .flatMap((part) => parse(part).children)
      .filter((node) => node.type === "heading" && node.depth === 1);
    expect(titles).toHaveLength(nodesOf(name, "session").length);
  });

  it("3 has a heading for each prompt of a person", () => {
    const prompts = promptsOf(name);
    expect(prompts.length).toBeGreaterThan(0);
    expect(count(text, /^#+ <a id="msg-[^"]+"><\/a>Human · [\d-]+ [\d:]+$/gm)).toBeGreaterThanOrEqual(prompts.length);
  });

  it("4 every link within the document leads to an anchor of its part", () => {
    for (const part of parts) {
      const anchors = new Set([...part.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id));
      expect([...part.matchAll(/\]\(#([^)]+)\)/g)].filter(([, id]) => !anchors.has(id))).toEqual([]);
    }
  });

  it("5 every collapsible section ends in its part", () => {
    for (const part of parts) expect(count(part, /<details>/g)).toBe(count(part, /<\/details>/g));
  });

  it("6 each call is a collapsible section with its name, or that of its agent", () => {
    const calls = nodesOf(name, "toolCall").length;
    const agents = nodesOf(name, "agent").length;
    const sections = count(text, /<summary>🔧|^🔧/gm) + count(text, /<summary>🤖/g);
    expect(sections).toBeGreaterThanOrEqual(calls - agents);
    expect(sections).toBeLessThanOrEqual(calls + agents);
  });

  it("7 has the words of every prompt and answer, except names", () => {
    expect(missingLines(name, text, (line) => /home|users/i.test(line))).toEqual([]);
  });

  it("8 names no owner of a home folder", () => {
    const homes = new Set(nodesOf(name, "session").flatMap(({ cwd }) => /^\/home\/(\w+)/.exec(cwd ?? "")?.[1] ?? []));
    for (const home of homes) expect(text).not.toMatch(new RegExp(`\\b${home}\\b`));
  });

  it("9 no part is longer than a body of a forge", () => {
    expect(parts.filter((part) => part.length > 65_000)).toEqual([]);
  });

  it("10 is the same, byte for byte, each time and in whatever order files are listed", async () => {
    expect((await render(name, github)).text).toBe(text);
    expect((await render(name, github, true)).text).toBe(text);
  });
});

describe("a preset can be changed", () => {
  it("later settings win, and a plugin can be switched off", async () => {
    const small = await render("sample", { plugins: [github], settings: { budget: 5000, marker: false } });
    expect(small.parts.length).toBeGreaterThan(5);
    expect(small.parts.filter((part) => part.length > 5000 || part.includes("<!-- ccdag"))).toEqual([]);
    const redact = github.plugins![0] as never;
    const open = await render("sample", { plugins: [github, [redact, false]] });
    expect(open.text).toContain("/home/ada/weather");
  });

  it("changes of one use do not affect another", async () => {
    const before = (await render("sample", github)).text;
    await render("sample", { plugins: [github, [ccdagDetail, { detail: "prompts" }]], settings: { limit: 5 } });
    expect((await render("sample", github)).text).toBe(before);
  });
});
