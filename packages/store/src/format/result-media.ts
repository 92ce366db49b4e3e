import type { MessagePart } from "../types.ts";
import { readImage } from "./anthropic/read-anthropic.ts";
import { metaOf, restOf } from "./fields.ts";
import { readBlob } from "./gemini/media.ts";
import { isJsonObject } from "../is-json-object.ts";
import { isList } from "./json.ts";

/** The images in a structured tool result of Anthropic or Gemini, as parts: for the formats that have them elsewhere. */
export function imagesOfResult(part: MessagePart): MessagePart[] {
  const { content } = restOf(metaOf(part), "anthropic");
  const ofAnthropic = (isList(content) ? content : []).flatMap((block) =>
    isJsonObject(block) && block["type"] === "image" && isJsonObject(block["source"])
      ? [readImage(block, block["source"])]
      : [],
  );
  const response = restOf(metaOf(part), "gemini")["functionResponse"];
  const parts = isJsonObject(response) ? response["parts"] : undefined;
  const ofGemini = (isList(parts) ? parts : []).flatMap((one) =>
    isJsonObject(one) && isJsonObject(one["inlineData"]) ? [readBlob(one, one["inlineData"])] : [],
  );
  return [...ofAnthropic, ...ofGemini.filter(({ type }) => type === "image")];
}
