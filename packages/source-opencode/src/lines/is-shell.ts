import { type OpencodeMessage, partsOf, roleOf } from "../history/opencode-message.ts";
import { object, text } from "../read-value.ts";
import { isTyped } from "./divide-parts.ts";

/**
 * The messages that are commands that the person ran (O8): an answer of one tool without a step of a model, after a message of
 * which nothing was typed.
 */
export function shellsIn(messages: readonly OpencodeMessage[]): Set<OpencodeMessage> {
  const byId = new Map(messages.map((message) => [message.id, message]));
  return new Set(
    messages.filter((message) => {
      const asked = byId.get(text(message.info["parentID"]) ?? "");
      if (roleOf(message) !== "assistant" || asked === undefined || roleOf(asked) !== "user") return false;
      const parts = partsOf(message);
      const { input = 0, output = 0 } = object(message.info["tokens"]);
      const [only] = parts;
      const command = object(object(only?.data["state"])["input"])["command"];
      return (
        parts.length === 1 &&
        only!.data["type"] === "tool" &&
        typeof command === "string" &&
        input === 0 &&
        output === 0 &&
        asked.parts.size > 0 &&
        !partsOf(asked).some(({ data }) => isTyped(data))
      );
    }),
  );
}
