/** Escape untrusted text on one line: nothing in it is read as markup, an attribute or a macro. */
export function inline(words: string): string {
  const line = words.replace(/\s+/g, " ").trim();
  // A backslash at the end would escape the bracket.
  return line === "" ? "" : `pass:c[${line.replaceAll("]", "\\]").replace(/\\$/, "\\ ")}]`;
}

/** Put untrusted text into a literal block that it cannot close. */
export function literal(words: string): string {
  const fence = ".".repeat(Math.max(4, ...[...words.matchAll(/^\.{4,}/gm)].map(([dots]) => dots.length + 1)));
  // The preprocessor reads directives before blocks.
  const inert = words.replace(/^\\*(?:include|ifdef|ifndef|ifeval|endif)::/gm, "\\$&");
  return `[subs=specialcharacters]\n${fence}\n${inert}\n${fence}`;
}

/** Build a collapsible section. Nested sections have delimiters of different lengths. */
export function collapsible(title: string, content: string): string {
  const marks = [...content.matchAll(/^={4,}$/gm)].map(([mark]) => mark.length + 1);
  const mark = "=".repeat(Math.max(4, ...marks));
  return `.${inline(title) || "pass:c[…]"}\n[%collapsible]\n${mark}\n${content}\n${mark}`;
}

/** Build the name of an anchor. */
export function anchor(name: string): string {
  return name.replace(/[^\w-]/g, "_");
}
