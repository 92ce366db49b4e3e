import { locationId } from "@ccdag/ccast";
import { report } from "../report.ts";
import type {
  Entry,
  UserEntryKind,
  JsonObject,
  EntryKind,
  TranscriptRecord,
  Malformed,
  RecordLocation,
  RawBlock,
  RawMessage,
} from "./entry.ts";
import { classifyUserEntry } from "./classify-user-entry.ts";
import { splitBeside } from "./beside.ts";
import { createSharing } from "./shared-strings.ts";
import { textLines } from "./text-lines.ts";
import { maxDepth } from "./deep.ts";
import { isObject, parseLine } from "./object.ts";
import { describeRecovered, recoverRecords } from "./recover-records.ts";
import type { InputFile, SourceOptions } from "./source.ts";

export { isObject } from "./object.ts";

/**
 * Read the JSON objects of one file as they were recorded, for a source that makes entries of them. It reports the same
 * messages as `parseEntries`.
 *
 * @param file the path and content of the file.
 * @param options `report`, which takes messages.
 * @returns the object of each line that is not blank, with its location; of a line that holds none a malformed
 *   record, and then each record that is whole on it.
 */
export function* parseRecords(
  file: InputFile,
  options: SourceOptions = {},
): Generator<Malformed | { readonly raw: JsonObject; readonly location: RecordLocation }> {
  let isWrapped = false;
  const share = createSharing();
  for (const { text: words, line, isReplaced, isTooLong } of textLines(file.value)) {
    const location: RecordLocation = { path: file.path, line, columns: words.length };
    if (isReplaced) report(options, "invalid-utf8", location, "Unexpected bytes that are no UTF-8, replaced by U+FFFD");
    const parsed = parseLine(words);
    if (parsed === undefined) {
      const { records, lost } = recoverRecords(words, location);
      const what = isTooLong ? "Unexpected line that is longer than a string can be" : "Unexpected line";
      const found = records.length === 0 ? "" : `; ${describeRecovered(records.length, lost)}`;
      report(options, "invalid-json", location, `${what}, expected a JSON object: \`${words.slice(0, 40)}\`${found}`);
      yield { form: "malformed", location, lost };
      for (const one of records) yield { raw: unwrap(one.raw), location: one.location };
      continue;
    }
    if (parsed.isFlattened)
      report(options, "deep-json", location, `Unexpected JSON nested deeper than ${maxDepth}, kept as text below that`);
    const raw = unwrap(parsed.raw);
    if (raw !== parsed.raw && !isWrapped)
      report(
        options,
        "wrapped-record",
        location,
        "Unexpected record in the field `raw` of another one, read from there",
        "info",
      );
    isWrapped ||= raw !== parsed.raw;
    share(raw);
    yield { raw, location };
  }
}

/**
 * The record in a line of an archive that keeps what the client wrote in the field `raw`, as an object or as its JSON.
 * The archive's own fields stay, in the field `wrapper`.
 */
function unwrap(line: JsonObject): JsonObject {
  if (line["raw"] === undefined || line["uuid"] !== undefined || line["message"] !== undefined) return line;
  const { raw, ...wrapper } = line;
  const inner = typeof raw === "string" ? parseLine(raw)?.raw : raw;
  if (!isObject(inner) || (text(inner["uuid"]) ?? text(inner["type"])) === undefined) return line;
  return Object.keys(wrapper).length === 0 ? inner : { ...inner, wrapper };
}

/**
 * Make a record of a JSON object that has the fields of Claude Code: `uuid`, `parentUuid`, `type`, `timestamp`,
 * `message`.
 *
 * @param raw the object.
 * @param location its file and line.
 * @param about what its source knows about it: `isKnown` if the source knows all of its fields (default: the fields of
 *   Claude Code that this version knows); `unknown` what it has no rule for; `isChosen` if every fork is a choice of the user (default: the rule true-fork
 *   decides); `userKind` if it knows what a user entry is (default: fields and words decide).
 * @returns an entry; or a bookkeeping record, if the object has no uuid and is no user or assistant message.
 */
