import { type Agent, messagesOf, toText } from "@ccdag/ccast";
import { clientPhrase, closeTag, isObject, openTag, tag, type AnnotateRule } from "@ccdag/core";
import { readReport } from "../note.ts";
import { number, text, textsOf } from "../normal.ts";
import { callsTo } from "./calls-to.ts";
import { notificationsIn } from "./notifications.ts";

/**
 * An agent's usage and end are recorded beside its answer. They are in the record of the result, in a note after its
 * text, or in the notification.
 *
 * ```text
 * result "…\nagentId: 7f\n<usage>total_tokens: 15\ntool_uses: 3\nduration_ms: 1447</usage>"
 * ⇒ agent 7f: usage {total_tokens: 15}, toolUses 3, durationMs 1447
 * ```
 *
 * The record has priority over the note; of several results and notifications the last one is used. Text that an answer
 * quotes is not read. If Claude stopped the agent, the interrupt at its end is the client's, not a person's.
 */
export const agentUsage: AnnotateRule = {
  name: "agent-usage",
  annotate({ tree, agents }) {
    for (const { agent, call } of callsTo(tree, agents)) {
      if (call.result === undefined) continue;
      fill(agent, ofNote(readReport(textsOf(call.result.children)).note));
      fill(agent, ofRecord(call.result.structured));
      if (call.result.isError) fill(agent, { status: "failed" });
    }
    for (const { message, agent } of notificationsIn(tree, agents)) {
      const words = toText(message);
      const [from, to] = [words.indexOf(openTag("result")), words.lastIndexOf(closeTag("result"))];
      const frame = from === -1 || to < from ? words : words.slice(0, from) + words.slice(to);
      fill(agent, { ...ofNote(frame), status: text(tag(frame, "status")) });
      const last = frame.includes(clientPhrase("stopped-by-claude")) ? messagesOf(agent).at(-1) : undefined;
      if (last?.origin === "interrupt") last.actor = "system";
    }
  },
};

type Facts = Pick<Agent, "usage" | "toolUses" | "durationMs" | "worktree" | "status">;

function fill(agent: Agent, facts: Facts): void {
  for (const [key, value] of Object.entries(facts)) if (value !== undefined) Object.assign(agent, { [key]: value });
}

function ofRecord(record: unknown): Facts {
  if (!isObject(record)) return {};
  const { usage, totalTokens, totalToolUseCount, totalDurationMs, worktreePath, status } = record;
  const tokens = typeof totalTokens === "number" ? { total_tokens: totalTokens } : undefined;
  return {
    usage: isObject(usage) || tokens ? { ...(isObject(usage) ? usage : {}), ...tokens } : undefined,
    toolUses: number(totalToolUseCount),
    durationMs: number(totalDurationMs),
    worktree: text(worktreePath),
    status: status === "async_launched" || status === "teammate_spawned" ? undefined : text(status),
  };
}

/** Reads the lines of a note after an answer, or the tags of a notification. */
function ofNote(note: string): Facts {
  const value = (field: RegExp) => number(Number(field.exec(note)?.[1]));
  const tokens = value(/\b(?:total|subagent)_tokens(?:>|: *)(\d+)/);
  return {
    usage: tokens === undefined ? undefined : { total_tokens: tokens },
    toolUses: value(/\btool_uses(?:>|: *)(\d+)/),
    durationMs: value(/\bduration_ms(?:>|: *)(\d+)/),
    worktree: /^worktreePath: (.+)$/m.exec(note)?.[1],
  };
}
