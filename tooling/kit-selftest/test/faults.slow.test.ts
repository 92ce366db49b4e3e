import type { Content, Nodes, Root } from "@ccdag/ccast";
import renderHtml from "@ccdag/render-html";
import renderMarkdown from "@ccdag/render-markdown";
import { type Plugin, unified } from "unified";
import { describe, expect, it } from "vitest";
import { findFaults, type KitOptions, message, type Rule } from "@ccdag/testkit";

type Renderer = Plugin<[], Root, string>;

/** A renderer with a fault: it gets a changed tree, or its output is changed. */
function spoilt(renderer: unknown, { tree = (one: Root) => one, text = (one: string) => one }): Renderer {
  return function () {
    const processor = unified().use(renderer as Renderer);
    this.compiler = (node, file) => text(String(processor.stringify(tree(node as Root), file)));
  };
}

/** A tree with changed children at every node. */
function mapped<T extends Nodes>(node: T, change: (children: Nodes[], parent: Nodes) => Nodes[]): T {
  if (node.type === "toolCall") return (node.result ? { ...node, result: mapped(node.result, change) } : node) as T;
  if (!("children" in node)) return node;
  return { ...node, children: change(node.children, node).map((child) => mapped(child, change)) } as T;
}
const without = (type: Nodes["type"]) => (tree: Root) => mapped(tree, (all) => all.filter((one) => one.type !== type));

const html = { renderer: renderHtml, format: "html" } as const;
const markdown = { renderer: renderMarkdown, format: "markdown" } as const;
type Spoiling = Parameters<typeof spoilt>[1];

