import { isObject, type JsonObject, sessionIdOf } from "@ccdag/core";
import { user, withRest } from "./translate-content.ts";
import { translateMessage } from "./translate-message.ts";
import { textOrEmpty } from "./text-of.ts";

/** The fields of a file's header that apply to all its entries. */
export interface Header {
  readonly id: string;
  readonly cwd: string | undefined;
  /** The file of the session that it is a fork of: all records that both hold are its own. */
  readonly parent: string | undefined;
}

/** A record in the format of Claude Code. */
interface Translated {
  readonly record: JsonObject;
  /** Whether the type is known; otherwise the record stays as it is. */
  readonly isKnown: true | undefined;
}

/**
 * Translate an entry of pi into a record of Claude Code. Fields that Claude Code has no name for are in `pi`, as
 * recorded; an entry of an unknown type stays as it is.
 *
 * @param raw as recorded.
 * @param header the header of its file.
 */
export function translate(raw: JsonObject, { id: sessionId, cwd, parent }: Header): Translated {
  const { type, id: _, parentId: __, timestamp, ...rest } = raw;
  const forkedFrom =
    parent === undefined ? {} : { forkedFrom: { sessionId: sessionIdOf(parent.replaceAll("\\", "/")) } };
  const common = { sessionId, ...(cwd === undefined ? {} : { cwd }), ...forkedFrom, timestamp };
  const known = (record: JsonObject): Translated => ({ record: { ...common, ...record }, isKnown: true });
  switch (type) {
    case "message": {
      const { message, ...others } = rest;
      const translated = isObject(message) ? translateMessage(message, String(raw["id"])) : undefined;
      return translated ? known(withRest(translated, others)) : { record: { ...raw, ...common }, isKnown: undefined };
    }
    case "compaction": {
      const { summary, ...others } = rest;
      return known(withRest({ ...user(summary), isCompactSummary: true }, others));
    }
    case "branch_summary": {
      // A summary of the branch that was left: written for the model, not typed by a person.
      const { summary, ...others } = rest;
      return known(withRest({ ...user(summary), isMeta: true }, others));
    }
    case "custom_message": {
      const { content, ...others } = rest;
      return known(withRest({ ...user(content), isMeta: true }, others));
    }
    case "session_info":
      return known({ type: "custom-title", customTitle: textOrEmpty(raw["name"]).trim() });
    default: {
      // Labels, changes of the model and data of extensions become notices at their position in the chain.
      const content = noticeOf(String(type), rest);
      // The prefix is needed because a type that both programs have means different things.
      if (content === undefined)
        return { record: { ...raw, ...common, type: `pi/${String(type)}` }, isKnown: undefined };
      return known(withRest({ type, content }, rest));
    }
  }
}

/** The text of a record that is no message; `undefined` for an unknown type. */
function noticeOf(type: string, rest: JsonObject): string | undefined {
  switch (type) {
    case "label":
      return `${textOrEmpty(rest["label"]) || "(taken off)"} ← ${textOrEmpty(rest["targetId"])}`;
    case "model_change":
      return [textOrEmpty(rest["provider"]), textOrEmpty(rest["modelId"])].filter(Boolean).join("/");
    case "thinking_level_change":
      return textOrEmpty(rest["thinkingLevel"]);
    case "custom":
    case "usage":
    case "context_edit":
      return JSON.stringify(rest);
    default:
      return undefined;
  }
}
