import type { PartType } from "../../types.ts";

/** The kind of part for a file of a type. */
export function mediaKind(mediaType: unknown): PartType {
  const [kind] = typeof mediaType === "string" ? mediaType.split("/") : [];
  return kind === "image" || kind === "audio" || kind === "video" ? kind : "file";
}
