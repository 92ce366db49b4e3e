import type { Agent, Branch, Content, FlowContent, Message, Root } from "@ccdag/ccast";
import fc from "fast-check";
import { unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import renderHtml, { type RenderHtmlOptions } from "../src/index.ts";

let count = 0;
const message = (role: "user" | "assistant", words: string, ...more: Content[]): Message => {
  const uuid = `u${count++}`;
  const who =
    role === "user" ? ({ actor: "human", origin: "prompt" } as const) : ({ actor: "claude", origin: "reply" } as const);
  return { type: "message", role, ...who, uuid, uuids: [uuid], children: [{ type: "text", value: words }, ...more] };
};
const tree = (...children: FlowContent[]): Root => ({
  type: "root",
  children: [{ type: "session", sessionId: "s", title: "A talk", children }],
});

/** The pages of a tree. */
function pagesOf(root: Root, options: RenderHtmlOptions): string[] {
  const file = new VFile();
  const text = unified().use(renderHtml, options).stringify(root, file);
  return [...(file.data.parts ?? [text])];
}

/** What a page tells, without what stands around it. */
const mainOf = (page: string) =>
  /<main[^>]*>(.*)<\/main>/s.exec(page)![1]!.replace(/<nav class="pager".*?<\/nav>/gs, "");
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);

