import type { JsonRecord, MessageContent } from "../types.ts";
import { readAcontext } from "./acontext.ts";
import { readModelMessage } from "./ai-sdk/read-model-message.ts";
import { readUiMessage } from "./ai-sdk/read-ui-message.ts";
import { writeModelMessages } from "./ai-sdk/write-model-messages.ts";
import { writeUiMessages } from "./ai-sdk/write-ui-messages.ts";
import { readAnthropic } from "./anthropic/read-anthropic.ts";
import { writeAnthropic } from "./anthropic/write-anthropic.ts";
import type { FormatItem } from "./format-item.ts";
import { type CallLinks, linkCalls } from "./link-calls.ts";
import { type MessageFormat, messageFormats, type ProviderFormat } from "./format-names.ts";
import { asObject } from "./json.ts";
import { readGemini } from "./gemini/read-gemini.ts";
import { writeGemini } from "./gemini/write-gemini.ts";
import { readLangChain } from "./langchain/read-langchain.ts";
import { langChainMessage, writeLangChain } from "./langchain/write-langchain.ts";
import { withFormatMeta } from "./own-meta.ts";
import { orderResults } from "./openai/order.ts";
import { readOpenAi } from "./openai/read-openai.ts";
import { readResponses } from "./responses/read-responses.ts";
import { writeResponses } from "./responses/write-responses.ts";
import { standInText } from "./stand-in.ts";
import { stepsOf } from "./steps-of.ts";
import { writeOpenAi } from "./openai/write-openai.ts";

export { type MessageFormat, messageFormats } from "./format-names.ts";
export type { FormatItem } from "./format-item.ts";
export { FormatError } from "./format-error.ts";
export { metaOfProgram, withMeta } from "./own-meta.ts";

/** How messages of a provider are read and written. */
interface FormatRow {
  /** A message as the store keeps it. */
  readonly read: (message: JsonRecord) => MessageContent;
  /** The items of a conversation. */
  readonly write: (messages: readonly MessageContent[], links: CallLinks) => FormatItem[];
}

const formats: Readonly<Record<ProviderFormat, FormatRow>> = {
  openai: {
    read: readOpenAi,
    write: (messages, links) => {
      const items = messages.flatMap((message, index) => {
        const written = writeOpenAi(message, links[index]!);
        const text = { item: { role: message.role, content: standInText(message) }, calls: [] };
        return (written.length > 0 ? written : [text]).map((one) => ({ ...one, index }));
      });
      return orderResults(items).map(({ item, index }) => ({ item, index }));
    },
  },
  responses: {
    read: readResponses,
    write: oneByOne(writeResponses, ({ role }, text) => ({ type: "message", role, content: text })),
  },
  anthropic: {
    read: readAnthropic,
    write: oneByOne(writeAnthropic, ({ role }, text) => ({ role, content: [{ type: "text", text }] })),
  },
  gemini: {
    read: readGemini,
    write: oneByOne(writeGemini, ({ role }, text) => ({
      role: role === "assistant" ? "model" : "user",
      parts: [{ text }],
    })),
  },
  "ai-sdk": { read: readUiMessage, write: writeUiMessages },
  "ai-sdk-model": {
    read: readModelMessage,
    write: oneByOne(writeModelMessages, ({ role }, text) => ({ role, content: text })),
  },
  langchain: {
    read: readLangChain,
    write: oneByOne(writeLangChain, ({ role }, text) =>
      langChainMessage(role === "assistant" ? "ai" : "human", { content: text }),
    ),
  },
};

function oneByOne(
  write: (message: MessageContent, links: CallLinks[number]) => JsonRecord[],
  standIn: (message: MessageContent, text: string) => JsonRecord,
): FormatRow["write"] {
  return (messages, links) =>
    messages.flatMap((message, index) => {
      const items = write(message, links[index]!);
      return (items.length > 0 ? items : [standIn(message, standInText(message))]).map((item) => ({ item, index }));
    });
}

