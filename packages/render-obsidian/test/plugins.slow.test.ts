import { answer, session, thinking, toolCall, tree } from "@ccdag/testkit";
import fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderObsidian, { type RenderObsidianOptions } from "../src/index.ts";

const gap = "\u200B";

/** A note with a text in every kind of field that is rendered in a way of its own. */
function noteOf(words: string, options: RenderObsidianOptions = {}): string {
  const about = { title: words, cwd: `/home/${words}`, gitBranch: words, version: words };
  const calls = [
    toolCall("Bash", { command: words, description: words }, words),
    toolCall("Write", { file_path: `/home/${words}`, content: words }),
    toolCall("ExitPlanMode", { plan: words }),
    toolCall("TodoWrite", { todos: [{ content: words, status: "pending" }] }),
    toolCall("AskUserQuestion", { questions: [{ question: words, options: [{ label: words }] }] }),
    toolCall(words, { [words]: words }),
  ];
  const talk = tree(session({ sessionId: "s", ...about }, answer("a", words, thinking(words), ...calls)));
  return String(unified().use(renderObsidian, options).stringify(talk));
}

/** What is said at the top of a note. */
function said(words: string, options?: RenderObsidianOptions): string {
  const talk = tree(session({ sessionId: "s" }, answer("a", words)));
  return String(unified().use(renderObsidian, options).stringify(talk)).split("## Claude\n\n")[1]!.trimEnd();
}

/** All nodes of a note below its properties. */
function nodesIn(note: string): Nodes[] {
  const text = note.replace(/^---\n[^]*?\n---\n/, "");
  const nodes: Nodes[] = [fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })];
  for (const node of nodes) if ("children" in node) nodes.push(...node.children);
  return nodes;
}

