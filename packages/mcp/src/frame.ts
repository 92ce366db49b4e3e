import { createHash } from "node:crypto";
import { visibleText } from "@ccdag/pipeline/tables";

/**
 * Put untrusted text into a frame that it cannot end: the name of the tags is made of the text, and does not occur in it.
 * Characters that nobody sees become visible. The same text has the same frame.
 *
 * @param record text of transcripts.
 */
export function frame(record: string): string {
  const text = visibleText(record).trim();
  let name = nameOf(text);
  while (text.includes(name)) name = nameOf(name);
  return `<${name}>\n${text}\n</${name}>`;
}

/** How many characters a frame takes. */
export const frameChars: number = "<>\n\n</>".length + 2 * nameOf("").length;

function nameOf(text: string): string {
  return `record-${createHash("sha256").update(text).digest("hex").slice(0, 12)}`;
}