/**
 * Read a message of a format.
 *
 * What a message says goes into `parts`. Everything else is kept in `meta`, so that {@link toFormat} gives back the same
 * message for the same format. Blocks that the store has no part for are a `data` part, among them fields of Gemini with
 * names like `inline_data`: the names of its JSON are like `inlineData`. A block that belongs to another format is refused; in `langchain` blocks of all providers may be. Values are shared with `blob`, not copied.
 *
 * | key in `meta` of the message   | what it holds                                                                        |
 * | ------------------------------ | ------------------------------------------------------------------------------------ |
 * | `source_format`                | the format that the message came in; not for `acontext`                              |
 * | `original_role`                | a role that the store does not have: `system`, `developer`, `tool`, `function`; empty if a message of Gemini had none |
 * | `name`                         | the name of the author (`openai`)                                                    |
 * | the name of the format         | the other fields; `content` is `""`, `[]` or `null` where the form of the content is not the usual one |
 *
 * | key in `meta` of a part        | of                                                                                   |
 * | ------------------------------ | ------------------------------------------------------------------------------------ |
 * | `id` `name` `arguments`        | `tool-call`; the arguments are JSON text, empty if the call came without             |
 * | `id_made`                      | `tool-call`: true if the id is made, because the call of Gemini has none             |
 * | `type`                         | `custom` for a `tool-call` with any text as input; of media `base64`, `url`, `file`, `text` |
 * | `tool_call_id` `name` `is_error` | `tool-result`                                                                      |
 * | `media_type` `data` `url` `file_id` `file_data` `filename` `format` `detail` `transcript` | `image`, `audio`, `video`, `file`         |
 * | `signature`                    | `thinking`; of Gemini any part                                                       |
 * | `data`                         | `redacted_thinking`                                                                  |
 * | `is_refusal`                   | `text` that is a refusal                                                             |
 * | `cache_control`                | any part of Anthropic                                                                |
 * | `field`                        | the field of an assistant message that the part is from, if it is not the content (`openai`) |
 * | `data_type`                    | `data`: the kind of a block that the store has no part for                           |
 * | the name of the format         | the other fields of the block; of a structured tool result `content`, with lengths in place of texts; of `data` the whole block |
 * | `acontext`                     | other fields of a part in the store's own format                                     |
 *
 * @param blob the message, from JSON.
 * @param format the format that it is in.
 * @returns the message as the store keeps it.
 * @throws FormatError if the message is not in this format: what was found, where, and what was expected.
 */
export function fromFormat(blob: unknown, format: MessageFormat): MessageContent {
  const message = asObject(blob, "blob");
  return format === "acontext" ? readAcontext(message) : rowOf(format).read(message);
}

/**
 * Write a conversation in a format.
 *
 * A message that came in this format is written as it came. Of other messages, texts, calls, results, thinking and media
 * are converted, and what the format cannot hold is omitted:
 *
 * - `openai`, `responses`: thinking, video, files that are only at a URL (`openai`), audio other than wav and mp3, that a result is
 *   an error; media of an assistant or a system message. Images of tool results follow the results in a user message.
 * - `anthropic`, `gemini`: that a message of another format is the system's; it is a user message.
 * - `anthropic`: audio, video, documents other than PDF and plain text. A thought of another provider has an empty
 *   signature, which the API does not accept.
 * - `gemini`: redacted thinking, files that are only an id. Results are not grouped as the calls were.
 * - `ai-sdk`, `ai-sdk-model`: images of tool results, redacted thinking. In `ai-sdk` a result is in the part of its call, if that is
 *   among the messages.
 * - `langchain`: redacted thinking.
 * - all: `data`, empty texts, and signatures, ids of files and other fields of another provider.
 *
 * Each message gives an item; one that the format can say nothing of a text such as `[thinking]`. It gives several where calls or
 * results are items of their own, and in `ai-sdk` none if all of it are results of calls of other items. In `openai`
 * results directly follow the message with their call, wherever they are in the conversation. Other messages stay in
 * order, and none are merged.
 *
 * @param conversation the messages from the beginning of the conversation: results without an id are matched with the calls before them.
 * @param format the format to write.
 * @returns the items, each with the position of its message.
 */
export function toFormat(
  conversation: readonly MessageContent[],
  format: Exclude<MessageFormat, "acontext">,
): FormatItem[] {
  const { write } = rowOf(format);
  const steps = conversation.flatMap((one, index) =>
    stepsOf(withFormatMeta(one), format).map((message) => ({ message, index })),
  );
  const messages = steps.map(({ message }) => message);
  return write(messages, linkCalls(messages)).map(({ item, index }) => ({ item, index: steps[index]!.index }));
}

function rowOf(format: ProviderFormat): FormatRow {
  if (Object.hasOwn(formats, format)) return formats[format];
  throw new TypeError(`Unexpected format ${format}, expected ${messageFormats.join(", ")}`);
}
