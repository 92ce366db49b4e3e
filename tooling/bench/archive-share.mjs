// Which share of the texts of an archive an output holds: a tool that drops half of it is not twice as fast.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { randomFrom } from "./archive-texts.mjs";

/** How many texts are looked for. */
const sample = 400;

/**
 * Look for texts of an archive in an output, by the letters and digits of their longest lines.
 *
 * @param archive the folder of the transcripts.
 * @param output the folder of the output.
 * @returns the share that was found, from 0 to 1, by what the texts are: prompts, replies, thinking, results of tools,
 *   words of agents.
 */
export function shareOf(archive, output) {
  const texts = { prompts: new Set(), replies: new Set(), thinking: new Set(), results: new Set(), agents: new Set() };
  for (const path of filesIn(archive, /\.jsonl$/))
    for (const line of readFileSync(path, "utf8").split("\n")) if (line !== "") collect(JSON.parse(line), texts);
  const written = filesIn(output, /\.(?:md|html|json|txt)$/)
    .map((path) => lettersOf(visibleIn(readFileSync(path, "utf8"), path)))
    .join(" ");
  const random = randomFrom(7);
  return Object.fromEntries(
    Object.entries(texts).map(([kind, all]) => {
      const known = [...all];
      const asked = Array.from({ length: Math.min(sample, known.length) }, () => known[random.below(known.length)]);
      return [kind, asked.filter((text) => written.includes(text)).length / asked.length];
    }),
  );
}

function collect({ message, isSidechain }, texts) {
  const content = message?.content ?? [];
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
  for (const { type, text, thinking, content: result } of blocks) {
    if (type === "text")
      add(isSidechain ? texts.agents : message.role === "user" ? texts.prompts : texts.replies, text);
    if (type === "thinking" && !isSidechain) add(texts.thinking, thinking);
    if (type === "tool_result" && typeof result === "string" && !isSidechain) add(texts.results, result);
  }
}

/** What markup, highlighting and line numbers leave of a text: the letters and digits of its longest line. */
function add(texts, text) {
  const line = text.split("\n").reduce((longest, one) => (one.length > longest.length ? one : longest), "");
  const letters = lettersOf(line.replace(/^\s*\d+[→:]/, "")).slice(0, 60);
  if (letters.length >= 20) texts.add(letters);
}

function visibleIn(text, path) {
  if (!path.endsWith(".html")) return text;
  const plain = text.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gs, "");
  return plain.replaceAll(/&(?:#x?[\da-f]+|\w+);/gi, "");
}

function lettersOf(text) {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

function filesIn(folder, pattern) {
  return readdirSync(folder, { recursive: true })
    .filter((path) => pattern.test(path))
    .map((path) => join(folder, path));
}
