/** A tree as indented lines: the speakers, the texts, the forks, the calls and their results. */
export function outline(tree) {
  const lines = [];
  const stack = tree.children.map((node) => ({ node, depth: 0 })).reverse();
  for (let top = stack.pop(); top; top = stack.pop()) {
    const { node, depth } = top;
    lines.push("  ".repeat(depth) + describe(node));
    const below = node.type === "toolCall" ? (node.result ? [node.result] : []) : (node.children ?? []);
    for (const child of below.toReversed()) stack.push({ node: child, depth: depth + 1 });
  }
  return `${lines.join("\n")}\n`;
}

function describe(node) {
  switch (node.type) {
    case "session":
      return `session ${node.sessionId}${node.from ? ` from ${node.from.uuid}` : ""}`;
    case "branch":
      return `branch ${node.rule} from ${node.from?.uuid ?? "nothing"}${node.active ? " active" : ""}`;
    case "agent":
      return `agent ${node.agentId} ${node.mode} by ${node.from.rule}`;
    case "message":
      return `${node.actor} ${node.origin} ${node.uuid ?? node.id}`;
    case "compaction":
      return `compaction ${node.preTokens ?? ""}`.trim();
    case "notice":
      return `notice ${[node.entryType, node.subtype].filter(Boolean).join("/")}`;
    case "toolCall":
      return `call ${node.name} ${node.id}`;
    case "toolResult":
      return `result${node.isError ? " failed" : ""}`;
    case "text":
      return `text ${JSON.stringify(node.value.slice(0, 60))}`;
    default:
      return node.type;
  }
}
