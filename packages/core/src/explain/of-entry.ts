import type { Explainer } from "./explainer.ts";
import type { Copy } from "../dag/dag.ts";
import { isRecorded } from "../dag/edge.ts";
import type { Entry } from "../entry/entry.ts";
import type { Thread } from "../thread/thread.ts";
import { expectedRoot } from "../thread/roots.ts";
import { type Statement, addressOf } from "./statement.ts";

/** Explain a copy: its original, and the rule that found it. */
export function ofCopy({ entry, of, rule, because }: Copy, explainer: Explainer): Statement[] {
  const parent = entry.parentUuid === null ? undefined : explainer.dag.resolve(entry.parentUuid, entry.location.path);
  const recorded: Statement[] = parent ? [overCopies(entry, parent, explainer)] : [];
  return [{ says: "copy-of", rule, because, evidence: [addressOf(of)] }, ...recorded];
}

/** The recorded parent of an entry, which may be a copy. */
function overCopies(entry: Entry, original: Entry, { copiesOf }: Explainer): Statement {
  if (original.uuid === entry.parentUuid) return { says: "child-of", evidence: [addressOf(original)] };
  const copy = recordedCopy(entry, copiesOf.get(original.id) ?? []);
  const evidence = [...(copy ? [copy.entry] : []), original].map(addressOf);
  return { says: "child-of-original", rule: copy?.rule, evidence };
}

/**
 * Explain an entry that is in the tree: its thread, its parent, the turn and branch it is part of, and what leaves from
 * it.
 */
export function ofEntry(entry: Entry, explainer: Explainer): Statement[] {
  const { sessions } = explainer;
  const thread = sessions.threads.threadOf(entry.id);
  return [
    ...(thread ? onThread(thread, explainer) : []),
    ...ofEdge(entry, explainer),
    ...ofSpawning(entry, explainer),
    ...ofSides(entry, explainer),
    ...ofFork(entry, explainer),
    ...ofCopies(entry, explainer),
  ];
}

/** The thread of an entry, and the branch that it is. */
function onThread(thread: Thread, { sideOf }: Explainer): Statement[] {
  const { sessionId, agent, rule } = thread.info;
  const side = sideOf.get(thread);
  const first = thread.entries[0];
  const branch: Statement[] =
    side && first
      ? [
          {
            says: "in-branch",
            rule: side.rule,
            detail: side.isActive ? "active" : undefined,
            evidence: [first, ...(side.from ? [side.from] : [])].map(addressOf),
          },
        ]
      : [];
  return [{ says: "in-thread", rule, detail: sessionId, agentId: agent?.agentId, evidence: [] }, ...branch];
}

function ofEdge(entry: Entry, explainer: Explainer): Statement[] {
  const { dag, sessions } = explainer;
  const edge = dag.edge(entry.id);
  const placed = sessions.threads.placed(entry.id);
  const place: Statement[] = placed
    ? [{ says: "placed", rule: placed.rule, because: placed.because, evidence: [addressOf(placed.after)] }]
    : [];
  if (edge === undefined) {
    const isFirst = sessions.threads.threadOf(entry.id)?.entries[0] === entry;
    return [{ says: "begins", detail: expectedRoot(entry, isFirst, dag), evidence: [] }, ...place];
  }
  const above = dag.entries.get(edge.to);
  const evidence = above ? [addressOf(above)] : [];
  switch (edge.kind) {
    case "alias":
      return [overCopies(entry, above!, explainer), ...place];
    case "agent":
      return [
        { says: "linked", rule: edge.rule, because: edge.because, detail: callOf(entry, dag), evidence },
        ...place,
      ];
    case "missing":
      return [{ says: "missing", rule: placed?.rule, detail: edge.to, evidence: [] }, ...place];
    case "cut":
      return [{ says: "cut", rule: edge.rule, evidence }, ...place];
    default:
      return [
        { says: "child-of", because: edge.to === entry.parentUuid ? undefined : "recorded on a copy", evidence },
        ...place,
      ];
  }
}

