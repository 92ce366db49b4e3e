import type { Content, Nodes, Root } from "@ccdag/ccast";
import renderHtml from "@ccdag/render-html";
import renderMarkdown from "@ccdag/render-markdown";
import { type Plugin, unified } from "unified";
import { describe, expect, it } from "vitest";
import { findFaults, type KitOptions, message, type Rule } from "@ccdag/testkit";

type Renderer = Plugin<[], Root, string>;

/** A renderer with a fault: its input tree or its output text is changed. */
function spoilt(renderer: unknown, { tree = (one: Root) => one, text = (one: string) => one }): Renderer {
  return function () {
    const processor = unified().use(renderer as Renderer);
    this.compiler = (node, file) => text(String(processor.stringify(tree(node as Root), file)));
  };
}

/** A tree with the children of every node changed. */
function mapped<T extends Nodes>(node: T, change: (children: Nodes[], parent: Nodes) => Nodes[]): T {
  if (node.type === "toolCall") return (node.result ? { ...node, result: mapped(node.result, change) } : node) as T;
  if (!("children" in node)) return node;
  return { ...node, children: change(node.children, node).map((child) => mapped(child, change)) } as T;
}
const without = (type: Nodes["type"]) => (tree: Root) => mapped(tree, (all) => all.filter((one) => one.type !== type));

const html = { renderer: renderHtml, format: "html" } as const;
const markdown = { renderer: renderMarkdown, format: "markdown" } as const;
type Spoiling = Parameters<typeof spoilt>[1];

