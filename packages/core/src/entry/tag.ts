/**
 * What stands in a tag of the client's own.
 *
 * @param text the words around it.
 * @param name the name of the tag.
 * @returns its content, trimmed; empty where it is not there.
 */
export function tag(text: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]?.trim() ?? "";
}
