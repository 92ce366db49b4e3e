import type { Content, Message } from "@ccdag/ccast";
import { answer, message } from "@ccdag/testkit";

/** The model of the replies. */
export const model = "claude-sonnet-4-5-20250929";

/** A prompt. */
export const say = (uuid: string, ...children: Content[]): Message => message({ uuid, origin: "prompt" }, ...children);

/** A reply, with its tokens. */
export const reply = (uuid: string, ...children: Content[]): Message => ({
  ...answer(uuid, ...children),
  messageId: uuid,
  model,
  usage: { input_tokens: 10, cache_read_input_tokens: 100, cache_creation_input_tokens: 20, output_tokens: 5 },
});
