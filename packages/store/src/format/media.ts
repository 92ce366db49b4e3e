import type { MessagePart } from "../types.ts";
import { metaText } from "./fields.ts";

/** Where the bytes of an image, a sound, a video or a document are, whatever format it came in. */
export interface Media {
  /** Such as `image/png`. */
  readonly mediaType: string | undefined;
  /** The bytes in base64. */
  readonly data?: string | undefined;
  readonly url?: string | undefined;
  /** The text of a document that is plain text. */
  readonly text?: string | undefined;
  readonly filename: string | undefined;
}

/** Read where the bytes of a part are. */
export function mediaOf(part: MessagePart): Media {
  const filename = metaText(part, "filename");
  const mediaType = metaText(part, "media_type") ?? audioType(metaText(part, "format"));
  const data = metaText(part, "data");
  if (data !== undefined)
    return metaText(part, "type") === "text" ? { mediaType, text: data, filename } : { mediaType, data, filename };
  const fileData = metaText(part, "file_data");
  const url = metaText(part, "url") ?? fileData;
  const parsed = url === undefined ? undefined : parseDataUrl(url);
  if (parsed) return { ...parsed, filename };
  // OpenAI documents a data URL; programs also send bare base64, most of it PDF.
  if (fileData !== undefined && url === fileData)
    return { mediaType: mediaType ?? "application/pdf", data: fileData, filename };
  return { mediaType, url, filename };
}

/** The type and the base64 of a data URL; `undefined` if it is another URL, or not in base64. */
function parseDataUrl(url: string): { mediaType: string | undefined; data: string } | undefined {
  if (!url.startsWith("data:")) return undefined;
  const comma = url.indexOf(",");
  const header = url.slice("data:".length, comma);
  if (comma === -1 || !header.endsWith(";base64")) return undefined;
  const mediaType = header.slice(0, header.indexOf(";"));
  return { mediaType: mediaType === "" ? undefined : mediaType, data: url.slice(comma + 1) };
}

/** A data URL. */
export function toDataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}

/** The names that OpenAI has for audio, of the types that it accepts. */
const audioFormats: ReadonlyMap<string, string> = new Map([
  ["audio/wav", "wav"],
  ["audio/x-wav", "wav"],
  ["audio/wave", "wav"],
  ["audio/mp3", "mp3"],
  ["audio/mpeg", "mp3"],
]);

/** The name that OpenAI has for a type of audio; `undefined` if it does not accept it. */
export function audioFormat(mediaType: string | undefined): string | undefined {
  return mediaType === undefined ? undefined : audioFormats.get(mediaType);
}

function audioType(format: string | undefined): string | undefined {
  return format === undefined ? undefined : `audio/${format}`;
}
