import type { JsonObject, RawBlock } from "@ccdag/core";
import { object, text, without } from "../read-value.ts";

/** A part as a block of a message. */
export interface PlacedPart {
  /** Absent if the part is none that a reader sees. */
  readonly block?: RawBlock | undefined;
  /** What of the part has no place in the block. */
  readonly rest: JsonObject;
}

/** Make a block of a part. */
export function placePart(part: JsonObject): PlacedPart {
  switch (part["type"]) {
    case "text":
    case "reasoning":
      return placeText(part);
    case "tool":
      return placeCall(part);
    case "subtask": {
      const { prompt, ...rest } = part;
      return text(prompt) === undefined ? { rest: part } : { block: { type: "text", text: String(prompt) }, rest };
    }
    case "file":
      return placeFile(part);
    default:
      return { rest: part };
  }
}

function placeText(part: JsonObject): PlacedPart {
  const { text: said, ...rest } = part;
  if (text(said) === undefined) return { rest: part };
  const isThought = part["type"] === "reasoning";
  return { block: isThought ? { type: "thinking", thinking: said } : { type: "text", text: said }, rest };
}

function placeCall(part: JsonObject): PlacedPart {
  const { callID, tool, state, ...rest } = part;
  const { input, ...others } = object(state);
  return {
    block: {
      type: "tool_use",
      id: text(callID) ?? text(part["row"]) ?? "",
      name: text(tool) ?? "tool",
      input: input ?? {},
    },
    rest: Object.keys(others).length === 0 ? rest : { ...rest, state: others },
  };
}

/** A file that is part of the message; of other files only the address is recorded. */
function placeFile(part: JsonObject): PlacedPart {
  const { url, mime, ...rest } = part;
  const [, recorded, data] = /^data:([^;,]*);base64,(.*)$/s.exec(text(url) ?? "") ?? [];
  const type = text(mime) ?? recorded ?? "";
  if (data === undefined || type.startsWith("text/")) return { rest: part };
  const source = { type: "base64", media_type: type, data };
  return { block: { type: type.startsWith("image/") ? "image" : "document", source }, rest };
}

/** The result of a call, from a part that has ended (O6). */
export function placeResult(part: JsonObject): {
  readonly call: string;
  readonly content: unknown;
  readonly isError: boolean;
  readonly rest: JsonObject;
} {
  const state = object(part["state"]);
  const isError = state["status"] === "error";
  const said = state[isError ? "error" : "output"] ?? "";
  const files = Array.isArray(state["attachments"])
    ? (state["attachments"] as unknown[]).map(object).map(placePart)
    : [];
  const blocks = files.flatMap(({ block }) => (block ? [block] : []));
  const rest = without(state, isError ? "error" : "output", "attachments");
  return {
    call: text(part["callID"]) ?? text(part["row"]) ?? "",
    content: blocks.length === 0 ? said : [{ type: "text", text: said }, ...blocks],
    isError,
    rest: {
      ...without(part, "callID", "type", "state"),
      state: files.length === 0 ? rest : { ...rest, attachments: files.map((file) => file.rest) },
    },
  };
}
