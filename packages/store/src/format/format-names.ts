/** The formats of providers. What reads and writes each of them is a row of the table of formats. */
export const providerFormats = ["openai", "anthropic", "gemini"] as const;

/** A format of a provider. */
export type ProviderFormat = (typeof providerFormats)[number];

/**
 * A format of messages: `acontext` is the store's own (`role`, `parts`, `meta`), `openai` is chat completions,
 * `anthropic` the messages API, `gemini` the contents of the API of Gemini.
 */
export type MessageFormat = "acontext" | ProviderFormat;

/** All formats. */
export const messageFormats: readonly MessageFormat[] = ["acontext", ...providerFormats];
