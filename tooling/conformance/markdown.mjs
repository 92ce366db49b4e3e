// Checks that a Markdown export has every recorded text, in its order. It reads the exported text alone.

import { isSpoken } from "@ccdag/conformance";

/** The texts that are missing or in the wrong order, as sentences. */
export function faultsOf(markdown, { sessions, agents }) {
  const text = plain(markdown);
  const conservation = [];
  const order = [];
  const open = [...sessions, ...agents.map((agent) => ({ ...agent, isAgent: true }))];
  for (const { blocks, branches = [], isAgent } of open) {
    open.push(...branches);
    let at = 0;
    for (const block of blocks.filter(isSpoken)) {
      const words = plain(block.text);
      if (!text.includes(words)) conservation.push(`${block.ref} is missing: ${words.slice(0, 60)}`);
      // The prompt of an agent may be in its call alone. words: allow loose
      if (block.loose || block.group || block.queued || (isAgent && block.kind === "prompt")) continue;
      const found = text.indexOf(words, at);
      if (found === -1) order.push(`${block.ref} does not stand after what was said before: ${words.slice(0, 60)}`);
      else at = found + words.length;
    }
  }
  return { conservation, order };
}

/** Words without the marks of Markdown. */
function plain(text) {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replaceAll("&lt;", "<")
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/\s+/g, " ")
    .trim();
}
