import type { JsonRecord, MessagePart } from "../../types.ts";
import { joinFields, metaOf } from "../fields.ts";
import { mediaOf } from "../media.ts";
import { documentNames, sourceNames } from "./source-names.ts";

/** An image or a document as it came. `rest` is what the part has no field for. */
export function exactMedia(part: MessagePart, rest: JsonRecord): JsonRecord {
  const meta = metaOf(part);
  const source = joinFields(meta, rest["source"], sourceNames);
  if (part.type === "image") return { ...rest, type: "image", source };
  return { ...joinFields(meta, rest, documentNames), type: "document", source };
}

/** An image of another format; nothing if it is neither in the part nor at a URL. */
export function foreignImage(part: MessagePart): JsonRecord[] {
  const { mediaType, data, url } = mediaOf(part);
  if (data !== undefined)
    return [{ type: "image", source: { type: "base64", media_type: mediaType ?? "image/png", data } }];
  return isWebUrl(url) ? [{ type: "image", source: { type: "url", url } }] : [];
}

/** A document of another format; nothing if it is neither PDF, plain text, nor at a URL. */
export function foreignDocument(part: MessagePart): JsonRecord[] {
  const { mediaType, data, url, text, filename } = mediaOf(part);
  const title = filename === undefined ? {} : { title: filename };
  if (text !== undefined)
    return [{ type: "document", source: { type: "text", media_type: "text/plain", data: text }, ...title }];
  if (data !== undefined && mediaType === "application/pdf")
    return [{ type: "document", source: { type: "base64", media_type: mediaType, data }, ...title }];
  const isPdf = mediaType === undefined || mediaType === "application/pdf";
  return isPdf && isWebUrl(url) ? [{ type: "document", source: { type: "url", url }, ...title }] : [];
}

function isWebUrl(url: string | undefined): url is string {
  return url !== undefined && (url.startsWith("https://") || url.startsWith("http://"));
}
