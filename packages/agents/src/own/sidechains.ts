import { type Claim, type Entry, isObject, type OwnView } from "@ccdag/core";

/** The sidechain entries of a main file, each agent a line of its own. */
export function* sidechains({ entries, path, parentOf }: OwnView): Generator<Claim> {
  const sessionId = path.slice(path.lastIndexOf("/") + 1).replace(/\.jsonl$/, "");
  const groups = new Map<string, { entries: Entry[]; agentId: string }>();
  const firstOf = new Map<Entry, Entry>();
  let last: Entry | undefined;
  for (const entry of entries) {
    if (!entry.isSidechain && entry.agentId === undefined) {
      last = undefined;
      continue;
    }
    const agentId = entry.agentId ?? `side-${find(entry).id}`;
    const key = entry.agentId === undefined ? `#${agentId}` : `#agent-${agentId}`;
    const group = groups.get(key);
    if (group) group.entries.push(entry);
    else groups.set(key, { entries: [entry], agentId });
    last = entry.agentId === undefined ? entry : undefined;
  }
  for (const [suffix, { entries: own, agentId }] of groups)
    yield { entries: own, suffix, sessionId, agent: { agentId, mode: "inline" } };

  /** The first entry of the sidechain that an entry belongs to: found from the entry up, remembered all the way. */
  function find(entry: Entry): Entry {
    const climbed = new Set<Entry>();
    let at = entry;
    while (!firstOf.has(at) && !climbed.has(at)) {
      climbed.add(at);
      const above = aboveOf(at) ?? (at === entry ? before(at) : undefined);
      if (above === undefined) break;
      at = above;
    }
    const first = firstOf.get(at) ?? at;
    for (const one of climbed) firstOf.set(one, first);
    return first;
  }

  /** The entry that one goes on from, in the same sidechain. */
  function aboveOf(entry: Entry): Entry | undefined {
    const parent = parentOf(entry);
    const isOwn = parent?.isSidechain && parent.agentId === undefined && parent.location.path === path;
    return isOwn && !isDelegated(entry, parent) ? parent : undefined;
  }

  /** Without a pointer, what directly follows an entry of a sidechain in the file goes on from it; a prompt begins one. */
  function before(entry: Entry): Entry | undefined {
    return parentOf(entry) === undefined && entry.userKind !== "prompt" ? last : undefined;
  }
}

/**
 * Whether an entry begins an agent of the agent above it (A021): it has another `nestingLevel`, or it repeats the
 * prompt of a call of its parent.
 */
function isDelegated({ raw, message, userKind }: Entry, parent: Entry): boolean {
  if (userKind !== "prompt") return false;
  if ((raw["nestingLevel"] ?? 1) !== (parent.raw["nestingLevel"] ?? 1)) return true;
  const [words, ...others] = message?.blocks ?? [];
  return (
    others.length === 0 &&
    typeof words?.["text"] === "string" &&
    (parent.message?.blocks ?? []).some(
      ({ type, input }) => type === "tool_use" && isObject(input) && input["prompt"] === words["text"],
    )
  );
}