/** Name each anchor by its number. */
function numbered(text: string): string {
  const names = new Map<string, number>();
  return text.replace(/(?<=(?:id="|#))(?:user-content-)?msg-[\w-]+/g, (name) => {
    if (!names.has(name)) names.set(name, names.size);
    return `msg-${names.get(name)}`;
  });
}

/** Move the part before a call behind it, in every message. */
function turned(tree: Root): Root {
  return mapped(tree, (all) =>
    (all as Content[]).flatMap((one) => {
      if (one.type !== "toolCall" || one.result === undefined) return [one];
      const { result, ...call } = one;
      return [{ ...result, toolUseId: call.id }, call];
    }),
  );
}

/** The content of a node as text. */
function said(node: Nodes): string {
  return "children" in node ? JSON.stringify(node.children) : JSON.stringify(node);
}

let runs = 0;

const planted: ReadonlyArray<
  readonly [name: string, Spoiling, Rule, RegExp, ReadonlyArray<typeof html | typeof markdown>]
> = [
  [
    "drops thinking",
    { tree: without("thinking") },
    "conservation",
    /^thinking of message `a1` is not told: nobody reads `thinking\d+`, `thinkingend\d+` \(a talk with every block\)$/,
    [html, markdown],
  ],
  [
    "drops an unknown node",
    { tree: without("unknown") },
    "conservation",
    /^unknown block of message `u1` is not told: nobody reads `hologram\d+`/,
    [html, markdown],
  ],
  [
    "doubles a message",
    {
      tree: (tree) =>
        mapped(tree, (all) => all.flatMap((one) => ("uuid" in one && one.uuid === "u2" ? [one, one] : [one]))),
    },
    "once",
    /^text of message `u2` is told 2 times: `reportend\d+`/,
    [html, markdown],
  ],
  [
    "moves a branch",
    {
      tree: (tree) =>
        mapped(tree, (all) =>
          [...all].sort(
            (a, b) => Number(a.type === "branch" && a.uuid === "b1") - Number(b.type === "branch" && b.uuid === "b1"),
          ),
        ),
    },
    "order",
    /^branch `b2` is told before branch `b1`|session of session/,
    [html, markdown],
  ],
  [
    "writes a result before its call",
    { tree: turned },
    "result-after-call",
    /^the result of call of Bash of message `a1` is told before the call: `outputend\d+`/,
    [html, markdown],
  ],
  [
    "does not escape HTML",
    { text: (text) => text.replaceAll("&#x3C;", "<").replaceAll("&lt;", "<").replaceAll("\\<", "<") },
    "containment",
    /it becomes an element <b>$/,
    [html, markdown],
  ],
  [
    "breaks a fence",
    { text: (text) => text.replace(/^`{4,}/gm, "```") },
    "containment",
    /^with an open fence .* in a message, what follows .* stands in `.*`, not in `.*`$/,
    [markdown],
  ],
  [
    "has unstable ids",
    { text: numbered },
    "stable-ids",
    /^the place of text of message `u1` is `msg-0`, and with a message before it `msg-1`/,
    [html, markdown],
  ],
  [
    "writes the time of the clock",
    { text: (text) => `${text}\nexported ${new Date().getFullYear()}-${new Date().getMonth()}` },
    "clock",
    /^it is told in another way at another time, or in another zone: ".*exported \d+-\d+/,
    [html, markdown],
  ],
  [
    "crashes on an empty tree",
    { tree: (tree) => ({ ...tree, data: { path: tree.children[0]!.type } }) },
    "robustness",
    /^an empty tree throws TypeError: Cannot read/,
    [html, markdown],
  ],
  // Beyond the ten.
  [
    "drops all but the first block of a result",
    { tree: (tree) => mapped(tree, (all, parent) => (parent.type === "toolResult" ? all.slice(0, 1) : all)) },
    "conservation",
    /^text of toolResult `r1` is not told: nobody reads `secondoutput\d+`/,
    [html, markdown],
  ],
  [
    "drops messages without a uuid",
    { tree: (tree) => mapped(tree, (all) => all.filter((one) => one.type !== "message" || one.uuid !== undefined)) },
    "conservation",
    /^text of message is not told: nobody reads `queued\d+`/,
    [html, markdown],
  ],
  [
    "takes a message that says the same for the same",
    { tree: (tree) => mapped(tree, (all) => all.filter((one, at) => at === 0 || said(one) !== said(all[at - 1]!))) },
    "conservation",
    /^text of message `u1` is not told: nobody reads `again/,
    [html, markdown],
  ],
  [
    "cuts what is long",
    {
      tree: (tree) =>
        mapped(tree, (all) =>
          all.map((one) => (one.type === "text" ? { ...one, value: one.value.slice(0, 2000) } : one)),
        ),
    },
    "conservation",
    /^text of message `u3` is not told: nobody reads `longend\d+`/,
    [html, markdown],
  ],
  [
    "drops types of nodes that it does not know",
    { tree: (tree) => mapped(tree, (all) => all.filter((one) => !["comet", "echo"].includes(one.type))) },
    "conservation",
    /^comet `x9` is not told/,
    [html, markdown],
  ],
  [
    "does not say who speaks",
    {
      tree: (tree) =>
        mapped(tree, (all) =>
          all.map((one) =>
            one.type === "message" && one.role === "user" ? { ...one, actor: "human", origin: "prompt" } : one,
          ),
        ),
    },
    "conservation",
    /^who speaks is not told: the text is the same without it/,
    [html, markdown],
  ],
  [
    "does not say that a call failed",
    { tree: (tree) => JSON.parse(JSON.stringify(tree).replaceAll('"isError":true,', "")) as Root },
    "conservation",
    /^that a call failed is not told/,
    [html, markdown],
  ],
  [
    "writes texts before calls",
    {
      tree: (tree) =>
        mapped(tree, (all, parent) =>
          parent.type === "message"
            ? [...all].sort((a, b) => Number(a.type === "toolCall") - Number(b.type === "toolCall"))
            : all,
        ),
    },
    "order",
    /^text of message `a1` is told before what stands before it/,
    [html, markdown],
  ],
  [
    "writes the day in the time zone of the machine",
    { text: (text) => `${text}\n${new Intl.DateTimeFormat().format(Date.UTC(2026, 2, 14, 13))}` },
    "clock",
    /^it is told in another way at another time, or in another zone/,
    [html, markdown],
  ],
  [
    "keeps state from an earlier tree",
    { text: (text) => `${text}\n${text.includes("agents") ? "" : (runs += 1)}` },
    "determinism",
    /^the same tree is told in two ways/,
    [markdown],
  ],
  [
    "lets an attribute end",
    { text: (text) => text.replaceAll("&#x22;", '"').replaceAll("&quot;", '"') },
    "containment",
    /^with the end of an attribute/,
    [html],
  ],
  [
    "drops definitions",
    {
      tree: (tree) =>
        mapped(tree, (all) =>
          all.map((one) =>
            one.type === "text" ? { ...one, value: one.value.replace(/^\[[^\]]+\]: .*$/gm, "") } : one,
          ),
        ),
    },
    "words",
    /^with definitions that collide in a message, nobody reads `https`/,
    [html, markdown],
  ],
  [
    "counts its runs",
    { text: (text) => `${text}\n${++runs}` },
    "determinism",
    /^the same tree is told in two ways: /,
    [html, markdown],
  ],
  [
    "changes the tree",
    { tree: (tree) => (tree.children.push(message("x", "x")), tree) },
    "untouched",
    /^telling a tree changes it/,
    [html, markdown],
  ],
  [
    "has links to nowhere",
    { text: (text) => text.replaceAll('id="', 'data-id="') },
    "links",
    /^a link leads to `#msg-.*`, which is nowhere \(sessions and branches\)$/,
    [html, markdown],
  ],
];

describe("the kit finds what is wrong, and says it in words", () => {
  for (const [name, spoiling, rule, reason, renderers] of planted)
    it.each(renderers)(`a renderer that ${name}: $format`, ({ renderer, format }) => {
      const options: KitOptions = { format };
      const faults = findFaults(spoilt(renderer, spoiling), options, [rule]);
      expect(faults.map((one) => one.rule)).toContain(rule);
      expect(faults.map((one) => one.reason).join("\n")).toMatch(new RegExp(reason.source, "m"));
    });

  it("a renderer may omit what its options declare", () => {
    const spoiltOne = spoilt(renderMarkdown, { tree: without("thinking") });
    expect(findFaults(spoiltOne, { format: "markdown", without: ["thinking"] }, ["conservation"])).toEqual([]);
  });

  it("a renderer may write branches at the end, if its options declare it", () => {
    const last = (tree: Root) =>
      mapped(tree, (all) => [
        ...all.filter((one) => one.type !== "branch"),
        ...all.filter((one) => one.type === "branch"),
      ]);
    const spoiltOne = spoilt(renderMarkdown, { tree: last });
    expect(findFaults(spoiltOne, { format: "markdown" }, ["order"])).not.toEqual([]);
    expect(findFaults(spoiltOne, { format: "markdown", order: "threads" }, ["order"])).toEqual([]);
  });

  it("a renderer that throws has that fault, and no other one is made up", () => {
    const broken: Renderer = function () {
      this.compiler = () => {
        throw new RangeError("too much");
      };
    };
    expect(findFaults(broken, { format: "text" }, ["order"])).toEqual([
      { rule: "order", reason: "it throws RangeError: too much" },
    ]);
  });
});
