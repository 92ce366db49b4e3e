import type { JsonValue, JsonRecord, MessageContent, MessagePart, PartType } from "../types.ts";
import { isJsonObject } from "../is-json-object.ts";
import { type ProviderFormat, providerFormats } from "./format-names.ts";
import { compact, isEmpty, omit } from "./json.ts";

/** Names of fields of a format, each with the key in `meta` that holds its text. */
export type FieldNames = readonly (readonly [field: string, key: string])[];

/**
 * Divide an object of a format: the texts in the named fields go into `meta`, everything else is the `rest`.
 * {@link joinFields} is the reverse. Nothing is converted, so that both together lose nothing.
 */
export function splitFields(object: JsonRecord, names: FieldNames): { meta: JsonRecord; rest: JsonRecord } {
  const moved = names.filter(([field]) => typeof object[field] === "string");
  return {
    meta: Object.fromEntries(moved.map(([field, key]) => [key, object[field]!])),
    rest: omit(
      object,
      moved.map(([field]) => field),
    ),
  };
}

/** The object that {@link splitFields} divided. */
export function joinFields(meta: JsonRecord, rest: JsonValue | undefined, names: FieldNames): JsonRecord {
  const texts = names.flatMap(([field, key]) => (typeof meta[key] === "string" ? [[field, meta[key]] as const] : []));
  return { ...(isJsonObject(rest) ? rest : {}), ...Object.fromEntries(texts) };
}

/** A part with what has a value. */
export function makePart(
  type: PartType,
  text: string | undefined,
  meta: { readonly [key: string]: JsonValue | undefined },
): MessagePart {
  const kept = compact(meta);
  return { type, ...(text === undefined ? {} : { text }), ...(isEmpty(kept) ? {} : { meta: kept }) };
}

/** The rest of a block, as it is kept in `meta`: nothing if it is empty. */
export function restIfAny(rest: JsonRecord): JsonRecord | undefined {
  return isEmpty(rest) ? undefined : rest;
}

/** The rest of a block in which an object is nested: with the rest of that object, unless it is empty. */
export function keptNested(block: JsonRecord, field: string, rest: JsonRecord): JsonRecord {
  return isEmpty(rest) ? omit(block, [field]) : { ...block, [field]: rest };
}

/** A block that has no kind of part: kept whole, and only in the format that it is from. */
export function opaquePart(
  format: ProviderFormat,
  block: JsonRecord,
  dataType: JsonValue | undefined,
  field?: string,
): MessagePart {
  return makePart("data", undefined, {
    data_type: typeof dataType === "string" ? dataType : "unknown",
    field,
    [format]: block,
  });
}

/** The `meta` of a message in a format. */
export function messageMeta(
  format: ProviderFormat,
  rest: JsonRecord,
  { originalRole, name }: { originalRole?: string | undefined; name?: string | undefined },
): JsonRecord {
  return compact({ source_format: format, original_role: originalRole, name, [format]: restIfAny(rest) });
}

/** The `meta` of a part. */
export function metaOf(part: MessagePart): JsonRecord {
  return isJsonObject(part.meta) ? part.meta : {};
}

/** A text in the `meta` of a part. */
export function metaText(part: MessagePart, key: string): string | undefined {
  const value = metaOf(part)[key];
  return typeof value === "string" ? value : undefined;
}

/** The text of a part; empty if it has none. */
export function textOf(part: MessagePart): string {
  return typeof part.text === "string" ? part.text : "";
}

/** What is kept of a message or a part for a format. */
export function restOf(meta: JsonRecord, format: ProviderFormat): JsonRecord {
  const rest = meta[format];
  return isJsonObject(rest) ? rest : {};
}

/** Whether a message came in this format, and so goes out as it came. */
export function isFrom(message: MessageContent, format: ProviderFormat): boolean {
  return message.meta["source_format"] === format;
}

/** The role that a message came with, if the store has none of that name. */
export function originalRoleOf(message: MessageContent): string | undefined {
  const role = message.meta["original_role"];
  return typeof role === "string" ? role : undefined;
}

/**
 * The signature of a thought, for a format. A provider accepts its own signatures only, so that one of another provider
 * is omitted.
 */
export function signatureFor(part: MessagePart, message: MessageContent, format: ProviderFormat): string | undefined {
  const source = message.meta["source_format"];
  const isForeign = source !== format && providerFormats.some((one) => one === source);
  return isForeign ? undefined : metaText(part, "signature");
}

/** Whether a part is a text and nothing else. */
export function isPlainText(part: MessagePart): boolean {
  return part.type === "text" && isEmpty(metaOf(part));
}
