import type { Actor, Origin } from "@ccdag/ccast";
import type { LineInfo } from "../dag/dag.ts";
import type { Entry, Flavour } from "../entry/entry.ts";

/** Who says a user entry, and in which way. In an agent the user is Claude (seed 002). */
const speakers: Record<Flavour, { actor: Actor; origin: Origin }> = {
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
 * @param flavour what its words are (default: what the entry is).
 */
export function speakerOf(
  entry: Entry,
  info: LineInfo,
  flavour: Flavour | undefined = entry.flavour,
): { role: "user" | "assistant"; actor: Actor; origin: Origin } {
  if (entry.kind === "assistant") {
    const isError = entry.raw["isApiErrorMessage"] === true;
    const origin = isError ? "api-error" : entry.message?.model === "<synthetic>" ? "synthetic" : "reply";
    return { role: "assistant", actor: info.agent ? "agent" : "claude", origin };
  }
  const { actor, origin } = speakers[flavour ?? "prompt"];
  if (entry.kind === "passthrough" && origin === "prompt") return { role: "user", actor, origin: "queued" };
  return { role: "user", actor: info.agent && actor === "human" ? "claude" : actor, origin };
}
