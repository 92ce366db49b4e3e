/** The formats of providers and libraries. What reads and writes each of them is a row of the table of formats. */
export const providerFormats = [
  "openai",
  "responses",
  "anthropic",
  "gemini",
  "ai-sdk",
  "ai-sdk-model",
  "langchain",
] as const;

/** A format of a provider or of a library. */
export type ProviderFormat = (typeof providerFormats)[number];

/**
 * A format of messages: `acontext` is the store's own (`role`, `parts`, `meta`), `openai` is chat completions, `responses` the
 * items of the Responses API and of conversations of OpenAI, `anthropic` the messages API, `gemini` the contents of the API of
 * Gemini, `ai-sdk` the `UIMessage` of the AI SDK and `ai-sdk-model` its `ModelMessage`, `langchain` a message of LangChain as
 * `messages_to_dict` and `mapChatMessagesToStoredMessages` write it.
 */
export type MessageFormat = "acontext" | ProviderFormat;

/** All formats. */
export const messageFormats: readonly MessageFormat[] = ["acontext", ...providerFormats];
