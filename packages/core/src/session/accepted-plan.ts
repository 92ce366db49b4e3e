import type { Dag } from "../dag/dag.ts";
import { clientLabel } from "../entry/client-tags.ts";
import type { Entry } from "../entry/entry.ts";
import { sessionIdOf, sessionNamedAt } from "../entry/session-id.ts";
import { firstEntry } from "./session-attach.ts";
import type { AttachRule } from "./session-rule.ts";

/**
 * A session that begins with an accepted plan continues the session that planned it.
 *
 * ```shape
 * U1 ─ A1=plan
 * ---
 * U2=plan@5 ─ A2@6
 * ```
 *
 * ```threads
 * U1 A1
 * A1 → U2 A2
 * ```
 *
 * A user may accept a plan with a cleared context. The client then begins a new session with the plan as its first
 * prompt (`planContent`), without a parent; its words name the transcript in which the plan was made. The new session
 * follows the last call of `ExitPlanMode` there, which may have no result.
 */
export const acceptedPlan: AttachRule = {
  name: "accepted-plan",
  attach(thread, { dag }) {
    const first = firstEntry(thread);
    if (first === undefined || typeof first.raw["planContent"] !== "string") return undefined;
    const planned = plannedIn(first);
    const calls = planned === undefined ? undefined : callsOf(dag).get(planned);
    return calls?.findLast((call) => dag.compare(call, first) < 0);
  },
};

const label = `${clientLabel("transcript")}: `;

/** The session whose transcript a prompt names last: the words of a person before it may name others. */
function plannedIn({ message }: Entry): string | undefined {
  const texts = (message?.blocks ?? []).flatMap(({ text }) => (typeof text === "string" ? text : []));
  const text = texts.join("\n");
  const at = text.lastIndexOf(label);
  return at === -1 ? undefined : sessionNamedAt(text, at + label.length);
}

const known = new WeakMap<Dag, Map<string, Entry[]>>();

/** The calls that end a plan, by the session of their file, in the order of their lines. They are collected once. */
function callsOf(dag: Dag): Map<string, Entry[]> {
  const before = known.get(dag);
  if (before) return before;
  const calls = new Map<string, Entry[]>();
  known.set(dag, calls);
  for (const entry of dag.entries.values()) {
    if (entry.kind !== "assistant" || !entry.message?.blocks.some(({ name }) => name === "ExitPlanMode")) continue;
    const session = sessionIdOf(entry.location.path);
    const ofSession = calls.get(session);
    if (ofSession) ofSession.push(entry);
    else calls.set(session, [entry]);
  }
  return calls;
}
