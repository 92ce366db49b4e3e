/** Words of a stranger on one line: nothing in them is a mark, an attribute or a macro. */
export function inline(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  // A backslash at the end would take the bracket for a character.
  return line === "" ? "" : `pass:c[${line.replaceAll("]", "\\]").replace(/\\$/, "\\ ")}]`;
}

/** Words of a stranger as they are, in a block that they cannot end. */
export function literal(words: string): string {
  const fence = ".".repeat(Math.max(4, ...[...words.matchAll(/^\.{4,}/gm)].map(([dots]) => dots.length + 1)));
  // Directives are read before blocks are.
  const inert = words.replace(/^\\*(?:include|ifdef|ifndef|ifeval|endif)::/gm, "\\$&");
  return `[subs=specialcharacters]\n${fence}\n${inert}\n${fence}`;
}

/** A block that is folded. Folds that stand in one another have marks of different lengths. */
export function fold(title: string, content: string): string {
  const marks = [...content.matchAll(/^={4,}$/gm)].map(([mark]) => mark.length + 1);
  const mark = "=".repeat(Math.max(4, ...marks));
  return `.${inline(title) || "pass:c[…]"}\n[%collapsible]\n${mark}\n${content}\n${mark}`;
}

/** The name of a place that links lead to. */
export function anchor(name: string): string {
  return name.replace(/[^\w-]/g, "_");
}
