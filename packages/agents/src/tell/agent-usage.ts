import { type Agent, type ToolResult, toText } from "@ccdag/ccast";
import { isObject, type TellRule } from "@ccdag/core";
import { inTag, tag } from "../tag.ts";
import { text } from "../words.ts";
import { notificationsIn } from "./notifications.ts";

/**
 * What a run cost and how it ended is said beside the answer: in the record of the result, in a note behind its words,
 * or in the notification.
 *
 * ```text
 * result "…\nagentId: 7f\n<usage>total_tokens: 15\ntool_uses: 3\nduration_ms: 1447</usage>"
 * ⇒ agent 7f: usage {total_tokens: 15}, toolUses 3, durationMs 1447
 * ```
 *
 * What the record says counts more than the note; of several notifications the last one counts.
 */
export const agentUsage: TellRule = {
  name: "agent-usage",
  tell({ tree, agents }) {
    for (const { agent, call } of agents) {
      if (call?.result === undefined) continue;
      fill(agent, ofNote(wordsOf(call.result)));
      fill(agent, ofRecord(call.result.structured));
    }
    for (const { message, agent } of notificationsIn(tree, agents)) fill(agent, ofNote(toText(message)));
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

/** The note behind an answer, or that in a notification. */
function ofNote(words: string): Facts {
  const usage = inTag(words.slice(words.lastIndexOf("<usage>")), "usage") ?? "";
  const value = (name: string) => number(Number(new RegExp(`(?:^|[<\\s])${name}(?:>|: *)(\\d+)`).exec(usage)?.[1]));
  const tokens = value("(?:total|subagent)_tokens");
  return {
    usage: tokens === undefined ? undefined : { total_tokens: tokens },
    toolUses: value("tool_uses"),
    durationMs: value("duration_ms"),
    worktree: /^worktreePath: (.+)$/m.exec(words)?.[1],
    status: text(tag(words, "status")),
  };
}

function number(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function wordsOf({ children }: ToolResult): string {
  return children.flatMap((child) => (child.type === "text" ? child.value : [])).join("\n");
}
