import type { Actor, Origin } from "@ccdag/ccast";
import type { ThreadInfo } from "../dag/dag.ts";
import type { Entry, UserEntryKind } from "../entry/entry.ts";
import { isObject } from "../entry/parse-entries.ts";
import type { ClientTag } from "../entry/client-tags.ts";
import { userEntryFacts } from "../entry/user-entry-kinds.ts";

/**
 * Who speaks in an entry.
 *
 * @param entry the entry.
 * @param info its thread.
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
    return { role: "assistant", actor: info.agent ? "agent" : "assistant", origin };
  }
  const { actor, origin, isAlwaysHuman } = userEntryFacts(userKind);
  if (entry.kind === "passthrough" && origin === "prompt") return { role: "user", actor, origin: "queued" };
  const isAssistant = info.agent !== undefined && actor === "human" && !isAlwaysHuman && !isTyped(entry);
  return { role: "user", actor: isAssistant ? "assistant" : actor, origin };
}

/** What a person said to an agent all the same: newer clients record who typed. */
function isTyped({ raw }: Entry): boolean {
  return isObject(raw["origin"]) && raw["origin"]["kind"] === "human";
}

/**
 * The teammates that speak in a text, by the names in the client's tags; the words of several may come in one message.
 *
 * @param text the words of a user entry.
 */
export function sendersOf(text: string): string[] {
  const names = new Set<string>();
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + opening.length)) {
    const attributes = text.slice(at + opening.length, at + opening.length + maxTagChars);
    const found = /^\s/.test(attributes) ? sender.exec(attributes) : null;
    // A name may hold the sign that ends a tag.
    if (found && !attributes.slice(0, found.index).includes(">")) names.add(found[1]!);
  }
  return [...names];
}

const teammateMessage: ClientTag = "teammate-message";
const opening = `<${teammateMessage}`;
const sender = /\bteammate_id="([^"]{1,200})"/;
/** How long the attributes of a tag may be. */
const maxTagChars = 2200;
