import { type Nodes, type Root, walk } from "@ccdag/ccast";
import { ccdag } from "@ccdag/processor";
import type { Preset } from "unified";
import { projectIn } from "../../../../tooling/fixtures/project.ts";

/** Render a sample with a preset: the text, its parts, and the file. */
export async function render(name: string, preset: Preset, isReversed = false) {
  const file = await ccdag().use(preset).process(projectIn(name, isReversed));
  return { text: String(file), parts: file.data.parts ?? [String(file)], file };
}

/** The nodes of the whole tree of a sample, by their type. */
export function nodesOf<T extends Nodes["type"]>(name: string, type: T): Array<Extract<Nodes, { type: T }>> {
  const found: Array<Extract<Nodes, { type: T }>> = [];
  const tree: Root = ccdag().parse(projectIn(name));
  walk(tree, (node) => {
    if (node.type === type) found.push(node as Extract<Nodes, { type: T }>);
  });
  return found;
}

export const samples = [
  "sample",
  ...["agent-and-fork", "compaction", "parallel-calls", "resume-copy", "rewind"].map((name) => `scenarios/${name}`),
];

/** The path of the snapshot of a sample. */
export function snapshotOf(name: string, ending: string): string {
  return `../../../../tooling/fixtures/snapshots/${name.replace(/^.*\//, "")}.${ending}`;
}