/** Spans and blocks of code that Dataview and Meta Bind run. */
function queriesIn(note: string): string[] {
  const code = nodesIn(note).flatMap((node) => (node.type === "code" || node.type === "inlineCode" ? node.value : []));
  return code.filter((value) => /^\s*(?:\$?=|INPUT\[|VIEW\[|BUTTON\[)/.test(value));
}

/** Where a note, or what it shows, has the opening mark of commands of Templater. */
function commandsIn(note: string): string[] {
  const shown = nodesIn(note).flatMap((node) => ("value" in node ? node.value : []));
  return [note, ...shown].filter((text) => text.includes("<%"));
}

const isInert = ({ type }: Nodes) => type !== "image" && type !== "imageReference" && type !== "definition";

describe("a note runs no inline query of its transcript", () => {
  it.each([
    ["a query", "a `= this.x` b", `a \`${gap}= this.x\` b`],
    ["a script", "a `$= dv.pages()` b", `a \`${gap}$= dv.pages()\` b`],
    ["white space before it", "`  = x`", `\`  ${gap}= x\``],
    ["white space that Markdown takes for a word", "`\u00A0$= x`", `\`\u00A0${gap}$= x\``],
    ["a longer mark", "`` $= `x` ``", `\`\` ${gap}$= \`x\` \`\``],
    ["a span over two lines", "a `\n= x`", `a \`\n${gap}= x\``],
    ["a span over three lines", "a `\n\u00A0\n= x`", `a \`\n\u00A0\n${gap}= x\``],
    ["a span over two lines of a quote", "> a `\n> = x`", `> a \`\n> ${gap}= x\``],
    ["a table", "| `$= x` |\n| - |", `| \`${gap}$= x\` |\n| - |`],
    ["a list", "- `= x`", `- \`${gap}= x\``],
    ["other prefixes of signs", "`!= x` and `$$= x`", `\`${gap}!= x\` and \`${gap}$$= x\``],
    ["code in a fence", "```js\n$= x\n```", `\`\`\`js\n${gap}$= x\n\`\`\``],
    ["code in a fence of a list", "- ```js\n\n  = x\n  ```", `- \`\`\`js\n\n  ${gap}= x\n  \`\`\``],
    ["code in a fence of a quote", "> ~~~\n>  = x\n> ~~~", `> ~~~\n>  ${gap}= x\n> ~~~`],
    ["code by indentation", "    = x", `    ${gap}= x`],
    ["code by a tab", "a\n\n\t= x", `a\n\n\t${gap}= x`],
    ["code by indentation in a list", "-     = x", `-     ${gap}= x`],
    ["a field", "`INPUT[toggle:a]`, `VIEW[{a}]`", `\`${gap}INPUT[toggle:a]\`, \`${gap}VIEW[{a}]\``],
    ["a button", "`BUTTON[a]`", `\`${gap}BUTTON[a]\``],
  ])("%s", (_, words, expected) => {
    // White space at the beginning of a message is removed.
    expect(said(`x\n\n${words}`)).toBe(`x\n\n${expected}`);
    expect(queriesIn(noteOf(words))).toEqual([]);
  });

  it.each([
    ["code that only holds a prefix", "`a = b`, `x == y` and `$HOME`"],
    ["a line of code", "```sh\na=1\n= b\n$= c\n```"],
    ["a path or an option", "`/home/me`, `--all=1`, `./x`, `~/.x`, `@scope/name`"],
    ["a sign after code", "`a` = b, ``c`` := d\n- `e`\n= f `g`"],
    ["a word before it", "`INPUT` and `dv = 1`"],
  ])("keeps %s", (_, words) => expect(said(words)).toBe(words));

  it.each([
    ["dv:", "`dv: x` and\n\n```\ndv: x\n```", `\`${gap}dv: x\` and\n\n\`\`\`\n${gap}dv: x\n\`\`\``],
    ["->", "`-> x` and\n\n    -> x", `\`${gap}-> x\` and\n\n    ${gap}-> x`],
    ["(.*)", "`(.*) x` and `abc`", `\`${gap}(.*) x\` and \`abc\``],
    [" ", "`abc`", "`abc`"],
  ])("with the prefix %j of the user", (prefix, words, expected) =>
    expect(said(words, { inlinePrefixes: [prefix] })).toBe(expected),
  );

  const piece = fc.constantFrom(
    ..."` `` ``` ~~~ = $= := INPUT[a] > - 1. | \\ $ x % <b> &#96; [ ]( ![ # %% ^a".split(" "),
    ..."\n,\n\n, ,  ,    ,\t,\u00A0,\uFEFF,\u200B,> ,- ,\r\n,   ```\n,```js\n".split(","),
  );
  it("property: whatever is around it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (parts) => {
        const note = noteOf(parts.join(""));
        expect(queriesIn(note)).toEqual([]);
        expect(nodesIn(note).filter((node) => !isInert(node))).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });
});

describe("a note runs no command of Templater from its transcript", () => {
  it.each([
    "<% tp.file.delete() %>",
    "<%* app.vault.delete() %>",
    "<%- x -%>",
    "<%_ x _%>",
    "<%+ x %>",
    "<%~ x %>",
    "<%tp.x%>",
    "<%*\nx\n\ny\n%>",
    "`<%* x %>`",
    "``<%* x %>``",
    "```js\n<%* x %>\n```",
    "    <%* x %>",
    "> [!note] <% x %>\n> <% y %>",
    "| <% x %> |\n| - |\n| `<%* y %>` |",
    "[<% x %>](https://example.org/<%x%>)",
    "**<**%+ x %>",
    "\\<%+ x %>",
    "<\\%+ x %>",
    "&lt;%+ x %>",
    "&LT;&percnt;+ x %>",
    "&#60;&#37;+ x %>",
    "&#x3C;&#X25;+ x %>",
    "<%%+ x %>",
    "%%<%+ x %>",
    "<\u0001%+ x %>",
  ])("%j", (words) => {
    expect(commandsIn(noteOf(words))).toEqual([]);
    expect(said(words).replaceAll(/[\u200B\\]/g, "")).toBe(words.replaceAll("\\", "").replace("\u0001", "\u2401"));
  });

  it("in front matter, where the value stays readable", () => {
    const note = noteOf("<% a %>");
    expect(note).toContain(`title: <${gap}% a %>\n`);
    expect(note.split("---")[1]).not.toContain("<%");
  });

  const piece = fc.constantFrom(
    ..."< % <% &lt; &LT; &percnt; &#60; &#37; &#x3c; &#x25; \\ + * - ` ``` ~~~ %% $ [[ > | x".split(" "),
    ..."\n,\n\n, ,    ,\u0001,\u200B".split(","),
  );
  it("property: whatever is around it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (parts) => {
        expect(commandsIn(noteOf(parts.join("")))).toEqual([]);
      }),
      { numRuns: 250 },
    );
  });
});

describe("a note opens only pages and e-mails", () => {
  it.each([
    [
      "a command of another program",
      "[a](obsidian://advanced-uri?commandid=x)",
      "[a]\\(obsidian://advanced-uri?commandid=x)",
    ],
    [
      "a file",
      "[a](file:///etc/passwd) [b](<file://host/share>)",
      "[a]\\(file:///etc/passwd) [b](\\<file://host/share>)",
    ],
    ["a scheme with references", "[a](fi&#108;e&colon;///x)", "[a]\\(fi&#108;e&colon;///x)"],
    ["a scheme with dots", "[a](x.y+z:go)", "[a]\\(x.y+z:go)"],
    ["a target on the next line", "[a](\nshell:x)", "[a]\\(\nshell:x)"],
  ])("%s becomes text", (_, words, expected) => expect(said(words)).toBe(expected));

  it("keeps other links", () => {
    const words = "[a](https://e.org) [b](mailto:a@e.org) [c](src/a.ts:12) [d](a.ts:12) [f](a.ts:1:2)";
    expect(said(words)).toBe(words);
  });
});
