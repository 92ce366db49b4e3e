/** The text between the first opening and the last closing tag: an answer may contain the tag itself. */
export function inTag(words: string, name: string): string | undefined {
  const from = words.indexOf(`<${name}>`);
  const to = words.lastIndexOf(`</${name}>`);
  return from === -1 || to < from ? undefined : words.slice(from + name.length + 2, to);
}
