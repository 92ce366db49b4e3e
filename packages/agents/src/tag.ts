/** A short value in a tag that the client writes, such as an id; empty where it is not there. */
export function tag(words: string, name: string): string {
  return new RegExp(`<${name}>([^<]*)</${name}>`).exec(words)?.[1]?.trim() ?? "";
}

/** What stands between the first opening and the last closing tag: an answer may hold the tag itself. */
export function inTag(words: string, name: string): string | undefined {
  const from = words.indexOf(`<${name}>`);
  const to = words.lastIndexOf(`</${name}>`);
  return from === -1 || to < from ? undefined : words.slice(from + name.length + 2, to);
}
