import { toText } from "@ccdag/ccast";
import { tag, taskIdIn } from "@ccdag/core";

/**
 * What a reader should find, read off a tree.
 *
 * @param tree a finished tree.
 * @returns sessions and agents, as `expected.json` has them.
 */
export function expectedOf(tree) {
  const sessions = [];
  const agents = [];
  const lastOf = new Map();
  let count = 0;
  for (const child of tree.children) if (child.type === "session") addSession(child, "main");
  return { sessions, agents };

  function addSession(node, within) {
    const from = node.from && { session: node.from.sessionId, afterBlock: lastOf.get(node.from.uuid) };
    const session = { sessionId: node.sessionId, continues: from?.afterBlock ? from : null, blocks: [], branches: [] };
    sessions.push(session);
    fill(session, node, within);
    session.activeLeaf = leafOf(session);
  }

  function fill(line, node, within) {
    const later = [];
    for (const child of node.children) {
      if (child.type === "message" || child.type === "compaction") addBlocks(line, child);
      else if (child.type === "branch") {
        const after = child.from === null ? null : (lastOf.get(child.from.uuid) ?? line.blocks.at(-1)?.ref ?? null);
        const branch = { after, rule: child.rule, ...(child.active ? { active: true } : {}), blocks: [], branches: [] };
        line.branches.push(branch);
        fill(branch, child, within);
      } else if (child.type === "session") later.push(child);
      else if (child.type === "agent" && !child.missing) addAgent(child, within);
    }
    for (const child of later) addSession(child, within);
  }

  function addAgent(node, within) {
    const agent = { ref: `a${agents.length + 1}`, spawnedBy: node.from.toolUseId ?? null, within, mode: node.mode };
    if (node.name) agent.name = node.name;
    agents.push(agent);
    const line = { blocks: [], branches: [] };
    fill(line, node, agent.ref);
    agent.blocks = line.blocks;
  }

  function addBlocks(line, node) {
    const blocks = node.type === "compaction" ? [{ kind: "compaction", summary: toText(node) }] : blocksOf(node);
    for (const block of blocks) line.blocks.push({ ref: `b${++count}`, ...block });
    const last = line.blocks.at(-1)?.ref;
    for (const uuid of node.uuids) if (last) lastOf.set(uuid, last);
  }
}

function blocksOf(node) {
  const text = toText(node);
  const args = tag(text, "command-args");
  switch (node.origin) {
    case "prompt":
    case "queued":
      return promptsOf(node);
    case "command":
      return [{ kind: "command", name: tag(text, "command-name") || text, ...(args === "" ? {} : { args }) }];
    case "command-output":
      return [{ kind: "command-output", text: tag(text, "local-command-stdout") || text }];
    case "interrupt":
      return [{ kind: "interrupt", optional: true }];
    case "notification":
      return [{ kind: "notification", taskId: taskIdIn(text) }];
    case "reply":
    case "synthetic":
      return node.children.flatMap((child) => partsOf(child, node.origin === "synthetic"));
    default:
      return [];
  }
}

function partsOf(child, isOptional) {
  const optional = isOptional ? { optional: true } : {};
  if (child.type === "text") return [{ kind: "text", text: child.value, ...optional }];
  if (child.type === "thinking") return child.value === "" ? [] : [{ kind: "thinking", text: child.value }];
  if (child.type !== "toolCall") return [];
  const call = { kind: "call", id: child.id, name: child.name };
  return child.result ? [call, { kind: "result", id: child.id }] : [call];
}

/** The texts and images of one prompt, which may be shown in any order. */
function promptsOf({ uuid, id, origin, children }) {
  const more = {
    ...(origin === "queued" ? { queued: true } : {}),
    ...(children.length > 1 ? { group: uuid ?? id } : {}),
  };
  return children.flatMap((child) => {
    if (child.type === "image") return [{ kind: "image", ...more }];
    return child.type === "text" && !child.context && child.value.trim() !== ""
      ? [{ kind: "prompt", text: child.value, ...more }]
      : [];
  });
}

/** The last block along the branches that are marked active. */
function leafOf(line) {
  for (let at = line, last; ;) {
    last = at.blocks.at(-1)?.ref ?? last;
    const next = at.branches.find(({ active }) => active);
    if (next === undefined) return last ?? null;
    at = next;
  }
}
