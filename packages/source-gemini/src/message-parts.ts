import { isObject, type JsonObject, type RawBlock } from "@ccdag/core";

/** A recorded value, if it is a text and not empty. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A recorded value, if it is an object; else an empty one. */
export function object(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects of a recorded list. */
export function objects(value: unknown): JsonObject[] {
  return Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
}

/** The parts of a message: its content is a text, a part, or a list of both. */
export function partsOf(content: unknown): JsonObject[] {
  const list: unknown[] = Array.isArray(content) ? content : content === undefined || content === null ? [] : [content];
  return list.map((part) => (isObject(part) ? part : { text: typeof part === "string" ? part : JSON.stringify(part) }));
}

/** The text of a part that is no thought. */
export function wordsOf(part: JsonObject): string | undefined {
  return part["thought"] === true ? undefined : text(part["text"]);
}

/** All texts of parts. */
export function joined(parts: readonly JsonObject[]): string {
  return parts.flatMap((part) => wordsOf(part) ?? []).join("\n");
}

/** A part that is no text as a block: media as images or documents, anything else as it was recorded. */
export function blockOf(part: JsonObject): RawBlock {
  const { inlineData, fileData } = part;
  if (isObject(inlineData)) {
    const media = text(inlineData["mimeType"]) ?? "";
    const type = media.startsWith("image/") ? "image" : "document";
    return { type, source: { type: "base64", media_type: media, data: inlineData["data"] } };
  }
  if (isObject(fileData)) {
    const media = text(fileData["mimeType"]) ?? "";
    const type = media.startsWith("image/") ? "image" : "document";
    return { type, source: { type: "url", media_type: media, url: fileData["fileUri"] } };
  }
  return { ...part, type: "gemini_part" };
}

/** The name of a part whose value is an object, such as `functionCall`; `undefined` for other parts. */
export function inside(part: JsonObject, name: string): JsonObject | undefined {
  const value = part[name];
  return isObject(value) ? value : undefined;
}

/** The objects of that name in parts. */
export function allInside(parts: readonly JsonObject[], name: string): JsonObject[] {
  return parts.map((part) => inside(part, name)).filter((found) => found !== undefined);
}

/** An object without some of its fields, and without those that say nothing. */
export function without(raw: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(
    Object.entries(raw).filter(([name, value]) => !names.includes(name) && value !== undefined && !isEmptyList(value)),
  );
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