/** The text with anchors named by their numbers. */
function numbered(text: string): string {
  const names = new Map<string, number>();
  return text.replace(/(?<=(?:id="|#))(?:user-content-)?msg-[\w-]+/g, (name) => {
    if (!names.has(name)) names.set(name, names.size);
    return `msg-${names.get(name)}`;
  });
}

/** A tree in which each result comes before its call. */
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
    /^thinking of message `a1` is not rendered: missing `thinking\d+`, `thinkingend\d+` \(a conversation with every block\)$/,
    [html, markdown],
  ],
  [
    "drops an unknown node",
    { tree: without("unknown") },
    "conservation",
    /^unknown block of message `u1` is not rendered: missing `hologram\d+`/,
    [html, markdown],
  ],
  [
    "doubles a message",
    {
      tree: (tree) =>
        mapped(tree, (all) => all.flatMap((one) => ("uuid" in one && one.uuid === "u2" ? [one, one] : [one]))),
    },
    "once",
    /^text of message `u2` is rendered 2 times: `reportend\d+`/,
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
    /^branch `b2` is rendered before branch `b1`|session of session/,
    [html, markdown],
  ],
  [
    "renders a result before its call",
    { tree: turned },
    "result-after-call",
    /^the result of call of Bash of message `a1` is rendered before the call: `outputend\d+`/,
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
    /^with an open fence .* in a message, what follows .* is in `.*`, not in `.*`$/,
    [markdown],
  ],
  [
    "has unstable ids",
    { text: numbered },
    "stable-ids",
    /^the anchor of text of message `u1` is `msg-0`, and with a message before it `msg-1`/,
    [html, markdown],
  ],
  [
    "renders the current time",
    { text: (text) => `${text}\nexported ${new Date().getFullYear()}-${new Date().getMonth()}` },
    "clock",
    /^the output changes with the time or time zone: ".*exported \d+-\d+/,
    [html, markdown],
  ],
  [
    "crashes on an empty tree",
    { tree: (tree) => ({ ...tree, data: { path: tree.children[0]!.type } }) },
    "robustness",
    /^an empty tree throws TypeError: Cannot read/,
    [html, markdown],
  ],
  // More faults, beyond the first ten.
  [
    "drops all but the first block of a result",
    { tree: (tree) => mapped(tree, (all, parent) => (parent.type === "toolResult" ? all.slice(0, 1) : all)) },
    "conservation",
    /^text of toolResult `r1` is not rendered: missing `secondoutput\d+`/,
    [html, markdown],
  ],
  ...(
    [
      ["prompts", (one) => one.type !== "message" || one.origin !== "prompt"],
      ["attachments", (one) => one.type !== "image" && one.type !== "document"],
    ] as ReadonlyArray<[string, (node: Nodes) => boolean]>
  ).map(([what, keeps]): (typeof planted)[number] => [
    `drops ${what}`,
    { tree: (tree) => mapped(tree, (all) => all.filter(keeps)) },
    "conservation",
    /is not rendered: missing/,
    [html, markdown],
  ]),
  ...(
    [
      ["inputs", (one) => (one.type === "toolCall" ? { ...one, input: {} } : one)],
      ["results", (one) => (one.type === "toolCall" ? { ...one, result: undefined } : one)],
    ] as ReadonlyArray<[string, (node: Nodes) => Nodes]>
  ).map(([what, change]): (typeof planted)[number] => [
    `drops ${what}`,
    { tree: (tree) => mapped(tree, (all) => all.map(change)) },
    "conservation",
    /is not rendered: missing/,
    [html, markdown],
  ]),
  [
    "drops messages without a uuid",
    { tree: (tree) => mapped(tree, (all) => all.filter((one) => one.type !== "message" || one.uuid !== undefined)) },
    "conservation",
    /^text of message is not rendered: missing `queued\d+`/,
    [html, markdown],
  ],
  [
    "drops a message with the same text as the one before",
    { tree: (tree) => mapped(tree, (all) => all.filter((one, at) => at === 0 || said(one) !== said(all[at - 1]!))) },
    "conservation",
    /^text of message `u1` is not rendered: missing `again/,
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
    /^text of message `u3` is not rendered: missing `longend\d+`/,
    [html, markdown],
  ],
  [
    "drops types of nodes that it does not know",
    { tree: (tree) => mapped(tree, (all) => all.filter((one) => !["comet", "echo"].includes(one.type))) },
    "conservation",
    /^comet `x9` is not rendered/,
    [html, markdown],
  ],
  [
    "does not name the speaker",
    {
      tree: (tree) =>
        mapped(tree, (all) =>
          all.map((one) =>
            one.type === "message" && one.role === "user" ? { ...one, actor: "human", origin: "prompt" } : one,
          ),
        ),
    },
    "conservation",
    /^the speaker is not rendered: the output is the same without it/,
    [html, markdown],
  ],
  [
    "does not say that a call failed",
    { tree: (tree) => JSON.parse(JSON.stringify(tree).replaceAll('"isError":true,', "")) as Root },
    "conservation",
    /^that a call failed is not rendered/,
    [html, markdown],
  ],
  [
    "renders texts before calls",
    {
      tree: (tree) =>
        mapped(tree, (all, parent) =>
          parent.type === "message"
            ? [...all].sort((a, b) => Number(a.type === "toolCall") - Number(b.type === "toolCall"))
            : all,
        ),
    },
    "order",
    /^text of message `a1` is rendered before the block above it/,
    [html, markdown],
  ],
  [
    "renders the day in the local time zone",
    { text: (text) => `${text}\n${new Intl.DateTimeFormat().format(Date.UTC(2026, 2, 14, 13))}` },
    "clock",
    /^the output changes with the time or time zone/,
    [html, markdown],
  ],
  [
    "depends on earlier runs",
    { text: (text) => `${text}\n${text.includes("agents") ? "" : (runs += 1)}` },
    "determinism",
    /^the same tree is rendered in two ways/,
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
    /^with definitions that collide in a message, these words are missing: `https`/,
    [html, markdown],
  ],
  [
    "counts its runs",
    { text: (text) => `${text}\n${++runs}` },
    "determinism",
    /^the same tree is rendered in two ways: /,
    [html, markdown],
  ],
  [
    "changes the tree",
    { tree: (tree) => (tree.children.push(message("x", "x")), tree) },
    "untouched",
    /^rendering a tree changes it/,
    [html, markdown],
  ],
  [
    "has links to nowhere",
    { text: (text) => text.replaceAll('id="', 'data-id="') },
    "links",
    /^a link leads to `#msg-.*`, which does not exist \(sessions and branches\)$/,
    [html, markdown],
  ],
];

describe("the kit finds each fault, and describes it", () => {
  for (const [name, spoiling, rule, reason, renderers] of planted)
    it.each(renderers)(`a renderer that ${name}: $format`, ({ renderer, format }) => {
      const options: KitOptions = { format };
      const faults = findFaults(spoilt(renderer, spoiling), options, [rule]);
      expect(faults.map((one) => one.rule)).toContain(rule);
      expect(faults.map((one) => one.reason).join("\n")).toMatch(new RegExp(reason.source, "m"));
    });

  it("a renderer may omit the types that its options name", () => {
    const spoiltOne = spoilt(renderMarkdown, { tree: without("thinking") });
    expect(findFaults(spoiltOne, { format: "markdown", without: ["thinking"] }, ["conservation"])).toEqual([]);
  });

  it("a renderer may move branches where its options say so", () => {
    const last = (tree: Root) =>
      mapped(tree, (all) => [
        ...all.filter((one) => one.type !== "branch"),
        ...all.filter((one) => one.type === "branch"),
      ]);
    const spoiltOne = spoilt(renderMarkdown, { tree: last });
    expect(findFaults(spoiltOne, { format: "markdown" }, ["order"])).not.toEqual([]);
    expect(findFaults(spoiltOne, { format: "markdown", order: "threads" }, ["order"])).toEqual([]);
  });

  it("a renderer that throws has that fault and no other", () => {
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
