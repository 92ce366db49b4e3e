import type { Message, Root, Session, ToolCall } from "@ccdag/ccast";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import {
  agent,
  answer,
  branch,
  compaction,
  hostile,
  message,
  notice,
  session,
  text,
  thinking,
  toolCall,
  toolResult,
  tree,
  unknownBlock,
} from "@ccdag/testkit";
import renderMarkdown, { type RenderMarkdownOptions } from "../src/index.ts";
import { nodesIn } from "./nodes-in.ts";

/** What a parser of Markdown may change in a text: line ends, and invalid characters. */
// oxlint-disable-next-line no-control-regex -- an invalid character
const straight = (words: string) => words.replace(/\r\n?/g, "\n").replace(/[\u0000\uFFFD]/g, "?");

/** A conversation with every node type, in which `words` stand wherever untrusted text can stand. */
function treeOf(words: string): Root {
  const call = (id: string, name: string, more: Partial<ToolCall> = {}) =>
    toolCall(
      { id, name, ...more },
      {
        command: words,
        description: words,
        file_path: words,
        old_string: words,
        new_string: words,
        content: words,
      },
      toolResult({ uuid: `r${id}` }, words),
    );
  const about = (uuid: string) => ({ uuid, timestamp: 0, model: words });
  const explorer = agent(
    {
      agentId: "g",
      agentType: words,
      description: words,
      from: { rule: "prompt-exact", uuid: "m2", toolUseId: "t3" },
    },
    message(about("g1"), words),
    answer(about("g2"), words, call("t9", "Bash")),
  );
  const reply = answer(
    about("m2"),
    thinking(words),
    words,
    call("t1", "Bash"),
    call("t2", words),
    call("t3", "Task", { agents: ["g"] }),
    call("t4", "Edit"),
    call("t5", "TodoWrite", { input: { todos: [{ content: words, status: words }] } }),
    unknownBlock(words, { words }),
  );
  return tree(
    session(
      { sessionId: "s", title: words, cwd: words, gitBranch: words, version: words },
      message(about("m1"), words),
      reply,
      explorer,
      notice({ entryType: words, uuid: "n1", value: words }),
      notice({ entryType: "system", subtype: "informational", uuid: "n2", value: words }),
      message({ ...about("m3"), origin: "command-output" }, words),
      compaction("c1", words),
      branch({ uuid: "b1", from: { uuid: "m2" } }, message(about("b1"), words), answer(about("b2"), words)),
    ),
  );
}

/** A very long text is only in one prompt: parsing it twenty times would take minutes. */
function lightTreeOf(value: string): Root {
  const [whole] = treeOf("word").children as [Session];
  const [first, ...others] = whole.children as [Message, ...Session["children"]];
  return tree({ ...whole, children: [{ ...first, children: [text(value)] }, ...others] });
}

const render = (words: string, options: RenderMarkdownOptions) =>
  String(
    unified()
      .use(renderMarkdown, options)
      .stringify(words.length > 5000 ? lightTreeOf(words) : treeOf(words)),
  );

/** The structure of a document: its tags in order, without the text of summaries; its headings; its last node. */
function skeleton(text: string) {
  const nodes = nodesIn(`${text}\n## End\n`).reverse();
  const tags = nodes.flatMap((node) =>
    node.type === "html" && node.value !== "<!-- -->" ? node.value.replace(/(<summary>).*(<\/summary>)/s, "$1$2") : [],
  );
  const root = nodes.at(-1) as Extract<Nodes, { type: "root" }>;
  const top = root.children.flatMap((node) => (node.type === "heading" && node.depth <= 2 ? node.depth : []));
  return { tags: tags.join("\n"), top, end: root.children.at(-1)?.type };
}

/** Nodes that a document of ccdag never has, and links that run code. */
function intruders(text: string): string[] {
  return nodesIn(text).flatMap((node) => {
    if (/^(?:definition|footnoteDefinition|footnoteReference|linkReference|imageReference)$/.test(node.type))
      return node.type;
    const isLive = (node.type === "link" || node.type === "image") && /^\s*(?:java|vb)script:|^data:/i.test(node.url);
    return isLive ? node.url : [];
  });
}

const kinds: ReadonlyArray<readonly [string, RenderMarkdownOptions]> = [
  ["by default", {}],
  ["for a forge, in parts", { forge: true, marker: true, budget: 1_000_000_000, limit: 3000 }],
];
const harmless = new Map(kinds.map(([name, options]) => [name, skeleton(render("word", options))]));

describe.each(kinds)("hostile text stays confined, %s (fidelity)", (kind, options) => {
  it.each(hostile.filter(([, words]) => words.length < 100_000))("%s", (_, words) => {
    const output = render(words, options);
    expect(intruders(output)).toEqual([]);
    const blank = words.trim() === "";
    if (!blank) expect(skeleton(output)).toEqual(harmless.get(kind));
    else expect(skeleton(output).end).toBe("heading");
  });

  it("property: so do combinations of it", () => {
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
  // Parsing it as Markdown would take minutes; where it begins and ends can be seen without.
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

describe("tool output (fidelity)", () => {
  it.each(hostile.filter(([, words]) => words.trim() !== "" && words.length < 1000))(
    "is one block of code: %s",
    (_, words) => {
      const output = render(words, {});
      // oxlint-disable-next-line no-control-regex -- colours of a terminal are removed
      const uncolored = words.replace(/\u001B\[[0-9;]*m/g, "").replace(/\r?\n$/, "");
      // The delimiter of placeholders is shown by its picture.
      const plain = uncolored.replaceAll("\u0001", "\u2401");
      const blocks = nodesIn(output).flatMap((node) =>
        node.type === "code" && node.lang === "text" ? node.value : [],
      );
      const same = blocks.filter((block) => straight(block) === straight(plain));
      expect(same.length).toBeGreaterThanOrEqual(2);
    },
  );
});
