import { answer, session, toolCall, tree } from "@ccdag/testkit";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderHtml from "../src/index.ts";

function render(output: string): string {
  const talk = tree(session("s", answer("a", toolCall("Bash", { command: "ls" }, output))));
  const page = String(unified().use(renderHtml, { fragment: true }).stringify(talk));
  return /<code class="language-text">([\s\S]*?)<\/code>/.exec(page)![1]!;
}

const esc = "\u001B[";

describe("colours of a terminal", () => {
  it.each<[string, string, string]>([
    ["a colour", `${esc}31mred${esc}0m plain`, '<span class="ansi-red">red</span> plain'],
    ["several codes at once", `${esc}1;32;41mx${esc}0m`, '<span class="ansi-green ansi-on-red ansi-bold">x</span>'],
    ["a bright colour", `${esc}94mx`, '<span class="ansi-bright-blue">x</span>'],
    [
      "other codes are removed",
      `a${esc}2Kb${esc}1;1Hc\u001B]0;title\u0007d${esc}31me`,
      'abcd<span class="ansi-red">e</span>',
    ],
    ["text without codes is unchanged", "plain", "plain\n"],
  ])("%s", (_, output, expected) => expect(render(output).trim()).toBe(expected.trim()));

  it("output stays text", () => {
    expect(render(`${esc}31m<img src=x onerror=alert(1)>${esc}0m</code>`)).toBe(
      '<span class="ansi-red">&#x3C;img src=x onerror=alert(1)></span>&#x3C;/code>',
    );
  });
});
