import type { JsonValue, JsonRecord, MessagePart } from "../types.ts";
import { restOf, textOf, metaOf } from "./fields.ts";
import type { ProviderFormat } from "./format-names.ts";
import { FormatError } from "./format-error.ts";
import { isJsonObject } from "../is-json-object.ts";
import { asObject, isList } from "./json.ts";

/**
 * The content of a tool result: the text of the part, and what `meta.<format>.content` keeps of it. Of a list, `text`
 * has the texts of all blocks, joined; the kept list has the blocks, and in place of each text its length in UTF-16 code
 * units. So no text is stored twice.
 */
export function splitResult(content: JsonValue | undefined, path: string): { text?: string; rest: JsonRecord } {
  if (content === undefined) return { rest: {} };
  if (content === null) return { rest: { content } };
  if (typeof content === "string") return { text: content, rest: {} };
  if (!isList(content)) throw new FormatError(content, path, "a string or an array");
  const texts: string[] = [];
  const blocks = content.map((one, at) => {
    const block = asObject(one, `${path}[${at}]`);
    if (block["type"] !== "text") return block;
    const { text } = block;
    if (typeof text !== "string") throw new FormatError(text, `${path}[${at}].text`, "a string");
    texts.push(text);
    return { ...block, text: text.length };
  });
  return { ...(texts.length > 0 ? { text: texts.join("") } : {}), rest: { content: blocks } };
}

/**
 * The content that {@link splitResult} divided; `undefined` if there was none. If the text has changed since, so that
 * the lengths do not fit, the text is the content.
 */
export function joinResult(part: MessagePart, format: ProviderFormat): JsonValue | undefined {
  const content = restOf(metaOf(part), format)["content"];
  if (isList(content)) return joinBlocks(content, textOf(part)) ?? part.text;
  return part.text ?? (content === null ? null : undefined);
}

function joinBlocks(blocks: readonly JsonValue[], text: string): JsonValue[] | undefined {
  let from = 0;
  const joined: JsonValue[] = [];
  for (const block of blocks) {
    if (!isJsonObject(block) || block["type"] !== "text") {
      joined.push(block);
      continue;
    }
    const length = block["text"];
    if (typeof length !== "number" || !Number.isInteger(length) || length < 0) return undefined;
    joined.push({ ...block, text: text.slice(from, from + length) });
    from += length;
  }
  return from === text.length ? joined : undefined;
}
