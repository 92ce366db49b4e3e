import type { JsonRecord } from "../../types.ts";
import { splitFields } from "../fields.ts";

/** Every part of Gemini may have a signature: it is in `meta.signature`. */
export function splitSignature(part: JsonRecord): { signature: JsonRecord; others: JsonRecord } {
  const { meta, rest } = splitFields(part, [["thoughtSignature", "signature"]]);
  return { signature: meta, others: rest };
}
