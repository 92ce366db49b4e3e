import type { JsonRecord, MessagePart, PartType } from "../../types.ts";
import {
  type FieldNames,
  joinFields,
  restIfAny,
  keptNested,
  makePart,
  metaOf,
  metaText,
  splitFields,
} from "../fields.ts";
import { mediaOf } from "../media.ts";
import { splitSignature } from "./signature.ts";

const blobNames: FieldNames = [
  ["mimeType", "media_type"],
  ["data", "data"],
  ["displayName", "filename"],
];
const fileNames: FieldNames = [
  ["mimeType", "media_type"],
  ["fileUri", "url"],
  ["displayName", "filename"],
];

/** Read a part with bytes. */
export function readBlob(part: JsonRecord, blob: JsonRecord): MessagePart {
  return readMedia(part, "inlineData", blob);
}

/** Read a part with the address of a file. */
export function readFile(part: JsonRecord, file: JsonRecord): MessagePart {
  return readMedia(part, "fileData", file);
}

function readMedia(part: JsonRecord, field: "inlineData" | "fileData", value: JsonRecord): MessagePart {
  const isBlob = field === "inlineData";
  const { meta, rest } = splitFields(value, isBlob ? blobNames : fileNames);
  const { signature, others } = splitSignature(keptNested(part, field, rest));
  const type = isBlob ? "base64" : "url";
  return makePart(partType(meta["media_type"]), undefined, { type, ...meta, ...signature, gemini: restIfAny(others) });
}

function partType(mediaType: unknown): PartType {
  const kind = typeof mediaType === "string" ? mediaType.slice(0, mediaType.indexOf("/")) : "";
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "file";
}

/** A part with media as it came. `rest` is what the part has no field for. */
export function exactMedia(part: MessagePart, rest: JsonRecord): JsonRecord {
  const meta = metaOf(part);
  return meta["type"] === "url"
    ? { ...rest, fileData: joinFields(meta, rest["fileData"], fileNames) }
    : { ...rest, inlineData: joinFields(meta, rest["inlineData"], blobNames) };
}

/** Media of another format. A document that is plain text becomes a text. */
export function foreignMedia(part: MessagePart): JsonRecord[] {
  const { mediaType, data, url, text } = mediaOf(part);
  const transcript = metaText(part, "transcript");
  if (text !== undefined) return text === "" ? [] : [{ text }];
  if (data !== undefined) {
    const mimeType = mediaType ?? (part.type === "image" ? "image/png" : undefined);
    return mimeType === undefined ? [] : [{ inlineData: { mimeType, data } }];
  }
  if (url !== undefined && !url.startsWith("data:"))
    return [{ fileData: { ...(mediaType === undefined ? {} : { mimeType: mediaType }), fileUri: url } }];
  return transcript ? [{ text: transcript }] : [];
}
