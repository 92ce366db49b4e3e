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
import { textLines } from "./text-lines.ts";
import { isObject, parseObject } from "./object.ts";
import { type InputFile, type SourceOptions, sourceOf } from "./source.ts";

export { isObject } from "./object.ts";

/**
 * Read the lines of one file, one at a time. Every line that is not blank comes out: what is no JSON object is
 * reported (`invalid-json`) and comes out as malformed, replaced bytes are reported (`invalid-utf8`). A file that a
 * source of an extension knows is read by that.
 *
 * @param file the file.
 * @param options where messages go, and sources.
 * @returns the lines, in file order.
 */
export function* parseEntries(file: InputFile, options: SourceOptions = {}): Generator<TranscriptRecord> {
  const source = sourceOf(file, options);
  if (source) yield* source.entries(file, options);
  else for (const one of parseRecords(file, options)) yield "form" in one ? one : toRecord(one.raw, one.location);
}

/**
 * Read the lines of one file as they were recorded, for a source that makes entries of them.
 *
 * @param file the file.
 * @param options where messages go.
 * @returns what each line that is not blank holds, or that it is no JSON object.
 */
export function* parseRecords(
  file: InputFile,
  options: SourceOptions = {},
): Generator<Malformed | { readonly raw: JsonObject; readonly location: RecordLocation }> {
  for (const { text: words, line, isReplaced } of textLines(file.value)) {
    const location: RecordLocation = { path: file.path, line, columns: words.length };
    if (isReplaced) report(options, "invalid-utf8", location, "Unexpected bytes that are no UTF-8, replaced by U+FFFD");
    const raw = parseObject(words);
    if (raw === undefined) {
      report(options, "invalid-json", location, `Unexpected line, expected a JSON object: \`${words.slice(0, 40)}\``);
      yield { form: "malformed", location };
    } else yield { raw, location };
  }
}

/**
 * Make a line of a record in the terms of Claude Code: `uuid`, `parentUuid`, `type`, `timestamp`, `message`.
 *
 * @param raw the record.
 * @param location where it stands.
 * @param about what its source knows of it: `isKnown`, that it is told as it is, and is no drift (default: what this
 *   version knows of Claude Code's records counts); `isChosen`, that forks are choices (default: the decisive test says).
 * @returns an entry; or a loose line, where the record has no uuid and does not speak.
 */
export function toRecord(
  raw: JsonObject,
  location: RecordLocation,
  about: Pick<Entry, "isKnown" | "isChosen"> = {},
): TranscriptRecord {
  const uuid = text(raw["uuid"]);
  const message = toMessage(raw);
  const kind = kindOf(raw);
  const type = text(raw["type"]) ?? (kind === "passthrough" ? "unknown" : kind);
  const speaks = message !== undefined && (kind === "user" || kind === "assistant");
  const common = {
    type,
    sessionId: text(raw["sessionId"]) ?? "",
    timestamp: timeOf(raw["timestamp"]),
    raw,
    location,
    ...about,
  };
  if (uuid === undefined && !speaks) return { form: "bookkeeping", subtype: text(raw["operation"]), ...common };
  return {
    form: "entry",
    id: uuid ?? `${location.path}:${location.line}`,
    uuid,
    parentUuid: text(raw["parentUuid"]) ?? null,
    logicalParentUuid: text(raw["logicalParentUuid"]),
    agentId: text(raw["agentId"]),
    isSidechain: raw["isSidechain"] === true,
    kind,
    subtype: subtypeOf(raw),
    userKind: userKindOf(raw, kind, message),
    message,
    ...common,
  };
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

/** A queued command is speech in an attachment: a prompt typed during a turn, or a notification. */
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
  if (typeof message === "string" || Array.isArray(message)) return { blocks: toBlocks(message), raw: {} };
  if (!isObject(message)) return undefined;
  const { id, model, content } = message;
  return { id: text(id), model: text(model), blocks: toBlocks(content), raw: message };
}

/**
 * Make the two shapes of content one.
 *
 * @param content a string, a list of blocks, or anything.
 * @returns blocks; a string, also as an item of a list, is a block of text.
 */
export function toBlocks(content: unknown): readonly RawBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  if (!Array.isArray(content)) return isObject(content) ? [content] : [];
  return content.map((item: unknown): RawBlock => {
    if (typeof item === "string") return { type: "text", text: item };
    return isObject(item) ? item : { type: "unknown", value: item };
  });
}

/** Milliseconds since 1970 of an ISO time or a number, whose size tells seconds from milliseconds; else `NaN`. */
function timeOf(value: unknown): number {
  if (typeof value === "number") return value < 1e11 ? value * 1000 : value;
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
