import type { AgentMode } from "@ccdag/ccast";
import { type AgentInfo, type Claim, type Entry, isAgentFile, isObject, type OwnRule, type OwnView } from "@ccdag/core";

/**
 * An agent's transcript is a line of its own: a file `agent-<id>.jsonl`, or the sidechain entries of a main file.
 *
 * ```text
 * s.jsonl:            u ─ a(Task) ─ r ─ a2
 * agent-7f.jsonl:     g1 ─ g2                     ⇒ line of agent 7f
 * s.jsonl, sidechain: x1 ─ x2   y1 ─ y2           ⇒ two lines, also where they interleave
 * ```
 *
 * Sidechains of a main file are told apart by their agent id, else by what is connected (X10).
 */
export const agentLine: OwnRule = {
  name: "agent-line",
  *claim(view) {
    if (isAgentFile(view.path)) yield fileClaim(view);
    else yield* sidechains(view);
  },
};

function fileClaim({ entries, path, sidecars }: OwnView): Claim {
  const agentId = /agent-([^/]*)\.jsonl$/.exec(path)![1]!;
  const folder = /([^/]+)\/subagents\//.exec(path)?.[1];
  const sidecar = sidecars.get(path.replace(/\.jsonl$/, ".meta.json"));
  const meta = isObject(sidecar) ? sidecar : {};
  const sessionId = folder ?? entries.find((entry) => entry.sessionId)?.sessionId ?? "";
  const agent: AgentInfo = {
    agentId,
    mode: modeOf(agentId, path, entries, meta),
    name: text(meta["name"]),
    agentType: text(meta["agentType"]),
    description: text(meta["description"]),
    team: text(meta["teamName"]),
  };
  return { entries, suffix: "", sessionId, agent };
}

/** What the file itself says of its kind; the call may know better. */
function modeOf(
  agentId: string,
  path: string,
  entries: readonly Entry[],
  meta: Readonly<Record<string, unknown>>,
): AgentMode {
  if (/^(?:acompact|aprompt_suggestion)-/.test(agentId)) return "internal";
  if (path.includes("/workflows/") || meta["agentType"] === "workflow-subagent") return "workflow";
  if (meta["isFork"] === true || meta["agentType"] === "fork") return "fork";
  if (meta["taskKind"] === "in_process_teammate") return "teammate";
  const first = entries.find(({ kind }) => kind === "user");
  if (first?.flavour === "teammate") return "teammate";
  return firstText(first) === "Warmup" ? "warmup" : "sync";
}

/** The first text of an entry. */
export function firstText(entry: Entry | undefined): string | undefined {
  const block = entry?.message?.blocks.find(({ type }) => type === "text");
  return text(block?.["text"]);
}

function* sidechains({ entries, path, parentOf }: OwnView): Generator<Claim> {
  const groups = new Map<string, { entries: Entry[]; agentId: string }>();
  const rootOf = new Map<Entry, Entry>();
  for (const entry of entries) {
    if (!entry.isSidechain && entry.agentId === undefined) continue;
    const key = entry.agentId === undefined ? `#side-${find(entry).id}` : `#agent-${entry.agentId}`;
    const group = groups.get(key);
    if (group) group.entries.push(entry);
    else groups.set(key, { entries: [entry], agentId: entry.agentId ?? `side-${find(entry).id}` });
  }
  for (const [suffix, { entries: own, agentId }] of groups) {
    const sessionId = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
    yield { entries: own, suffix, sessionId, agent: { agentId, mode: "inline" } };
  }

  /** The first entry of the connected sidechain that an entry belongs to; found from the entry up, remembered all the way. */
  function find(entry: Entry): Entry {
    const climbed: Entry[] = [];
    let at = entry;
    const seen = new Set<Entry>();
    while (!rootOf.has(at) && !seen.has(at)) {
      seen.add(at);
      climbed.push(at);
      const parent = parentOf(at);
      if (!parent?.isSidechain || parent.agentId !== undefined || parent.place.path !== path) break;
      at = parent;
    }
    const root = rootOf.get(at) ?? at;
    for (const one of climbed) rootOf.set(one, root);
    return root;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
