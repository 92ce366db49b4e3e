import { emptyCounts, emptyUsage, type SessionFacts, type UsageTotals } from "@ccdag/ccast";
import type { SessionOverview } from "@ccdag/mdast";
import type { Element } from "hast";
import { describe, expect, it } from "vitest";
import { defaultWords } from "../src/page/words.ts";
import { writeHtml } from "../src/tree/write-html.ts";
import { renderSessionHead } from "../src/turn/session-head.ts";

const usage: UsageTotals = {
  calls: 9,
  input: 900,
  output: 90,
  cacheRead: 0,
  cacheWrite: 0,
  cacheWrite1h: 0,
  webSearches: 0,
  cost: 1.5,
  unpriced: 0,
  models: {},
};
const overview: SessionOverview = {
  sessionId: "s",
  tools: new Map(),
  pulls: [],
  hidden: {},
  counts: { ...emptyCounts(), depth: 0, messages: 2, prompts: 1, usage },
};

/** The value of a row of the head; empty without the row. */
function row(name: string, counts: Partial<SessionFacts>): string {
  const facts = { ...overview, counts: { ...overview.counts, ...counts } };
  const [about] = renderSessionHead(facts, { lists: [], words: defaultWords }).children as Element[];
  const [, list] = about!.children as Element[];
  const found = (list!.children as Element[]).find(({ children: [term] }) => textOf(term as Element) === name);
  return found ? textOf(found.children[1] as Element) : "";
}
function textOf(node: Element): string {
  return node.children.map((child) => ("value" in child ? child.value : textOf(child as Element))).join("");
}

describe("the head of a session", () => {
  it.each<[string, Partial<SessionFacts>, string]>([
    ["the calls of the session", {}, "$1.50"],
    ["those of its agents, too", { agents: 2 }, "$1.50 (agents included)"],
    ["what is not known", { agents: 1, agentsMissing: 1 }, "$1.50 (1 agent without a transcript not included)"],
    [
      "all of these",
      { agents: 5, agentsMissing: 3, usage: { ...usage, unpriced: 4 } },
      "$1.50 (agents included, 4 calls without a known price, 3 agents without a transcript not included)",
    ],
    ["nothing, without prices", { agents: 2, usage: { ...usage, unpriced: 9, cost: 0 } }, ""],
    ["nothing, without usage", { agents: 2, usage: emptyUsage() }, ""],
  ])("says what its cost is of: %s", (_, counts, cost) => {
    expect(row("Cost", counts)).toBe(cost);
  });

  it("is a line that fits a phone, and opens to all that is known", () => {
    const facts: SessionOverview = {
      ...overview,
      cwd: "/home/ada/weather",
      durationMs: 12_960_000,
      context: { peak: 118_034, last: 9, window: 200_000 },
    };
    const [about] = renderSessionHead(facts, { lists: [], words: defaultWords }).children as Element[];
    const [line] = about!.children as Element[];
    expect([about!.tagName, about!.properties["open"]]).toEqual(["details", undefined]);
    expect(textOf(line!)).toBe("weather · 1 turn · 3 h 36 min · peak 118k (59 %) · $1.50");
  });

  it("says what filled the context window: five parts of at least half a per cent by name", () => {
    const results = { Read: 500, Bash: 200, Grep: 50, Edit: 30, Glob: 20, Write: 10, LS: 1 };
    const contextContent = { prompts: 100, answers: 90, summaries: 0, results };
    expect(row("Filled by", { contextContent })).toBe(
      "Read 50 %, Bash 20 %, prompts 10 %, answers 9 %, Grep 5 %, 3 others (by characters)",
    );
    expect(row("Filled by", {})).toBe("");
  });

  it.each([
    ["has no commands, as for somebody who has no transcript", undefined, []],
    [
      "has commands for who has the transcript",
      true,
      ["claude --resume s", "ccdag export s --detail full -o full.html"],
    ],
  ])("%s", (_, commands, expected) => {
    const facts = { ...overview, client: "claude-code", hidden: { notice: 3 } };
    const head = renderSessionHead(facts, { lists: [], words: defaultWords, commands });
    expect([...writeHtml(head).matchAll(/<code>([^<]*)/g)].map(([, command]) => command)).toEqual(expected);
    expect(textOf(head)).toContain("Not on this page: 3 records of the client");
  });

  it("has no command with an id that would be more than a word in a shell", () => {
    const head = renderSessionHead(
      { ...overview, sessionId: "a;b" },
      { lists: [], words: defaultWords, commands: true },
    );
    expect(textOf(head)).not.toContain("a;b");
  });
});
