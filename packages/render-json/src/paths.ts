import {
  type FlowContent,
  isLine,
  type Leaf,
  leaves,
  type Lines,
  type Nodes,
  pathTo,
  type Root,
  type TimelineNode,
  walk,
} from "@ccdag/ccast";

/** A leaf, and all that is said from the beginning to it, agents left out. */
export interface Path {
  readonly leaf: Leaf;
  readonly path: readonly TimelineNode[];
}

/** The paths of a tree, one for each leaf, in reading order. */
export function findPaths(tree: Root): Path[] {
  const above = new Map<Nodes, Lines>();
  const ends = new Map<string, FlowContent>();
  walk(tree, (node, parent) => {
    if (parent === undefined || !isLine(parent)) return;
    above.set(node, parent);
    if (parent.type === "agent" || isLine(node)) return;
    const id = node.type === "message" ? (node.uuid ?? node.id) : "uuid" in node ? node.uuid : undefined;
    if (id !== undefined) ends.set(keyOf(id, parent), node as FlowContent);
  });
  return leaves(tree).map((leaf) => {
    const node = ends.get(`${leaf.uuid} ${leaf.branch ?? leaf.sessionId}`)!;
    const lines: Lines[] = [];
    for (let line = above.get(node); line; line = above.get(line)) lines.push(line);
    return { leaf, path: flatten(pathTo(tree, { uuid: leaf.uuid, node, lines: lines.reverse() })) };
  });
}

function keyOf(id: string, line: Lines): string {
  return `${id} ${line.type === "branch" ? line.uuid : line.type === "session" ? line.sessionId : ""}`;
}

/** What stands on the lines of a path, in reading order. */
function flatten(path: Root): TimelineNode[] {
  const told: TimelineNode[] = [];
  const open: FlowContent[] = [...path.children].reverse();
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "agent") continue;
    if (isLine(node)) open.push(...[...node.children].reverse());
    else told.push(node);
  }
  return told;
}
