import type { JsonObject, RawBlock } from "@ccdag/core";
import { objects, text } from "./values.ts";

/**
 * The parts of a message as blocks: texts and images. Parts of another kind stay as they are.
 *
 * @param content the parts, or a text.
 */
export function blocksOf(content: unknown): readonly RawBlock[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return objects(content).map(blockOf);
}

/** What the blocks of a message omit: fields that no block has a place for. */
export function restOf(content: unknown): JsonObject {
  const isPlain = objects(content).every((part) =>
    Object.entries(part).every(
      ([name, value]) => name === "type" || name === "text" || name === "image_url" || isEmpty(value),
    ),
  );
  return isPlain ? {} : { content };
}

function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function blockOf(part: JsonObject): RawBlock {
  const words = part["text"];
  const address = text(part["image_url"]);
  if (part["type"] === "input_image" && address !== undefined) return imageOf(address);
  const isText = part["type"] === "input_text" || part["type"] === "output_text" || part["type"] === "text";
  return isText && typeof words === "string" ? { type: "text", text: words } : part;
}

function imageOf(address: string): RawBlock {
  // Large: cut by hand, not by a regular expression.
  const comma = address.indexOf(",");
  const head = comma === -1 ? "" : address.slice(0, comma);
  if (!head.startsWith("data:") || !head.endsWith(";base64"))
    return { type: "image", source: { type: "url", url: address } };
  const source = {
    type: "base64",
    media_type: head.slice("data:".length, -";base64".length),
    data: address.slice(comma + 1),
  };
  return { type: "image", source };
}
