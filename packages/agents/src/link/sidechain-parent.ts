import {
  type Entry,
  isAgentFile,
  isObject,
  type LinkRule,
  type LinkView,
  type ThreadInfo,
  type UnlinkedThread,
} from "@ccdag/core";
import type { Call } from "./call-list.ts";
import { firstText } from "../own/agent-file.ts";
import { normal } from "../normal.ts";
import { type CallIndex, callIndex, isSpawn } from "./call-index.ts";
import { linkTo } from "./link-to.ts";
import { isClients } from "./pair.ts";

/**
 * The recorded parent of the first entry is on another thread. It is the call, an entry of an older agent
 * that this one continues, or the conversation that an internal agent was made from. Or the progress of an agent names
 * its call.
 *
 * ```text
 * main: A1(call t1) ─ U1(result)     sidechain: U2 (parent A1) ─ A2
 * ⇒ the sidechain is spawned at U1
 * ```
 *
 * Of several calls in one entry, the one with this prompt is taken, else the first that launches agents. An internal
 * agent is placed at the last of its parents.
 */
export const sidechainParent: LinkRule = {
  name: "sidechain-parent",
  *link(open, view) {
    if (open.length === 0) return;
    const index = callIndex(view);
    const pick = pickSpawning(index);
    const progress = progressCalls(view);
    for (const thread of open) {
      const { info } = thread;
      const parent = parentElsewhere(thread, view);
      const named = index.byId(progress(info) ?? "");
      const call = isClients(info) ? undefined : (pick(parent, thread) ?? named?.first(info));
      if (call) yield linkTo(info, call, `recorded under ${call.id}`);
      else if (parent) {
        const isOlder = isAgentFile(info.path) && info.agent!.mode !== "fork" && view.threadOf(parent).agent;
        const continues = isOlder ? true : undefined;
        yield { thread: info, parent, continues, because: "recorded parent is on another thread" };
      }
    }
  },
};

function parentElsewhere({ info, root, entries }: UnlinkedThread, view: LinkView): Entry | undefined {
  const isElsewhere = (parent: Entry | undefined) => parent !== undefined && view.threadOf(parent) !== info;
  if (info.agent!.mode === "internal") return entries.map(view.parentOf).filter(isElsewhere).at(-1);
  const parent = view.parentOf(root);
  return isElsewhere(parent) ? parent : undefined;
}

/** The calls of one entry that may have spawned an agent. */
interface Spawning {
  readonly first: Call | undefined;
  readonly byPrompt: ReadonlyMap<unknown, Call>;
  readonly byWords: ReadonlyMap<string, Call>;
}

/** Of several calls in one entry, the one with the prompt of a thread, else the first. */
function pickSpawning({ of }: CallIndex): (parent: Entry | undefined, thread: UnlinkedThread) => Call | undefined {
  const known = new Map<Entry, Spawning>();
  return (parent, { entries: [first] }) => {
    if (parent === undefined) return undefined;
    const spawning = known.get(parent) ?? readSpawning(of(parent).filter(isSpawn));
    known.set(parent, spawning);
    const prompt = firstText(first);
    return spawning.byPrompt.get(prompt) ?? spawning.byWords.get(normal(prompt)) ?? spawning.first;
  };
}

/** Of equal prompts the first counts. */
function readSpawning(calls: readonly Call[]): Spawning {
  const reversed = calls.toReversed();
  return {
    first: calls[0],
    byPrompt: new Map(reversed.map((call) => [call.input["prompt"], call])),
    byWords: new Map(reversed.map((call) => [call.prompt, call])),
  };
}

/** The call that the progress of an agent names: progress in its family; for an agent without a home, any. */
function progressCalls(view: LinkView): (info: ThreadInfo) => string | undefined {
  const calls = new Map<string, string>();
  for (const entry of view.entries) {
    const { subtype, raw } = entry;
    if (subtype !== "agent_progress" || !isObject(raw["data"])) continue;
    const { agentId } = raw["data"];
    if (typeof agentId !== "string" || typeof raw["parentToolUseID"] !== "string") continue;
    calls.set(agentId, raw["parentToolUseID"]);
    calls.set(keyOf(view.familyOf(view.threadOf(entry)), agentId), raw["parentToolUseID"]);
  }
  return (info) => {
    const { agentId } = info.agent!;
    return calls.get(view.isHomeless(info) ? agentId : keyOf(view.familyOf(info), agentId));
  };
}

function keyOf(family: string, agentId: string): string {
  return `${family}\n${agentId}`;
}
