import type { Content, FlowContent, Message, Root } from "@ccdag/ccast";
import { agent, answer, branch, compaction, message, session, toolCall, toolResult, tree } from "@ccdag/testkit";
import fc from "fast-check";
import { unified } from "unified";
import { VFile } from "vfile";
import { describe, expect, it } from "vitest";
import renderHtml, { type RenderHtmlOptions } from "../src/index.ts";

/** Messages are numbered in the order in which they are made. */
let count = 0;
const ask = (words: string): Message => message(`u${count++}`, words);
const reply = (words: string, ...more: Content[]): Message => answer(`u${count++}`, words, ...more);
const talk = (...children: FlowContent[]): Root => tree(session({ sessionId: "s", title: "A talk" }, ...children));

/** The pages of a tree. */
function pagesOf(root: Root, options: RenderHtmlOptions): string[] {
  const file = new VFile();
  const text = unified().use(renderHtml, options).stringify(root, file);
  return [...(file.data.parts ?? [text])];
}

/** The content of a page, without the links to other pages. */
const mainOf = (page: string) =>
  /<main[^>]*>(.*)<\/main>/s.exec(page)![1]!.replace(/<nav class="pager".*?<\/nav>/gs, "");
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!);

describe("pages", () => {
  it("a block outside of messages is on a page, also if it is longer than one", () => {
    const value = Array.from({ length: 2000 }, (_, line) => `line ${line}`).join("\n");
    const pages = pagesOf(talk(ask("a"), reply("b")), { budget: 8000, above: [{ type: "code", lang: "js", value }] });
    expect(pages.length).toBeGreaterThan(2);
    const words = pages.map((page) => wordsOf(mainOf(page))).join(" ");
    for (const line of ["line 0 ", "line 999 ", "line 1999 "]) expect(words).toContain(line);
  });

  it("an output of JSON that is longer than a page is divided, and all of it is there once", () => {
    const value = { list: Array.from({ length: 150 }, (_, at) => ({ at, words: `item-${at} ${"word ".repeat(20)}` })) };
    const output = JSON.stringify(value);
    expect(pagesOf(talk(ask("a"), reply("b", toolCall("Bash", { command: "x" }, output))), {})[0]).toContain(
      'class="json"',
    );
    const pages = pagesOf(talk(ask("a"), reply("b", toolCall("Bash", { command: "x" }, output))), {
      budget: 8000,
      outputs: "cut",
    });
    expect(pages.length).toBeGreaterThan(2);
    const words = pages.map((page) => wordsOf(mainOf(page))).join(" ");
    for (let at = 0; at < 150; at++) expect(words.split(`item-${at} `).length).toBe(2);
  });

  it("property: every word is rendered once, in order; no page exceeds its budget; a link leads to its page", () => {
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
            const prompt = ask(`Q${at} ${"why ".repeat(asked / 4)}`);
            last.push(prompt, reply(`A${at} ${"so <b> ".repeat(answered / 7)}`));
            if (!forks) continue;
            const side = branch({ uuid: `b${at}`, from: { uuid: prompt.uuid! } }, ask(`B${at}`));
            last.push(side);
            last = side.children;
          }
          const whole = mainOf(pagesOf(talk(...flow), {})[0]!);
          const pages = pagesOf(talk(...flow), { budget });
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

  it("R007: a growing session adds pages, and earlier pages keep their content", () => {
    const grown = (turns: number) => {
      count = 0;
      const flow = Array.from({ length: turns }, (_, at) => [ask(`Q${at}`), reply("word ".repeat(300))]).flat();
      return pagesOf(talk(...flow), { budget: 8000 }).map((page) => idsOf(mainOf(page)));
    };
    const [before, after] = [grown(20), grown(31)];
    expect(before.length).toBeGreaterThan(3);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(after[before.length - 1]!.slice(0, before.at(-1)!.length)).toEqual(before.at(-1));
  });

  it("R007: the lists above a session grow with it, and its messages stay on their pages", () => {
    const grown = (turns: number) => {
      count = 0;
      const edit = (at: number) => toolCall("Write", { file_path: `/w/${at}`, content: "line\n".repeat(30) }, "done");
      const failed = (at: number) => {
        const call = toolCall("Bash", { command: `run ${at} ${"word ".repeat(20)}` });
        return { ...call, result: toolResult({ isError: true }, `No such file: ${"word ".repeat(30)}`) };
      };
      const flow = Array.from({ length: turns }, (_, at) => [
        ask(`Q${at}`),
        reply("word ".repeat(100), edit(at), failed(at)),
        reply("done"),
      ]).flat();
      return pagesOf(talk(...flow), { budget: 12_000 });
    };
    const own = (pages: readonly string[]) =>
      pages.map((page) => idsOf(mainOf(page)).filter((id) => /^(?:msg|turn|call)-/.test(id)));
    const [before, after] = [own(grown(20)), own(grown(61))];
    expect(before.length).toBeGreaterThan(3);
    expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    expect(mainOf(grown(20)[0]!)).toContain('Failed calls</b> <span class="facts">20 calls');
  });

  it("a page begins with a turn where one begins near its end", () => {
    count = 0;
    const flow = Array.from({ length: 40 }, (_, at) => [
      ask(`Q${at}`),
      reply("word ".repeat(100)),
      reply("word ".repeat(100)),
    ]).flat();
    const pages = pagesOf(talk(...flow), { budget: 10_000 });
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages.slice(1))
      expect(mainOf(page).trim()).toMatch(
        /^<section class="thread session" data-within="session-s"><section id="turn-[^"]+" class="turn" data-turn="\d+"><details class="turn-body" open><summary class="line">.*?<\/summary><article id="[^"]+" class="prompt">/,
      );
  });

  it("a long agent is a separate thread; its call links to it, and the conversation continues after it", () => {
    count = 0;
    const prompt = ask("go");
    const call = toolCall({ name: "Task", id: "t", agents: ["7f"] }, { prompt: "look" });
    const caller = reply("off", call);
    const scout = agent(
      { agentId: "7f", agentType: "scout", from: { uuid: caller.uuid, toolUseId: "t", rule: "meta-tool-use" } },
      ...Array.from({ length: 6 }, () => reply("I look. ".repeat(300))),
    );
    const end = ask("and then?");
    const pages = pagesOf(talk(prompt, caller, scout, end), { budget: 9000 });
    const all = pages.map(mainOf).join("\n");
    expect(all).toMatch(/<p class="agent"><a href="[^"]*#agent-7f"><span class="sign agent">🤖<\/span> Agent scout/);
    expect(all).toMatch(
      /<section id="agent-7f" class="thread agent" data-within="session-s" data-from="msg-u1"><h2><span class="sign agent">🤖<\/span> Agent scout/,
    );
    expect(all.indexOf('id="agent-7f"')).toBeLessThan(all.indexOf(`id="msg-${end.uuid}"`));
    // Without a budget the agent stays in its collapsible section.
    expect(mainOf(pagesOf(talk(prompt, caller, scout, end), {})[0]!)).toContain('<details id="agent-7f" class="agent"');
  });

  it("several long agents of one message follow it in order", () => {
    count = 0;
    const ids = ["one", "two", "three"];
    const call = toolCall({ name: "Workflow", id: "t", agents: ids }, { script: "run" });
    const caller = reply("off", call);
    const from = { uuid: caller.uuid, toolUseId: "t", rule: "workflow-run" };
    const agents = ids.map((agentId) =>
      agent(
        { agentId, agentType: agentId, mode: "workflow", from },
        ...Array.from({ length: 3 }, () => reply("I look. ".repeat(400))),
      ),
    );
    const all = pagesOf(talk(ask("go"), caller, ...agents), { budget: 20_000 })
      .map(mainOf)
      .join("");
    const order = [...all.matchAll(/<section id="agent-(\w+)"/g)].map(([, id]) => id);
    expect(order).toEqual(ids);
  });

  it("a file that is longer than a page keeps its line numbers", () => {
    count = 0;
    const lines = Array.from({ length: 900 }, (_, at) => `${at + 1}→line ${at + 1}`).join("\n");
    const read = toolCall("Read", { file_path: "/a.txt" }, lines);
    const pages = pagesOf(talk(reply("look", read)), { budget: 6000 }).map(mainOf);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages)
      for (const [, number, line] of page.matchAll(/(\d+)\tline (\d+)/g)) expect(number).toBe(line);
    expect(pages.join("").match(/\d+\tline \d+/g)!.length).toBeGreaterThan(800);
  });

  it("the contents of a page hold its own prompts, and the threads and compactions of all pages", () => {
    count = 0;
    const turns = Array.from({ length: 20 }, (_, at) => [ask(`Q${at}`), reply("word ".repeat(300))]).flat();
    const pages = pagesOf(talk(...turns, compaction("c")), {
      budget: 8000,
    });
    const [first] = pages.map((page) => /<nav aria-label="Contents">(.*?)<\/nav>/s.exec(page)![1]!);
    expect(first).toContain(">Q0<");
    expect(first).not.toContain(">Q19<");
    expect(first).toMatch(
      /href="page\.part\d+\.html#msg-c"><span class="sign compaction">📦<\/span> Conversation compacted/,
    );
    expect(pages[0]).toMatch(/^<!doctype html>\n<!-- ccdag part=1 of=\d+ -->/);
  });
});
