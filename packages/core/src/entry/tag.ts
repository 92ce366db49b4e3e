/**
 * The content of a tag that the client writes into a text, such as `<task-id>`.
 *
 * @param text the text.
 * @param name the name of the tag.
 * @returns its content, trimmed; empty if the tag is missing.
 */
export function tag(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.trim() ?? "";
}