/** The tool call that spawned the agent whose first entry this is. */
function callOf({ id }: Entry, dag: Explainer["dag"]): string | undefined {
  return dag.threads.get(dag.threadOf(id))?.agent?.anchor?.toolUseId;
}

/**
 * Where the agent that begins with this entry was spawned, if its edge does not show it; and the agents that this entry
 * spawned.
 */
function ofSpawning(entry: Entry, { dag, spawnedAt, firstOf }: Explainer): Statement[] {
  const info = dag.threads.get(dag.threadOf(entry.id))!;
  const { anchor } = info.agent ?? {};
  const isOwn = anchor && info.spawnedAt && firstOf.get(info) === entry && dag.edge(entry.id)?.kind !== "agent";
  const own: Statement[] = isOwn
    ? [{ says: "linked", rule: anchor.rule, detail: anchor.toolUseId, evidence: [addressOf(info.spawnedAt!)] }]
    : [];
  const spawned = (spawnedAt.get(entry) ?? []).map((thread): Statement => {
    const first = firstOf.get(thread);
    const { agentId, missing, anchor: from } = thread.agent!;
    return {
      says: "spawned",
      rule: from?.rule,
      agentId,
      detail: missing && "missing",
      evidence: first ? [addressOf(first)] : [],
    };
  });
  return [...own, ...spawned];
}

/** The copy that an entry names as its parent. */
function recordedCopy({ parentUuid, location }: Entry, copies: readonly Copy[]): Copy | undefined {
  const named = copies.filter(({ entry }) => entry.uuid === parentUuid);
  return named.find(({ entry }) => entry.location.path === location.path) ?? named[0];
}

/** The forks above this entry, up to the beginning of its turn, each with the rule that laid it out. */
function ofSides(entry: Entry, { dag, sessions: { threads } }: Explainer): Statement[] {
  const found: Statement[] = [];
  const thread = threads.threadOf(entry.id);
  for (let below = entry; ;) {
    const edge = dag.edge(below.id);
    const above = isRecorded(edge) ? dag.entries.get(edge.to) : undefined;
    if (above === undefined || threads.threadOf(above.id) !== thread) return found;
    const judged = threads.judged(above.id);
    if (judged && !judged.prompts)
      found.push({ says: "in-side", rule: judged.rule, evidence: [addressOf(above), addressOf(below)] });
    if (judged?.resumed === below && below === entry)
      found.push({ says: "resumed", rule: "resumed-session", evidence: [addressOf(above)] });
    if (above.userKind === "prompt") return found;
    below = above;
  }
}

function ofFork(entry: Entry, { sessions }: Explainer): Statement[] {
  const judged = sessions.threads.judged(entry.id);
  if (judged === undefined) return [];
  const { rule, sides, prompts, below } = judged;
  const forks: Statement = { says: "forks", rule: below ?? rule, evidence: sides.map(addressOf) };
  return prompts ? [forks, { says: "chosen", rule, evidence: prompts.map(addressOf) }] : [forks];
}

function ofCopies(entry: Entry, { copiesOf, dag }: Explainer): Statement[] {
  const copies = (copiesOf.get(entry.id) ?? []).filter((copy) => !copy.isShared);
  const isElsewhere = (copy: Copy) => copy.entry.location.path !== entry.location.path && copy.rule === "replayed-uuid";
  const elsewhere = copies.filter(isElsewhere);
  const owned: Statement[] =
    elsewhere.length > 0
      ? [
          {
            says: "owned",
            rule: "earliest-session",
            because: elsewhere[0]!.because,
            evidence: elsewhere.map((copy) => addressOf(copy.entry)),
          },
        ]
      : [];
  const repeats = [...dag.repeated(entry)].map(([index, of]): Statement => ({
    says: "repeats",
    rule: "repeated-block",
    detail: String(index),
    evidence: [addressOf(of)],
  }));
  const others = copies.filter((copy) => !isElsewhere(copy));
  return [
    ...owned,
    ...others.map(({ entry: copy, rule, because }): Statement => ({
      says: "copied-at",
      rule,
      because,
      evidence: [addressOf(copy)],
    })),
    ...repeats,
  ];
}
