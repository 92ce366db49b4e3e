import type { Actor, Origin } from "@ccdag/ccast";
import type { ThreadInfo } from "../dag/dag.ts";
import type { Entry, UserEntryKind } from "../entry/entry.ts";
import { isObject } from "../entry/parse.ts";

/** Who says a user entry, and in which way. In an agent the user is Claude (seed 002). */
const speakers: Record<UserEntryKind, { actor: Actor; origin: Origin }> = {
  "compact-summary": { actor: "system", origin: "compact-summary" },
  "tool-result": { actor: "system", origin: "meta" },
  command: { actor: "human", origin: "command" },
  "command-output": { actor: "human", origin: "command-output" },
  caveat: { actor: "system", origin: "meta" },
  bash: { actor: "human", origin: "bash" },
  "bash-output": { actor: "human", origin: "bash-output" },
  teammate: { actor: "teammate", origin: "teammate" },
  notification: { actor: "notification", origin: "notification" },
  hook: { actor: "hook", origin: "hook" },
  interrupt: { actor: "human", origin: "interrupt" },
  skill: { actor: "system", origin: "skill" },
  meta: { actor: "system", origin: "meta" },
  memory: { actor: "human", origin: "memory" },
  prompt: { actor: "human", origin: "prompt" },
};

/**
 * Who speaks in an entry.
 *
 * @param entry the entry.
 * @param info the line that tells it.
 * @param userKind what its words are (default: what the entry is).
 */
export function speakerOf(
  entry: Entry,
  info: ThreadInfo,
  userKind: UserEntryKind | undefined = entry.userKind,
): { role: "user" | "assistant"; actor: Actor; origin: Origin } {
  if (entry.kind === "assistant") {
    const isError = entry.raw["isApiErrorMessage"] === true;
    const origin = isError ? "api-error" : entry.message?.model === "<synthetic>" ? "synthetic" : "reply";
    return { role: "assistant", actor: info.agent ? "agent" : "claude", origin };
  }
  const { actor, origin } = speakers[userKind ?? "prompt"];
  if (entry.kind === "passthrough" && origin === "prompt") return { role: "user", actor, origin: "queued" };
  const isClaude = info.agent !== undefined && actor === "human" && !isTyped(entry, origin);
  return { role: "user", actor: isClaude ? "claude" : actor, origin };
}

/** What a person said to an agent all the same: only a person interrupts, and newer clients record who typed. */
function isTyped({ raw }: Entry, origin: Origin): boolean {
  return origin === "interrupt" || (isObject(raw["origin"]) && raw["origin"]["kind"] === "human");
}

/**
 * The teammates that speak in a text, by the names in the client's tags; the words of several may come in one message.
 *
 * @param text the words of a user entry.
 */
export function sendersOf(text: string): string[] {
  const names = [...text.matchAll(/<teammate-message\s[^>]{0,2000}?\bteammate_id="([^"]{1,200})"/g)].map(
    ([, name]) => name!,
  );
  return [...new Set(names)];
}
