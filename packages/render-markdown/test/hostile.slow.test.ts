import type { Agent, Branch, Content, FlowContent, Message, Root, Session } from "@ccdag/ccast";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { hostile } from "@ccdag/testkit";
import renderMarkdown, { type RenderMarkdownOptions } from "../src/index.ts";
import { nodesIn } from "./nodes-in.ts";

/** What a reader of Markdown may do to a text: line ends are one, and what is no character is another one. */
// oxlint-disable-next-line no-control-regex -- what is no character
const straight = (words: string) => words.replace(/\r\n?/g, "\n").replace(/[\u0000\uFFFD]/g, "?");

/** A conversation with all there is, in which strangers say `words` wherever they can say anything. */
function treeOf(words: string): Root {
  const text: Content = { type: "text", value: words };
  const said = (
    uuid: string,
    role: "user" | "assistant",
    children: Content[],
    more: Partial<Message> = {},
  ): Message => {
    const who =
      role === "user"
        ? ({ actor: "human", origin: "prompt" } as const)
        : ({ actor: "claude", origin: "reply" } as const);
    return { type: "message", role, ...who, uuid, uuids: [uuid], timestamp: 0, model: words, children, ...more };
  };
  const call = (id: string, name: string, more: object = {}): Content => ({
    type: "toolCall",
    id,
    name,
    input: {
      command: words,
      description: words,
      file_path: words,
      old_string: words,
      new_string: words,
      content: words,
    },
    result: { type: "toolResult", uuid: `r${id}`, children: [text] },
    ...more,
  });
  const agent: Agent = {
    type: "agent",
    agentId: "g",
    mode: "sync",
    agentType: words,
    description: words,
    nestingLevel: 1,
    from: { rule: "prompt-exact", uuid: "m2", toolUseId: "t3" },
    messageCount: 2,
    children: [said("g1", "user", [text]), said("g2", "assistant", [text, call("t9", "Bash")])],
  };
  const answer = said("m2", "assistant", [
    { type: "thinking", value: words },
    text,
    call("t1", "Bash"),
    call("t2", words),
    call("t3", "Task", { agents: ["g"] }),
    call("t4", "Edit"),
    call("t5", "TodoWrite", { input: { todos: [{ content: words, status: words }] } }),
    { type: "unknown", blockType: words, raw: { words } },
  ]);
  const branch: Branch = {
    type: "branch",
    uuid: "b1",
    rule: "rewind",
    from: { uuid: "m2" },
    children: [said("b1", "user", [text]), said("b2", "assistant", [text])],
  };
  const children: FlowContent[] = [
    said("m1", "user", [text]),
    answer,
    agent,
    { type: "notice", entryType: words, uuid: "n1", value: words },
    { type: "notice", entryType: "system", subtype: "informational", uuid: "n2", value: words },
    said("m3", "user", [text], { origin: "command-output" }),
    { type: "compaction", uuid: "c1", uuids: ["c1"], children: [text] },
    branch,
  ];
  const session: Session = {
    type: "session",
    sessionId: "s",
    title: words,
    cwd: words,
    gitBranch: words,
    version: words,
    children,
  };
  return { type: "root", children: [session] };
}

/** What is very long is said by a person alone: a test that reads it twenty times would take minutes. */
function lightTreeOf(value: string): Root {
  const [session] = treeOf("word").children as [Session];
  const children = session.children.map((node, index) =>
    index === 0 ? ({ ...node, children: [{ type: "text", value }] } as Message) : node,
  );
  return { type: "root", children: [{ ...session, children }] };
}

const render = (words: string, options: RenderMarkdownOptions) =>
  String(
    unified()
      .use(renderMarkdown, options)
      .stringify(words.length > 5000 ? lightTreeOf(words) : treeOf(words)),
  );

