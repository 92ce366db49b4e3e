import type { Nodes, Root } from "@ccdag/ccast";
import { walk } from "@ccdag/ccast";
import type { Given } from "../options.ts";
import { samples } from "../samples.ts";
import { nameOf } from "../words.ts";
import { tellAll } from "./told.ts";

/** Every block of every sample is told: its words are there, and where it has none, its absence would be noticed. */
export function conservation(given: Given): string[] {
  const faults = tellAll(given).flatMap(({ sample, expected, reading }) =>
    expected.flatMap((one) => {
      const lost = one.words.filter(
        (word) => !reading.text.includes(word) && !reading.said.some((value) => value.includes(word)),
      );
      return lost.length === 0
        ? []
        : `${nameOf(one)} is not told: nobody reads ${lost.map((word) => `\`${word}\``).join(", ")} (${sample.name})`;
    }),
  );
  return [...faults, ...unnoticed(given, "image"), ...unnoticed(given, "document")];
}

/** A node without which the text would be the same. */
function unnoticed({ tell, options }: Given, type: "image" | "document"): string[] {
  if (options.without?.includes(type)) return [];
  const [sample] = samples();
  const without = samples()[0]!.tree;
  remove(without, type);
  return tell(sample!.tree) === tell(without)
    ? [`${type} of message is not told: the text is the same without it`]
    : [];
}

function remove(tree: Root, type: Nodes["type"]): void {
  walk(tree, (node) => {
    if ("children" in node)
      (node as { children: Nodes[] }).children = (node.children as Nodes[]).filter((child) => child.type !== type);
  });
}