export function toRecord(
  raw: JsonObject,
  location: RecordLocation,
  about?: Partial<Pick<Entry, "isKnown" | "isChosen" | "unknown" | "userKind">>,
): TranscriptRecord {
  const uuid = text(raw["uuid"]);
  const kind = kindOf(raw);
  const message = withFlatCall(withBeside(toMessage(raw), kind), kind, raw);
  const type = text(raw["type"]) ?? (kind === "passthrough" ? "unknown" : kind);
  const speaks = message !== undefined && (kind === "user" || kind === "assistant");
  const sessionId = text(raw["sessionId"]) ?? "";
  const timestamp = timeOf(raw["timestamp"]);
  // Each is one literal: properties that are spread into an object cost memory for every record.
  const record: TranscriptRecord =
    uuid === undefined && !speaks
      ? { form: "bookkeeping", type, subtype: text(raw["operation"]), sessionId, timestamp, raw, location }
      : {
          form: "entry",
          id: uuid ?? locationId(location),
          uuid,
          parentUuid: text(raw["parentUuid"]) ?? null,
          logicalParentUuid: text(raw["logicalParentUuid"]),
          sessionId,
          agentId: text(raw["agentId"]),
          isSidechain: raw["isSidechain"] === true,
          kind,
          type,
          subtype: subtypeOf(raw),
          userKind: userKindOf(raw, kind, message),
          timestamp,
          message,
          raw,
          location,
        };
  return about === undefined ? record : { ...record, ...about };
}

function kindOf(raw: JsonObject): EntryKind {
  const type = raw["type"] ?? (isObject(raw["message"]) ? raw["message"]["role"] : undefined);
  return type === "user" || type === "assistant" || type === "system" ? type : "passthrough";
}

function subtypeOf(raw: JsonObject): string | undefined {
  const inner = isObject(raw["attachment"]) ? raw["attachment"]["type"] : undefined;
  const data = isObject(raw["data"]) ? raw["data"]["type"] : undefined;
  return text(raw["subtype"]) ?? text(inner) ?? text(data);
}

/**
 * The kind of a user entry, or of a queued command. A queued command is an attachment with a prompt that was typed
 * during a turn, or with a notification.
 */
function userKindOf(raw: JsonObject, kind: EntryKind, message: RawMessage | undefined): UserEntryKind | undefined {
  if (kind === "user") return classifyUserEntry(raw, message?.blocks ?? []);
  const attachment = raw["attachment"];
  if (!isObject(attachment) || attachment["type"] !== "queued_command") return undefined;
  const userKind = classifyUserEntry({ origin: attachment["origin"] }, message?.blocks ?? []);
  return attachment["commandMode"] === "task-notification" ? "notification" : userKind;
}

function toMessage(raw: JsonObject): RawMessage | undefined {
  const attachment = raw["attachment"];
  if (isObject(attachment) && attachment["type"] === "queued_command")
    return { blocks: toBlocks(attachment["prompt"]), raw: attachment };
  const message = raw["message"];
  if (message === undefined || message === null) return undefined;
  if (!isObject(message)) return { blocks: toBlocks(message), raw: {} };
  const { id, model, content } = message;
  return { id: text(id), model: text(model), blocks: toBlocks(content), raw: message };
}

/** What the client put in beside what a person typed stands in blocks of its own. */
function withBeside(message: RawMessage | undefined, kind: EntryKind): RawMessage | undefined {
  const blocks = kind === "assistant" || message === undefined ? undefined : splitBeside(message.blocks);
  return message === undefined || blocks === undefined || blocks === message.blocks ? message : { ...message, blocks };
}

/** The oldest clients wrote a tool call as fields of the record. */
function withFlatCall(message: RawMessage | undefined, kind: EntryKind, raw: JsonObject): RawMessage | undefined {
  const name = text(raw["toolName"]);
  if (kind !== "assistant" || name === undefined || (message && message.blocks.length > 0)) return message;
  const block = {
    type: "tool_use",
    id: text(raw["toolUseId"]) ?? text(raw["uuid"]) ?? "",
    name,
    input: raw["toolArguments"],
  };
  return { ...message, blocks: [block], raw: message?.raw ?? {} };
}

/**
 * Turn the content of a message into a list of blocks.
 *
 * @param content a string, a list of blocks and strings, or any other value.
 * @returns blocks; a string becomes a text block, a block a list of it, any other value a block without a type. Empty if
 *   there is no content.
 */
export function toBlocks(content: unknown): readonly RawBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (content === undefined || content === null) return [];
  if (!Array.isArray(content)) return [isObject(content) ? content : { value: content }];
  if (content.every(isObject)) return content;
  return content.map((item: unknown): RawBlock => {
    if (typeof item === "string") return { type: "text", text: item };
    return isObject(item) ? item : { value: item };
  });
}

/**
 * Milliseconds since 1970 of an ISO time, or of a number of seconds or milliseconds, distinguished by its size; else
 * `NaN`.
 */
function timeOf(value: unknown): number {
  if (typeof value === "number") return value < 1e11 ? value * 1000 : value;
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
