import type { Actor, Origin } from "@ccdag/ccast";
import type { ThreadInfo } from "../dag/dag.ts";
import type { Entry, JsonObject, UserEntryKind } from "../entry/entry.ts";
import { isObject } from "../entry/parse-records.ts";
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
  if (channelOf(entry) !== undefined && origin === "prompt") return { role: "user", actor, origin: "channel" };
  if (entry.kind === "passthrough" && origin === "prompt") return { role: "user", actor, origin: "queued" };
  const isAssistant = info.agent !== undefined && actor === "human" && !isAlwaysHuman && !isTyped(entry);
  return { role: "user", actor: isAssistant ? "assistant" : actor, origin };
}

/** What a person said to an agent all the same: newer clients record who typed. */
function isTyped(entry: Entry): boolean {
  return originOf(entry)["kind"] === "human";
}

/**
 * Who sent the words of an entry, by name: teammates, another session, a channel, a schedule.
 *
 * @param entry the entry.
 * @param text its words.
 * @param origin in which way they came.
 * @returns names; absent where the speaker has none.
 */
export function sendersOf(entry: Entry, text: string, origin: Origin): string[] | undefined {
  if (origin === "teammate") return namesIn(text, "teammate-message", /\bteammate_id="([^"]{1,200})"/);
  if (origin === "channel") return [channelOf(entry)!];
  if (origin === "scheduled") {
    const names = namesIn(text, "scheduled-task", /\bname="([^"]{1,200})"/);
    return names.length > 0 ? names : undefined;
  }
  if (origin !== "peer") return undefined;
  const { name } = originOf(entry);
  return typeof name === "string" ? [name] : namesIn(text, "cross-session-message", /\bfrom-name="([^"]{1,200})"/);
}

/** The names in the client's tags; the words of several may come in one message. */
function namesIn(text: string, tag: ClientTag, name: RegExp): string[] {
  const opening = `<${tag}`;
  const names = new Set<string>();
  for (let at = text.indexOf(opening); at !== -1; at = text.indexOf(opening, at + opening.length)) {
    const attributes = text.slice(at + opening.length, at + opening.length + maxTagChars);
    const found = /^\s/.test(attributes) ? name.exec(attributes) : null;
    // A name may hold the sign that ends a tag.
    if (found && !attributes.slice(0, found.index).includes(">")) names.add(found[1]!);
  }
  return [...names];
}

/** How long the attributes of a tag may be. */
const maxTagChars = 2200;

/** The channel through which a person on another device spoke, such as `telegram` of `plugin:telegram:telegram`. */
function channelOf(entry: Entry): string | undefined {
  const { kind, server } = originOf(entry);
  const first = entry.message?.blocks.find(({ type }) => type === "text")?.["text"];
  const source = /^<channel\s[^>]{0,2000}?\bsource="([^"]{1,200})"/.exec(typeof first === "string" ? first : "")?.[1];
  if (kind !== "channel" && (kind !== undefined || source === undefined)) return undefined;
  const name = typeof server === "string" ? server : (source ?? "");
  return name.slice(name.lastIndexOf(":") + 1);
}

/** The field `origin` of an entry, or of a command that was queued. */
function originOf({ raw }: Entry): JsonObject {
  const { origin, attachment } = raw;
  const found = isObject(attachment) ? attachment["origin"] : origin;
  return isObject(found) ? found : {};
}
