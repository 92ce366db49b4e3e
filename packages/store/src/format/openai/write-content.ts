import type { JsonRecord, MessagePart } from "../../types.ts";
import { type FieldNames, joinFields, metaOf, metaText, restOf, textOf } from "../fields.ts";
import { isJsonObject } from "../../is-json-object.ts";
import { compact } from "../json.ts";
import { audioFormat, mediaOf, toDataUrl } from "../media.ts";
import { fileNames, imageNames, inputAudioNames } from "./image-names.ts";

/** An item of `content` as it came; nothing for a part that is not of `content`. */
export function exactItem(part: MessagePart): JsonRecord[] {
  const meta = metaOf(part);
  const rest = restOf(meta, "openai");
  switch (part.type) {
    case "text":
      return [
        meta["is_refusal"] === true
          ? { ...rest, type: "refusal", refusal: textOf(part) }
          : { ...rest, type: "text", text: textOf(part) },
      ];
    case "image":
      return [nestedItem("image_url", meta, rest, imageNames)];
    case "audio":
      return [nestedItem("input_audio", meta, rest, inputAudioNames)];
    case "file":
      return [nestedItem("file", meta, rest, fileNames)];
    default:
      return isJsonObject(meta["openai"]) ? [meta["openai"]] : [];
  }
}

function nestedItem(type: string, meta: JsonRecord, rest: JsonRecord, names: FieldNames): JsonRecord {
  return { ...rest, type, [type]: joinFields(meta, rest[type], names) };
}

/** An item of `content` for a part of a user message of another format. */
export function foreignItem(part: MessagePart): JsonRecord[] {
  switch (part.type) {
    case "text":
      return textItem(textOf(part));
    case "image":
      return foreignImage(part);
    case "audio":
      return foreignAudio(part);
    case "file":
      return foreignFile(part);
    default:
      return [];
  }
}

/** An item of `content` for a part of an assistant or system message of another format: text only. */
export function foreignTextItem(part: MessagePart): JsonRecord[] {
  if (part.type === "audio") return textItem(metaText(part, "transcript") ?? "");
  if (part.type !== "text") return [];
  const text = textOf(part);
  return metaOf(part)["is_refusal"] === true && text !== "" ? [{ type: "refusal", refusal: text }] : textItem(text);
}

function textItem(text: string): JsonRecord[] {
  return text === "" ? [] : [{ type: "text", text }];
}

function foreignImage(part: MessagePart): JsonRecord[] {
  const { mediaType, data } = mediaOf(part);
  // A URL stays as it is, also a data URL.
  const url = metaText(part, "url") ?? (data === undefined ? undefined : toDataUrl(mediaType ?? "image/png", data));
  const detail = metaText(part, "detail");
  return url === undefined ? [] : [{ type: "image_url", image_url: compact({ url, detail }) }];
}

function foreignAudio(part: MessagePart): JsonRecord[] {
  const { mediaType, data } = mediaOf(part);
  const format = audioFormat(mediaType);
  if (data !== undefined && format !== undefined) return [{ type: "input_audio", input_audio: { data, format } }];
  return textItem(metaText(part, "transcript") ?? "");
}

function foreignFile(part: MessagePart): JsonRecord[] {
  const { mediaType, data, text, filename } = mediaOf(part);
  if (text !== undefined) return textItem(text);
  if (data !== undefined && mediaType !== undefined) {
    const name = filename ?? (mediaType === "application/pdf" ? "document.pdf" : "document");
    return [{ type: "file", file: { filename: name, file_data: toDataUrl(mediaType, data) } }];
  }
  // The id of a file of another provider has a type beside it.
  const id = metaText(part, "type") === undefined ? metaText(part, "file_id") : undefined;
  return id === undefined ? [] : [{ type: "file", file: compact({ file_id: id, filename }) }];
}
