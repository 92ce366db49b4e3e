import type { Nodes, Root } from "@ccdag/ccast";
import { childrenOf, walk } from "@ccdag/ccast";
import type { ConformanceOptions } from "../kit-options.ts";
import { samples } from "../samples.ts";
import { type Expected, nameOf } from "../wording.ts";
import { renderAll, timesOf } from "./render-all.ts";

/** Every block of every sample is rendered: its words are in the output, and a block without words changes the output. */
export function conservation(given: ConformanceOptions): string[] {
  const faults = renderAll(given).flatMap(({ sample, expected, reading }) => {
    const counts = countsOf(expected);
    // A word that occurs twice must be rendered twice.
    const isLost = (word: string) =>
      timesOf(word, reading) < counts.get(word)! && !reading.attributeValues.some((value) => value.includes(word));
    return expected.flatMap((one) => {
      const lost = one.words.filter(isLost);
      return lost.length === 0
        ? []
        : `${nameOf(one)} is not rendered: missing ${lost.map((word) => `\`${word}\``).join(", ")} (${sample.name})`;
    });
  });
  return [...faults, ...withoutEffect(given)];
}

function countsOf(expected: readonly Expected[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { words } of expected) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

type Change = readonly [what: string, type: Nodes["type"], change: (node: Nodes) => void];

/** Changes to nodes and fields without words: each must change the output. */
const changes: readonly Change[] = [
  ["image", "image", remove],
  ["document", "document", remove],
  ["redacted thinking", "thinking", (node) => node.type === "thinking" && node.redacted && remove(node)],
  ["that a call failed", "toolResult", (node) => node.type === "toolResult" && delete node.isError],
  [
    "the speaker",
    "message",
    (node) =>
      node.type === "message" && node.uuid === "u2" && Object.assign(node, { actor: "human", origin: "prompt" }),
  ],
  ["which branch continued", "branch", (node) => node.type === "branch" && delete node.active],
  ["that an agent was cut off", "agent", (node) => node.type === "agent" && delete node.incomplete],
];

/** Replace a node by an empty text. */
function remove(node: Nodes): void {
  for (const key of Object.keys(node)) delete (node as unknown as Record<string, unknown>)[key];
  Object.assign(node, { type: "text", value: "" });
}

function withoutEffect({ render, options }: ConformanceOptions): string[] {
  const whole = samples().map(({ tree }) => render(tree));
  return changes.flatMap(([what, type, change]) => {
    if (options.without?.some((one) => one === type)) return [];
    return samples().flatMap(({ name, tree }, index) => {
      const count = nodesOf(tree, type).length;
      // One by one, because another node of the type may have the same effect.
      return Array.from({ length: count }, (_, at) => at).flatMap((at) => {
        const other = samples()[index]!.tree;
        const node = nodesOf(other, type)[at]!;
        const before = JSON.stringify(other);
        change(node);
        if (JSON.stringify(other) === before || render(other) !== whole[index]) return [];
        return [`${what} is not rendered: the output is the same without it (${name})`];
      });
    });
  });
}

function nodesOf(tree: Root, type: Nodes["type"]): Nodes[] {
  const found: Nodes[] = [];
  walk(tree, (node) => {
    for (const child of childrenOf(node)) if (child.type === type) found.push(child);
  });
  return found;
}
