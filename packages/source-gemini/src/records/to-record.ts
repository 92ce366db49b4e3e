import type { JsonObject, NeutralChange, NeutralRecords, TranscriptRecord } from "@ccdag/core";
import { cancelled, setIn } from "../log/log-lines.ts";
import type { PlacedLine } from "../log/place-lines.ts";
import { joined, partsOf, text, without, wordsOf } from "../message-parts.ts";
import { contentBlock } from "./results.ts";
import { callsOf, isOfClient, toAnswer, wordsOfClient } from "./answer.ts";
import { isSteering, userRecord } from "./user.ts";

/** What is known of a line. */
export interface LineContext {
  readonly place: PlacedLine;
  /** Makes records with what has no place in them. */
  readonly make: (rest: JsonObject) => NeutralRecords;
  readonly answered: ReadonlySet<string>;
  /** What calls did to files, by their ids. */
  readonly changes: ReadonlyMap<string, readonly NeutralChange[]>;
}

const messageTypes: ReadonlySet<unknown> = new Set(["user", "gemini", "info", "error", "warning"]);

/** What this version has no rule for in a line. */
export function unknownIn(raw: JsonObject, { kind }: PlacedLine): string[] {
  const name = text(raw["type"]) ?? Object.keys(raw).join("+");
  if (kind.is === "unknown") return [`record ${name}`];
  return kind.is === "message" && !messageTypes.has(raw["type"]) ? [`message ${name}`] : [];
}

/** Make the record of a line. */
export function toRecord(raw: JsonObject, context: LineContext): TranscriptRecord {
  const { place, make } = context;
  const { kind } = place;
  switch (kind.is) {
    case "message":
      return messageRecord(raw, context, kind.isAgain === true);
    case "grown":
      return grownRecord(raw, kind.of.whole, context);
    case "older":
      return make(differing(raw, kind.whole)).notice("older", String(raw["id"]));
    case "copy":
      return make({ ...(kind.of.isForeign ? raw : differing(raw, kind.of.whole)), of: kind.of.entry }).notice(
        "copy",
        String(raw["id"]),
      );
    case "back":
      return make(raw).wentBack(kind.to);
    case "rewind":
      return make(raw).notice("rewind", String(raw["$rewindTo"]));
    case "summary":
      return make(setRest(raw, place)).summary(kind.text);
    case "title":
      return make(raw).title(kind.text);
    case "set":
      return setRecord(raw, context);
    case "header":
      return make(raw).notice("header");
    default:
      return make(raw).notice(text(raw["type"]) ?? "record");
  }
}

function messageRecord(
  raw: JsonObject,
  { place, make, answered, changes }: LineContext,
  isAgain: boolean,
): TranscriptRecord {
  const parts = partsOf(raw["content"]);
  const words = joined(parts);
  const others = without(raw, ...(place.id === raw["id"] ? ["id"] : []), "timestamp", "type", "content");
  switch (raw["type"]) {
    case "user":
      return userRecord(raw, make({ ...without(others, "displayContent"), ...contentRest(raw) }), changes);
    case "gemini": {
      if (!isAgain && isOfClient(raw)) return make(others).meta(wordsOfClient(raw));
      const { answer, rest } = toAnswer(raw, { id: place.id, answered });
      return make({ ...rest, ...contentRest(raw) }).answer(answer);
    }
    case "info":
      // What a tool read, if it is no text.
      if (parts.some((part) => part["text"] === undefined)) return make(others).meta(parts.map(contentBlock));
      if (words === cancelled) return make({ ...others, content: words }).interrupt();
      return make({ ...others, content: raw["content"] }).notice("info", words);
    case "error":
      if (!words.startsWith("[API Error")) return make(others).notice("error", words);
      return make(others).answer({ request: place.id, blocks: [{ type: "text", text: words }], isError: true });
    default:
      return make({ ...others, content: raw["content"] }).notice(String(raw["type"]), words);
  }
}

/** The content stays as it was recorded if the blocks do not hold all of it. */
function contentRest({ content }: JsonObject): JsonObject {
  const isWhole = partsOf(content).every((part) => Object.keys(part).length === 1 && !isSteering(wordsOf(part) ?? ""));
  return isWhole ? {} : { content };
}

/** What was added to the copy of a message. */
function grownRecord(raw: JsonObject, whole: JsonObject, { place, make, answered }: LineContext): TranscriptRecord {
  const { answer, rest } = toAnswer(raw, { id: place.id, answered, known: new Set(callsOf(whole)) });
  const more = { ...rest, of: whole["id"] };
  if (raw["type"] !== "gemini" || answer.blocks.length === 0) return make(more).notice("copy", String(raw["id"]));
  return make(more).answer(answer);
}

/** Messages that a line sets, and that no other line has, are shown with it. */
function setRecord(raw: JsonObject, { place, make }: LineContext): TranscriptRecord {
  const words = (place.unseen ?? []).map(({ content }) => joined(partsOf(content))).join("\n\n");
  return make(setRest(raw, place)).notice("set", words);
}

/** Messages that other lines have are only named. */
function setRest(raw: JsonObject, { repeated }: PlacedLine): JsonObject {
  const fields = setIn(raw) ?? {};
  const { messages } = fields;
  if (repeated === undefined || !Array.isArray(messages)) return raw;
  const short = (messages as JsonObject[]).map((message) => (repeated.has(message) ? message["id"] : message));
  return { ...raw, $set: { ...fields, messages: short } };
}

/** The fields of an object that another one has not, or differently. */
function differing(raw: JsonObject, other: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(other[name])),
  );
}
