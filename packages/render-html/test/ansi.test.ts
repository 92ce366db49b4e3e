import type { Message, Root } from "@ccdag/ccast";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderHtml from "../src/index.ts";

function render(output: string): string {
  const message: Message = {
    type: "message",
    role: "assistant",
    actor: "claude",
    origin: "reply",
    uuid: "a",
    uuids: ["a"],
    children: [
      {
        type: "toolCall",
        id: "t",
        name: "Bash",
        input: { command: "ls" },
        result: { type: "toolResult", children: [{ type: "text", value: output }] },
      },
    ],
  };
  const tree: Root = { type: "root", children: [{ type: "session", sessionId: "s", children: [message] }] };
  const page = String(unified().use(renderHtml, { fragment: true }).stringify(tree));
  return /<code class="language-text">([\s\S]*?)<\/code>/.exec(page)![1]!;
}

const esc = "\u001B[";

describe("colours of a terminal", () => {
  it.each<[string, string, string]>([
    ["a colour", `${esc}31mred${esc}0m plain`, '<span class="ansi-red">red</span> plain'],
    ["several at once", `${esc}1;32;41mx${esc}0m`, '<span class="ansi-green ansi-on-red ansi-bold">x</span>'],
    ["a bright one", `${esc}94mx`, '<span class="ansi-bright-blue">x</span>'],
    [
      "codes that do something else are not told",
      `a${esc}2Kb${esc}1;1Hc\u001B]0;title\u0007d${esc}31me`,
      'abcd<span class="ansi-red">e</span>',
    ],
    ["without codes nothing changes", "plain", "plain\n"],
  ])("%s", (_, output, expected) => expect(render(output).trim()).toBe(expected.trim()));

  it("what is printed stays text", () => {
    expect(render(`${esc}31m<img src=x onerror=alert(1)>${esc}0m</code>`)).toBe(
      '<span class="ansi-red">&#x3C;img src=x onerror=alert(1)></span>&#x3C;/code>',
    );
  });
});