describe("pages", () => {
  it("property: every word is told once, in order; no page is longer than its budget; a link leads to its page", () => {
    const turn = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 2500 }), fc.boolean());
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 3000, max: 12_000 }),
        (turns, budget) => {
          count = 0;
          const flow: FlowContent[] = [];
          let last: FlowContent[] = flow;
          for (const [at, [asked, answered, forks]] of turns.entries()) {
            const prompt = message("user", `Q${at} ${"why ".repeat(asked / 4)}`);
            last.push(prompt, message("assistant", `A${at} ${"so <b> ".repeat(answered / 7)}`));
            if (!forks) continue;
            const branch: Branch = {
              type: "branch",
              uuid: `b${at}`,
              rule: "rewind",
              from: { uuid: prompt.uuid! },
              children: [message("user", `B${at}`)],
            };
            last.push(branch);
            last = branch.children;
          }
          const whole = mainOf(pagesOf(tree(...flow), {})[0]!);
          const pages = pagesOf(tree(...flow), { budget });
          const parts = pages.map(mainOf);
          expect(wordsOf(parts.join(" "))).toBe(wordsOf(whole));
          const ids = parts.map(idsOf);
          expect(ids.flat()).toEqual(idsOf(whole));
          for (const [at, page] of pages.entries()) {
            expect(new TextEncoder().encode(parts[at]).length).toBeLessThan(budget * 1.4 + 1000);
            for (const [, name, id] of page.matchAll(/ href="([^"#]*)#([^"]+)"/g)) {
              if (id === "content") continue;
              const to = name === "" ? at : Number(/part(\d+)/.exec(name!)?.[1] ?? 1) - 1;
              expect([id, ids[to]!.includes(id!)]).toEqual([id, true]);
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it("R007: what grows is written on new pages; what was written stays where it was", () => {
    const grown = (turns: number) => {
      count = 0;
      const flow = Array.from({ length: turns }, (_, at) => [
        message("user", `Q${at}`),
        message("assistant", "word ".repeat(300)),
      ]).flat();
      return pagesOf(tree(...flow), { budget: 8000 }).map((page) => idsOf(mainOf(page)));
    };
    const [before, after] = [grown(20), grown(31)];
    expect(before.length).toBeGreaterThan(3);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(after[before.length - 1]!.slice(0, before.at(-1)!.length)).toEqual(before.at(-1));
  });

  it("a page begins with a turn where that is no long way off", () => {
    count = 0;
    const flow = Array.from({ length: 40 }, (_, at) => [
      message("user", `Q${at}`),
      message("assistant", "word ".repeat(100)),
      message("assistant", "word ".repeat(100)),
    ]).flat();
    const pages = pagesOf(tree(...flow), { budget: 10_000 });
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages.slice(1))
      expect(mainOf(page).trim()).toMatch(
        /^<section class="thread session" data-within="session-s"><article id="[^"]+" class="prompt">/,
      );
  });

  it("a long agent is a line of its own; its call leads there, and the conversation goes on behind it", () => {
    count = 0;
    const prompt = message("user", "go");
    const call: Content = { type: "toolCall", id: "t", name: "Task", input: { prompt: "look" }, agents: ["7f"] };
    const caller = message("assistant", "off", call);
    const agent: Agent = {
      type: "agent",
      agentId: "7f",
      mode: "sync",
      agentType: "scout",
      nestingLevel: 1,
      from: { uuid: caller.uuid, toolUseId: "t", rule: "meta-tool-use" },
      messageCount: 6,
      children: Array.from({ length: 6 }, () => message("assistant", "I look. ".repeat(300))),
    };
    const end = message("user", "and then?");
    const pages = pagesOf(tree(prompt, caller, agent, end), { budget: 9000 });
    const all = pages.map(mainOf).join("\n");
    expect(all).toMatch(/<p class="agent"><a href="[^"]*#agent-7f">🤖 Agent scout/);
    expect(all).toMatch(
      /<section id="agent-7f" class="thread agent" data-within="session-s" data-from="msg-u1"><h2>🤖 Agent scout/,
    );
    expect(all.indexOf('id="agent-7f"')).toBeLessThan(all.indexOf(`id="msg-${end.uuid}"`));
    // The same tree with room for all of it keeps the agent in its fold.
    expect(mainOf(pagesOf(tree(prompt, caller, agent, end), {})[0]!)).toContain('<details id="agent-7f" class="agent"');
  });

  it("several long agents of one message follow it in their order", () => {
    count = 0;
    const ids = ["one", "two", "three"];
    const call: Content = { type: "toolCall", id: "t", name: "Workflow", input: { script: "run" }, agents: ids };
    const caller = message("assistant", "off", call);
    const agents = ids.map((agentId): Agent => ({
      type: "agent",
      agentId,
      mode: "workflow",
      agentType: agentId,
      nestingLevel: 1,
      from: { uuid: caller.uuid, toolUseId: "t", rule: "workflow-run" },
      messageCount: 3,
      children: Array.from({ length: 3 }, () => message("assistant", "I look. ".repeat(400))),
    }));
    const all = pagesOf(tree(message("user", "go"), caller, ...agents), { budget: 20_000 })
      .map(mainOf)
      .join("");
    const order = [...all.matchAll(/<section id="agent-(\w+)"/g)].map(([, id]) => id);
    expect(order).toEqual(ids);
  });

  it("a file that is longer than a page keeps its numbers at its lines", () => {
    count = 0;
    const lines = Array.from({ length: 900 }, (_, at) => `${at + 1}→line ${at + 1}`).join("\n");
    const read: Content = {
      type: "toolCall",
      id: "t",
      name: "Read",
      input: { file_path: "/a.txt" },
      result: { type: "toolResult", children: [{ type: "text", value: lines }] },
    };
    const pages = pagesOf(tree(message("assistant", "look", read)), { budget: 6000 }).map(mainOf);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages)
      for (const [, number, line] of page.matchAll(/(\d+)\tline (\d+)/g)) expect(number).toBe(line);
    expect(pages.join("").match(/\d+\tline \d+/g)!.length).toBeGreaterThan(800);
  });

  it("contents of a page have its own prompts, and the lines and compactions of all", () => {
    count = 0;
    const turns = Array.from({ length: 20 }, (_, at) => [
      message("user", `Q${at}`),
      message("assistant", "word ".repeat(300)),
    ]).flat();
    const pages = pagesOf(tree(...turns, { type: "compaction", uuid: "c", uuids: ["c"], children: [] }), {
      budget: 8000,
    });
    const [first] = pages.map((page) => /<nav aria-label="Contents">(.*?)<\/nav>/s.exec(page)![1]!);
    expect(first).toContain(">Q0<");
    expect(first).not.toContain(">Q19<");
    expect(first).toMatch(/href="page\.part\d+\.html#msg-c">📦 Conversation compacted/);
    expect(pages[0]).toMatch(/^<!doctype html>\n<!-- ccdag part=1 of=\d+ -->/);
  });
});
