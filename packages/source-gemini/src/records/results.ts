import { isObject, type JsonObject, type NeutralResult, type RawBlock } from "@ccdag/core";
import { allInside, blockOf, inside, objects, partsOf, text } from "../message-parts.ts";

/** The results in a message of the user, and its other parts. */
export function resultsIn(parts: readonly JsonObject[]): { results: NeutralResult[]; others: JsonObject[] } {
  const results: NeutralResult[] = [];
  const others: JsonObject[] = [];
  for (const part of parts) {
    const response = inside(part, "functionResponse");
    if (response) results.push(toNeutral(response));
    else others.push(part);
  }
  return { results, others };
}

/** The result that is recorded with a call: parts that hold one, or a text. */
export function toResult({ id, result, status }: JsonObject): NeutralResult {
  const parts = partsOf(result);
  const found = allInside(parts, "functionResponse");
  const isError = status === "error" || status === "cancelled" || undefined;
  if (found.length === 0) return { call: String(id), content: parts.map(contentBlock), isError };
  const [first] = found.map(toNeutral);
  const beside = parts.filter((part) => inside(part, "functionResponse") === undefined).map(contentBlock);
  const content = [...toBlocks(first!.content), ...beside];
  return { call: String(id), content, isError: first!.isError ?? isError };
}

function toNeutral(response: JsonObject): NeutralResult {
  const { id, response: said, parts } = response;
  const media = objects(parts).map(blockOf);
  const { words, isError } = wordsIn(said);
  return {
    call: text(id) ?? "",
    content: media.length === 0 ? words : [{ type: "text", text: words }, ...media],
    isError,
  };
}

/** What a tool said: its output or its error; anything else as JSON. */
function wordsIn(said: unknown): { words: string; isError: true | undefined } {
  if (!isObject(said))
    return { words: typeof said === "string" ? said : (JSON.stringify(said) ?? ""), isError: undefined };
  const { output, error } = said;
  const isError = error !== undefined || undefined;
  const one = Object.keys(said).length === 1 ? (output ?? error) : undefined;
  return { words: typeof one === "string" ? one : JSON.stringify(said), isError };
}

function toBlocks(content: unknown): RawBlock[] {
  return Array.isArray(content) ? (content as RawBlock[]) : [{ type: "text", text: content }];
}

/** Any part as a block. */
export function contentBlock(part: JsonObject): RawBlock {
  return typeof part["text"] === "string" ? { type: "text", text: part["text"] } : blockOf(part);
}
