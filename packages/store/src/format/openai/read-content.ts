import type { JsonValue, JsonRecord, MessagePart } from "../../types.ts";
import { type FieldNames, isPlainText, restIfAny, keptNested, makePart, opaquePart, splitFields } from "../fields.ts";
import { FormatError } from "../format-error.ts";
import { refuseForeignBlock } from "../foreign.ts";
import { asObject, isList, objectAt, omit, stringAt } from "../json.ts";
import { fileNames, imageNames, inputAudioNames } from "./image-names.ts";

/** The parts of the `content` of a message. `null` and no content are only an assistant's. */
export function readContent(content: JsonValue | undefined, isOptional: boolean): MessagePart[] {
  if (typeof content === "string") return [makePart("text", content, {})];
  if (isOptional && (content === undefined || content === null)) return [];
  if (!isList(content)) throw new FormatError(content, "blob.content", "a string or an array");
  return content.map((one, at) => readItem(asObject(one, `blob.content[${at}]`), `blob.content[${at}]`));
}

/** What the parts do not say of the `content`: that it is `null`, or a list where a text would do. */
export function contentRest(content: JsonValue | undefined, parts: readonly MessagePart[]): JsonRecord {
  if (content === null) return { content };
  const isTextByDefault = parts.length === 0 || (parts.length === 1 && isPlainText(parts[0]!));
  return isList(content) && isTextByDefault ? { content: [] } : {};
}

function readItem(item: JsonRecord, path: string): MessagePart {
  if (item["type"] === undefined) refuseForeignBlock(item, "openai", path);
  const type = stringAt(item, "type", path);
  switch (type) {
    case "text":
      return makePart("text", stringAt(item, "text", path), { openai: restIfAny(omit(item, ["type", "text"])) });
    case "refusal":
      return makePart("text", stringAt(item, "refusal", path), {
        is_refusal: true,
        openai: restIfAny(omit(item, ["type", "refusal"])),
      });
    case "image_url":
      return readNested("image", item, type, imageNames, path);
    case "input_audio":
      return readNested("audio", item, type, inputAudioNames, path);
    case "file":
      if (item["file"] === undefined) refuseForeignBlock(item, "openai", path);
      return readNested("file", item, type, fileNames, path);
    default:
      refuseForeignBlock(item, "openai", path);
      return opaquePart("openai", item, type);
  }
}

/** An item whose fields are in an object of the name of its type. */
function readNested(
  partType: "image" | "audio" | "file",
  item: JsonRecord,
  type: string,
  names: FieldNames,
  path: string,
): MessagePart {
  const { meta, rest } = splitFields(objectAt(item, type, path), names);
  return makePart(partType, undefined, { ...meta, openai: restIfAny(omit(keptNested(item, type, rest), ["type"])) });
}
