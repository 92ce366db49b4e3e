import { isObject, type JsonObject } from "@ccdag/core";
import { user, withRest } from "./content.ts";
import { translateMessage } from "./message.ts";

/** What the head of a file says of all its entries. */
export interface Header {
  readonly id: string;
  readonly cwd: string | undefined;
}

/** A record in the terms of the reading wing. */
interface Translated {
  readonly record: JsonObject;
  /** Whether all of it is known; else it is told as it was recorded. */
  readonly isKnown: true | undefined;
}

/**
 * Say an entry of pi in the terms of Claude Code. What has no such term stands in `pi`, as recorded, and what nobody
 * knows stays as it is.
 */
export function translate(raw: JsonObject, { id: sessionId, cwd }: Header): Translated {
  const { type, id: _, parentId: __, timestamp, ...rest } = raw;
  const common = { sessionId, ...(cwd === undefined ? {} : { cwd }), timestamp };
  const known = (record: JsonObject): Translated => ({ record: { ...common, ...record }, isKnown: true });
  switch (type) {
    case "message": {
      const { message, ...others } = rest;
      const said = isObject(message) ? translateMessage(message, String(raw["id"])) : undefined;
      return said ? known(withRest(said, others)) : { record: { ...raw, ...common }, isKnown: undefined };
    }
    case "compaction": {
      const { summary, ...others } = rest;
      return known(withRest({ ...user(summary), isCompactSummary: true }, others));
    }
    case "branch_summary": {
      // What became of the side that was left: the model reads it, and nobody typed it.
      const { summary, ...others } = rest;
      return known(withRest({ ...user(summary), isMeta: true }, others));
    }
    case "custom_message": {
      const { content, ...others } = rest;
      return known(withRest({ ...user(content), isMeta: true }, others));
    }
    case "session_info":
      return known({ type: "custom-title", customTitle: text(raw["name"]).trim() });
    default: {
      // Labels, changes of the model, data of extensions: told in their place of the chain.
      const words = wordsOf(String(type), rest);
      // A type of pi's that Claude Code has, too, means something else.
      if (words === undefined) return { record: { ...raw, ...common, type: `pi/${String(type)}` }, isKnown: undefined };
      return known(withRest({ type, content: words }, rest));
    }
  }
}

/** What there is to read in a record that is no speech; nothing where nobody knows it. */
function wordsOf(type: string, rest: JsonObject): string | undefined {
  switch (type) {
    case "label":
      return `${text(rest["label"]) || "(taken off)"} ← ${text(rest["targetId"])}`;
    case "model_change":
      return [text(rest["provider"]), text(rest["modelId"])].filter(Boolean).join("/");
    case "thinking_level_change":
      return text(rest["thinkingLevel"]);
    case "custom":
    case "usage":
    case "context_edit":
      return JSON.stringify(rest);
    default:
      return undefined;
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
