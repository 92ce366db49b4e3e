/** The names of providers in the semantic conventions, by how names of their models begin. */
const providers: ReadonlyArray<readonly [model: RegExp, provider: string]> = [
  [/\banthropic\.claude/, "aws.bedrock"],
  [/\bclaude/, "anthropic"],
  [/\b(?:gpt|chatgpt|codex|o\d)\b/, "openai"],
  [/\bgemini/, "gcp.gemini"],
  [/\bgrok/, "x_ai"],
  [/\b(?:mistral|codestral|devstral|magistral)/, "mistral_ai"],
  [/\bdeepseek/, "deepseek"],
  [/\bkimi/, "moonshot_ai"],
];

/** The provider that a client asks unless another model is recorded. */
const defaults: Readonly<Record<string, string>> = {
  "claude-code": "anthropic",
  codex: "openai",
  gemini: "gcp.gemini",
};

/**
 * The value of `gen_ai.provider.name`.
 *
 * @param model the model as recorded; absent if it is not known.
 * @param client the program that recorded it.
 * @returns the provider; the name of the client if its provider is not known.
 */
export function providerOf(model: string | undefined, client: string): string {
  const name = model?.toLowerCase() ?? "";
  const found = providers.find(([pattern]) => pattern.test(name));
  return found?.[1] ?? (Object.hasOwn(defaults, client) ? defaults[client]! : client);
}
