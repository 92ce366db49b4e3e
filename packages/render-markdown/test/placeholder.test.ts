import { answer, session, thinking, toolCall, tree, unknownBlock } from "@ccdag/testkit";
import { unified } from "unified";
import { describe, expect, it } from "vitest";
import renderMarkdown from "../src/index.ts";
import { nodesIn } from "./nodes-in.ts";

const mark = "\u0001";

/** What is HTML in a document, but for the tags that ccdag writes. */
function foreign(document: string): string[] {
  return nodesIn(document)
    .flatMap((node) => (node.type === "html" ? node.value : []))
    .filter((html) => /<(?:i|img)\b/.test(html));
}

describe("the delimiter of placeholders in a transcript", () => {
  const body = "<img src=x>";
  it.each([
    `${mark}0${mark}`,
    `a <${mark}img src=x> b`,
    `\`\`${mark}\`\n${body}`,
    `\`\`\`\n\`\`${mark}\`\n${body}`,
    `- ![${mark}a](x) <${mark}i>`,
  ])("makes no tag, and breaks no fence: %j", (words) => {
    const about = { title: words, cwd: words, gitBranch: words, version: words };
    const calls = [
      toolCall("Bash", { command: words, description: words }, words),
      toolCall(words, {}, `${body}\n${words}`),
    ];
    const reference = unknownBlock("tool_reference", { tool_name: words });
    const talk = () =>
      tree(
        session(
          { sessionId: "s", ...about },
          answer("a", "```\nfirst\n```", words, thinking(words), ...calls, reference),
        ),
      );
    const documents = [{}, { html: false }, { forge: true }].map((options) =>
      String(unified().use(renderMarkdown, options).stringify(talk())),
    );
    expect(documents.flatMap(foreign)).toEqual([]);
    for (const document of documents) {
      expect(document).not.toContain(mark);
      expect(document.match(/first/g)).toHaveLength(1);
    }
  });
});