/** What ccdag made of a document: its tags, in order, without the words on folds; its headings; what comes last. */
function skeleton(text: string) {
  const nodes = nodesIn(`${text}\n## End\n`).reverse();
  const tags = nodes.flatMap((node) =>
    node.type === "html" && node.value !== "<!-- -->" ? node.value.replace(/(<summary>).*(<\/summary>)/s, "$1$2") : [],
  );
  const root = nodes.at(-1) as Extract<Nodes, { type: "root" }>;
  const top = root.children.flatMap((node) => (node.type === "heading" && node.depth <= 2 ? node.depth : []));
  return { tags: tags.join("\n"), top, end: root.children.at(-1)?.type };
}

/** Nodes that no document of ours has, and links that run. */
function intruders(text: string): string[] {
  return nodesIn(text).flatMap((node) => {
    if (/^(?:definition|footnoteDefinition|footnoteReference|linkReference|imageReference)$/.test(node.type))
      return node.type;
    const isLive = (node.type === "link" || node.type === "image") && /^\s*(?:java|vb)script:|^data:/i.test(node.url);
    return isLive ? node.url : [];
  });
}

const kinds: ReadonlyArray<readonly [string, RenderMarkdownOptions]> = [
  ["as it is", {}],
  ["for a forge, in parts", { forge: true, marker: true, budget: 1_000_000_000, limit: 3000 }],
];
const harmless = new Map(kinds.map(([name, options]) => [name, skeleton(render("word", options))]));

describe.each(kinds)("text that breaks out of nothing, told %s (fidelity)", (kind, options) => {
  it.each(hostile.filter(([, words]) => words.length < 100_000))("%s", (_, words) => {
    const output = render(words, options);
    expect(intruders(output)).toEqual([]);
    const blank = words.trim() === "";
    if (!blank) expect(skeleton(output)).toEqual(harmless.get(kind));
    else expect(skeleton(output).end).toBe("heading");
  });

  it("property: nor do pieces of them, whatever stands beside what", () => {
    const short = hostile.flatMap(([, words]) => (words.length < 500 ? words : []));
    const piece = fc.oneof(
      fc.constantFrom(...short),
      fc.constantFrom("\n", "\n\n", " ", "    ", "\t", "word", "> ", "- "),
    );
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 5 }), (parts) => {
        const output = render(`word ${parts.join("")}`, options);
        expect(intruders(output)).toEqual([]);
        expect(skeleton(output)).toEqual(harmless.get(kind));
      }),
      { numRuns: 40 },
    );
  });
});

describe("a megabyte in a message (fidelity)", () => {
  // To read that as Markdown would take minutes; where it begins and ends is seen without.
  it.each(hostile.filter(([, words]) => words.length >= 100_000))("%s", (_, words) => {
    const output = render(words, {});
    const [, body = ""] = /<a id="msg-m1"><\/a>Human[^\n]*\n\n([\s\S]*?)\n\n## <a id="msg-m2">/.exec(output) ?? [];
    const isCode = body.startsWith("`") && body.endsWith(`\n${/^`+/.exec(body)?.[0]}`);
    expect(isCode || !/(?<!\\)<[a-z/!?]|^[#=~`>-]/m.test(body)).toBe(true);
    expect(body.length).toBeGreaterThanOrEqual(words.trim().length);
    expect(skeleton(output.split(body).join("word"))).toEqual(
      skeleton(String(unified().use(renderMarkdown).stringify(lightTreeOf("word")))),
    );
  });
});

describe("what was printed (fidelity)", () => {
  it.each(hostile.filter(([, words]) => words.trim() !== "" && words.length < 1000))(
    "is one block of code: %s",
    (_, words) => {
      const output = render(words, {});
      // oxlint-disable-next-line no-control-regex -- colours of a terminal are not told
      const plain = words.replace(/\u001B\[[0-9;]*m/g, "").replace(/\r?\n$/, "");
      const blocks = nodesIn(output).flatMap((node) => (node.type === "code" && node.lang === "text" ? node.value : []));
      const same = blocks.filter((block) => straight(block) === straight(plain));
      expect(same.length).toBeGreaterThanOrEqual(2);
    },
  );
});
