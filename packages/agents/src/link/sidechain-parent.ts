import { type Entry, isAgentFile, isObject, type LinkRule, type LinkView, type UnlinkedThread } from "@ccdag/core";
import { firstText } from "../own/agent-file.ts";
import { normal } from "../words.ts";
import { type Call, callIndex, inSession, isSpawn } from "./calls.ts";
import { linkTo } from "./link-to.ts";
import { isClients } from "./pair.ts";

/**
 * The recorded parent of the first entry is on another thread: it is the call (seed 002), an entry of an older agent
 * that this one continues, or the conversation that an internal agent was made from. Or the progress of an agent names
 * its call.
 *
 * ```text
 * main: A1(call t1) ─ U1(result)     sidechain: U2 (parent A1) ─ A2
 * ⇒ the sidechain is spawned at U1
 * ```
 *
 * Of several calls in one entry, the one with this prompt is taken, else the first that launches agents. An internal
 * agent has parents all along the conversation: it is placed at the last of them, and no call spawned it.
 */
export const sidechainParent: LinkRule = {
  name: "sidechain-parent",
  *link(open, view) {
    if (open.length === 0) return;
    const index = callIndex(view);
    const progress = progressCalls(view);
    for (const thread of open) {
      const { info } = thread;
      const parent = parentElsewhere(thread, view);
      const named = index.byId(progress.get(info.agent!.agentId) ?? "");
      const calls = parent ? index.of(parent).filter(isSpawn) : [];
      const call = isClients(info) ? undefined : (pick(calls, thread) ?? inSession(named, info, view)[0]);
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

/** Of several calls in one entry, the one with this prompt, else the first. */
function pick(calls: readonly Call[], thread: UnlinkedThread): Call | undefined {
  const text = firstText(thread.entries[0]);
  return (
    calls.find(({ input }) => input["prompt"] === text) ??
    calls.find(({ prompt }) => prompt === normal(text)) ??
    calls[0]
  );
}

function progressCalls({ entries }: LinkView): Map<string, string> {
  const calls = new Map<string, string>();
  for (const { subtype, raw } of entries) {
    if (subtype !== "agent_progress" || !isObject(raw["data"])) continue;
    const { agentId } = raw["data"];
    if (typeof agentId === "string" && typeof raw["parentToolUseID"] === "string")
      calls.set(agentId, raw["parentToolUseID"]);
  }
  return calls;
}
