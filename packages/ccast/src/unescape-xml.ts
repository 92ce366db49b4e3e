const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#39": "'" };

/**
 * Undo the escaping of a text in a tag. Clients from about 2.1.152 escape the result in a notification, older ones do
 * not: a text with a `<` or `>` of its own, or with an `&` that begins no escape, was not escaped.
 *
 * @param text the content of a tag.
 * @returns the text as it was before; the same text if it was not escaped.
 */
export function unescapeXml(text: string): string {
  if (/[<>]|&(?!(?:amp|lt|gt|quot|apos|#39);)/.test(text)) return text;
  return text.replace(/&(amp|lt|gt|quot|apos|#39);/g, (_, name: string) => entities[name]!);
}
