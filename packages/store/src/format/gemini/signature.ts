import type { JsonObject } from "../../types.ts";
import { splitFields } from "../fields.ts";

/** Every part of Gemini may have a signature: it is in `meta.signature`. */
export function splitSignature(part: JsonObject): { signature: JsonObject; others: JsonObject } {
  const { meta, rest } = splitFields(part, [["thoughtSignature", "signature"]]);
  return { signature: meta, others: rest };
}
