import type { Json, JsonObject, MessageContent, Part, PartType } from "../types.ts";
import { compact, isEmpty, isJsonObject, omit } from "./json.ts";

/** A format of a provider. `acontext` is the store's own. */
export type ProviderFormat = "openai" | "anthropic" | "gemini";

/** Names of fields of a format, each with the key in `meta` that holds its text. */
export type FieldNames = readonly (readonly [field: string, key: string])[];

/**
 * Divide an object of a format: the texts in the named fields go into `meta`, everything else is the `rest`.
 * {@link joinFields} is the reverse. Nothing is converted, so that both together lose nothing.
 */
export function splitFields(object: JsonObject, names: FieldNames): { meta: JsonObject; rest: JsonObject } {
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
export function joinFields(meta: JsonObject, rest: Json | undefined, names: FieldNames): JsonObject {
  const texts = names.flatMap(([field, key]) => (typeof meta[key] === "string" ? [[field, meta[key]] as const] : []));
  return { ...(isJsonObject(rest) ? rest : {}), ...Object.fromEntries(texts) };
}

/** A part with what has a value. */
export function makePart(
  type: PartType,
  text: string | undefined,
  meta: { readonly [key: string]: Json | undefined },
): Part {
  const kept = compact(meta);
  return { type, ...(text === undefined ? {} : { text }), ...(isEmpty(kept) ? {} : { meta: kept }) };
}

/** The rest of a block, as it is kept in `meta`: nothing if it is empty. */
export function restIfAny(rest: JsonObject): JsonObject | undefined {
  return isEmpty(rest) ? undefined : rest;
}

/** The rest of a block in which an object is nested: with the rest of that object, unless it is empty. */
export function keptNested(block: JsonObject, field: string, rest: JsonObject): JsonObject {
  return isEmpty(rest) ? omit(block, [field]) : { ...block, [field]: rest };
}

/** A block that has no kind of part: kept whole, and only in the format that it is from. */
export function opaquePart(
  format: ProviderFormat,
  block: JsonObject,
  dataType: Json | undefined,
  field?: string,
): Part {
  return makePart("data", undefined, {
    data_type: typeof dataType === "string" ? dataType : "unknown",
    field,
    [format]: block,
  });
}

/** The `meta` of a message in a format. */
export function messageMeta(
  format: ProviderFormat,
  rest: JsonObject,
  { originalRole, name }: { originalRole?: string | undefined; name?: string | undefined },
): JsonObject {
  return compact({ source_format: format, original_role: originalRole, name, [format]: restIfAny(rest) });
}

/** The `meta` of a part. */
export function metaOf(part: Part): JsonObject {
  return isJsonObject(part.meta) ? part.meta : {};
}

/** A text in the `meta` of a part. */
export function metaText(part: Part, key: string): string | undefined {
  const value = metaOf(part)[key];
  return typeof value === "string" ? value : undefined;
}

/** The text of a part; empty if it has none. */
export function textOf(part: Part): string {
  return typeof part.text === "string" ? part.text : "";
}

/** What is kept of a message or a part for a format. */
export function restOf(meta: JsonObject, format: ProviderFormat): JsonObject {
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
export function signatureFor(part: Part, message: MessageContent, format: ProviderFormat): string | undefined {
  const source = message.meta["source_format"];
  const isForeign = source !== format && (source === "openai" || source === "anthropic" || source === "gemini");
  return isForeign ? undefined : metaText(part, "signature");
}

/** Whether a part is a text and nothing else. */
export function isPlainText(part: Part): boolean {
  return part.type === "text" && isEmpty(metaOf(part));
}
