import { type Claim, type Entry, isObject, mainPathOf, type OwnView, sessionIdOf } from "@ccdag/core";

/**
 * Claim the sidechain entries of a main file, one thread per agent. Where the file holds several sessions, a sidechain
 * belongs to the session that its entries name.
 */
export function* sidechains({ entries, path, parentOf }: OwnView): Generator<Claim> {
  const stem = sessionIdOf(path);
  const isBundle = new Set(entries.map(({ sessionId }) => sessionId)).size > 1 && entries.at(-1)?.sessionId !== stem;
  const groups = new Map<string, { entries: Entry[]; agentId: string; sessionId: string }>();
  const firstOf = new Map<Entry, Entry>();
  /** The prompts of the calls in each entry. */
  const prompts = new Map<Entry, ReadonlySet<unknown>>();
  let last: Entry | undefined;
  for (const entry of entries) {
    if (!entry.isSidechain && entry.agentId === undefined) {
      last = undefined;
      continue;
    }
    const agentId = entry.agentId ?? `side-${find(entry).id}`;
    const sessionId = isBundle ? entry.sessionId || stem : stem;
    const of = isBundle ? `#${sessionId}` : "";
    const key = entry.agentId === undefined ? `${of}#${agentId}` : `${of}#agent-${agentId}`;
    const group = groups.get(key);
    if (group) group.entries.push(entry);
    else groups.set(key, { entries: [entry], agentId, sessionId });
    last = entry.agentId === undefined ? entry : undefined;
  }
  for (const [suffix, { entries: own, agentId, sessionId }] of groups)
    yield { entries: own, suffix, sessionId, agent: { agentId, mode: "inline" } };

  /** The first entry of the sidechain that an entry belongs to; it is remembered for every entry on the way up. */
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

  /** The parent of an entry, if it is in the same sidechain. */
  function aboveOf(entry: Entry): Entry | undefined {
    const parent = parentOf(entry);
    const isSame = parent?.isSidechain && parent.agentId === undefined && mainPathOf(parent.location.path) === path;
    return isSame && !isDelegated(entry, parent, prompts) ? parent : undefined;
  }

  /**
   * An entry without a parent continues the sidechain entry directly before it in the file; a prompt begins a
   * sidechain.
   */
  function before(entry: Entry): Entry | undefined {
    return parentOf(entry) === undefined && entry.userKind !== "prompt" ? last : undefined;
  }
}

/**
 * Whether an entry begins a nested agent: it has another `nestingLevel` than its parent, or it repeats the prompt of a
 * call of its parent.
 */
function isDelegated(
  { raw, message, userKind }: Entry,
  parent: Entry,
  prompts: Map<Entry, ReadonlySet<unknown>>,
): boolean {
  if (userKind !== "prompt") return false;
  if ((raw["nestingLevel"] ?? 1) !== (parent.raw["nestingLevel"] ?? 1)) return true;
  const [prompt, ...others] = message?.blocks ?? [];
  if (others.length > 0 || typeof prompt?.["text"] !== "string") return false;
  const known = prompts.get(parent) ?? promptsIn(parent);
  prompts.set(parent, known);
  return known.has(prompt["text"]);
}

function promptsIn({ message }: Entry): Set<unknown> {
  const calls = (message?.blocks ?? []).filter(({ type }) => type === "tool_use");
  return new Set(calls.flatMap(({ input }) => (isObject(input) ? [input["prompt"]] : [])));
}
