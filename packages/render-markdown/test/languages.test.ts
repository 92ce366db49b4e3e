import { answer, session, toolCall, tree } from "@ccdag/testkit";
import fc from "fast-check";
import { isLanguage } from "@ccdag/mdast";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import { forge } from "../src/defuse.ts";
import { guard } from "../src/guard.ts";
import renderMarkdown from "../src/index.ts";
import { nodesIn } from "./nodes-in.ts";

const languagesIn = (text: string) => nodesIn(text).flatMap((node) => (node.type === "code" ? (node.lang ?? "") : []));

describe("a forge draws nothing of a transcript", () => {
  it.each([
    ["a drawing", "```mermaid\na\n```", "```text mermaid\na\n```"],
    ["in tildes and capitals", "~~~ Mermaid x\na\n~~~", "~~~ text Mermaid x\na\n~~~"],
    ["a map and a formula", "```geojson\n```\n\n```math\n```", "```text geojson\n```\n\n```text math\n```"],
    ["in a list", "- ```mermaid\n  a\n  ```", "- ```text mermaid\n  a\n  ```"],
    ["in a quote", "> 1. ~~~mermaid\n>    a\n>    ~~~", "> 1. ~~~text mermaid\n>    a\n>    ~~~"],
    ["indented", "  ```mermaid\n  a\n  ```", "  ```text mermaid\n  a\n  ```"],
    ["an open fence", "```mermaid\na", "```text mermaid\na\n```"],
    ["with references", "```&#109;ermaid\na\n```", "```text &#109;ermaid\na\n```"],
    ["in braces", "```{mermaid}\na\n```", "```text {mermaid}\na\n```"],
    ["after a language", "```js:mermaid\na\n```", "```js :mermaid\na\n```"],
  ])("%s", (_, text, expected) => expect(guard(text, 2, forge)).toBe(expected));

  it.each([
    "```js\na\n```",
    "~~~ Rust,ignore\na\n~~~",
    "```\na\n```",
    "```ts {1,3} title=a\na\n```",
    "```python{1}\na\n```",
    "```c++\na\n```",
    "````md\n```mermaid\na\n```\n````",
  ])("keeps %j", (text) => expect(guard(text, 2, forge)).toBe(text));

  it("without a dialect every language stays", () => expect(guard("```mermaid\na\n```", 2)).toBe("```mermaid\na\n```"));

  it.each(["x.mermaid", "x.dataviewjs", "x.geojson", "x.canvas"])("the file %s has no language", (path) => {
    const call = toolCall("Write", { file_path: path, content: "text of the file" });
    const talk = tree(session({ sessionId: "s" }, answer("a", call)));
    expect(languagesIn(String(unified().use(renderMarkdown).stringify(talk)))).toEqual([""]);
  });

  it("a drawing above the document stays", () => {
    const above = [{ type: "code", lang: "mermaid", value: "graph" } as const];
    const output = String(unified().use(renderMarkdown, { forge: true, above }).stringify(tree()));
    expect(languagesIn(output)).toEqual(["mermaid"]);
  });

  const piece = fc.constantFrom(
    ..."``` ```` ~~~ mermaid js math { } : , & \\ > - 1. # <b> ` x".split(" "),
    ..."\n,\n\n, ,  ,    ,\t".split(","),
  );
  it("property: whatever is around it", () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (parts) => {
        const kept = languagesIn(guard(parts.join(""), 2, forge)).filter((name) => name !== "");
        expect(kept.filter((name) => !isLanguage(/^[\w+#.-]*/.exec(name)![0]))).toEqual([]);
      }),
      { numRuns: 1500 },
    );
  });
});
