import type { Block, ExpectedConversation, Score } from "./types.ts";
import { blocksIn, comparable, isConversation, isSpoken, nameOf, pathsOf } from "./comparable.ts";

/**
 * Judge a conversation as a text, such as Markdown or the text of a page: is every recorded text there, once, and in its
 * order? Which lines are alternatives cannot be read from a text.
 *
 * @param output the text.
 * @param expected what it should hold.
 */
export function judgeText(output: string, expected: ExpectedConversation): Score {
  const text = comparable(output);
  const conservation: string[] = [];
  const order: string[] = [];
  const lines = [
    ...pathsOf(expected).map(({ own }) => ({ blocks: own.blocks, isAgent: false })),
    ...expected.agents.filter(isConversation).map(({ blocks }) => ({ blocks, isAgent: true })),
  ];
  for (const { blocks, isAgent } of lines) {
    let at = 0;
    for (const block of blocks.filter(isSpoken)) {
      const words = comparable(block.text ?? "");
      if (!text.includes(words)) {
        conservation.push(`missing: ${nameOf(block)}`);
        continue;
      }
      // The prompt of an agent may be in its call alone.
      // words: allow loose
      if (block.loose || block.group || block.queued || (isAgent && block.kind === "prompt")) continue;
      const found = text.indexOf(words, at);
      if (found === -1) order.push(`${nameOf(block)} does not stand after what was said before it`);
      else at = found + words.length;
    }
  }
  return { conservation, duplicates: repeated(output, expected), order };
}

/** An answer with fewer characters is not looked for a second time. */
const minLength = 4;

/**
 * Answers of one line that stand on a line of their own more often than they were given. Prompts may be titles too, and the
 * answer of an agent is a result.
 */
function repeated(output: string, { sessions, agents }: ExpectedConversation): string[] {
  const lines = new Map<string, number>();
  for (const line of output.split("\n")) {
    const words = comparable(line.replace(/^[\s>#*-]+/, ""));
    lines.set(words, (lines.get(words) ?? 0) + 1);
  }
  const inAgents = new Set(agents.flatMap(({ blocks }) => blocks.map((block) => comparable(block.text ?? ""))));
  const given = new Map<string, Block[]>();
  for (const block of sessions.flatMap((session) => blocksIn(session))) {
    const words = comparable(block.text ?? "");
    // A word may stand in the output of a tool, too; what the client wrapped is also said elsewhere.
    if (block.kind !== "text" || block.wrapped === true || words.length < minLength || inAgents.has(words)) continue;
    given.set(words, [...(given.get(words) ?? []), block]);
  }
  return [...given].flatMap(([words, blocks]) => {
    const times = lines.get(words) ?? 0;
    return times > blocks.length ? [`${times} times: ${nameOf(blocks[0])}`] : [];
  });
}
