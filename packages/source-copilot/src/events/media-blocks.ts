import type { JsonObject, RawBlock } from "@ccdag/core";
import { objects, text } from "../event-fields.ts";
import type { LogEvent } from "./event.ts";

/** The bytes of media that stand in an event of their own, by their ids. */
export type BinaryAssets = ReadonlyMap<string, string>;

/** Find the media of a log. */
export function assetsOf(events: readonly LogEvent[]): BinaryAssets {
  const assets = new Map<string, string>();
  for (const { type, data } of events) {
    const [id, bytes] = [text(data["assetId"]), text(data["data"])];
    if (type === "session.binary_asset" && id !== undefined && bytes !== undefined) assets.set(id, bytes);
  }
  return assets;
}

/**
 * The media in a recorded list, as blocks.
 *
 * @param list attachments, or parts of a result.
 * @param assets see {@link assetsOf}.
 */
export function mediaIn(list: unknown, assets: BinaryAssets): RawBlock[] {
  return objects(list)
    .map((one) => blockOf(one, assets))
    .filter((block) => block !== undefined);
}

function blockOf(one: JsonObject, assets: BinaryAssets): RawBlock | undefined {
  const bytes = text(one["data"]) ?? assets.get(text(one["assetId"]) ?? "");
  const media = text(one["mimeType"]);
  if (bytes === undefined || media === undefined) return undefined;
  const type = media.startsWith("image/") ? "image" : "document";
  return { type, source: { type: "base64", media_type: media, data: bytes } };
}
