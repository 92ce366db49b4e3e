/**
 * The name of a session in its `workspace.yaml`. The client writes a plain or quoted text, folded into several lines if it is long.
 *
 * @param yaml the file.
 */
export function nameIn(yaml: string): string | undefined {
  const lines = yaml.split("\n").map((line) => line.trimEnd());
  const at = lines.findIndex((line) => line.startsWith("name:"));
  if (at === -1) return undefined;
  const end = lines.findIndex((line, index) => index > at && !line.startsWith(" "));
  const [first = "", ...more] = lines.slice(at, end === -1 ? undefined : end);
  const value = first.slice("name:".length).trim();
  const isBlock = value.startsWith(">") || value.startsWith("|");
  const words = [...(isBlock ? [] : [value]), ...more.map((line) => line.trim())].join(" ").trim();
  return unquoted(words) || undefined;
}

function unquoted(words: string): string {
  const isWhole = words.length > 1 && words.at(-1) === words[0];
  if (isWhole && words.startsWith("'")) return words.slice(1, -1).replaceAll("''", "'");
  if (!isWhole || !words.startsWith('"')) return words === "null" || words === "~" ? "" : words;
  try {
    return String(JSON.parse(words));
  } catch {
    return words.slice(1, -1);
  }
}
