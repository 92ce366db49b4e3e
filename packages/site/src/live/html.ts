/** A tag, as pages are written: no `<` in a text, no `"` in the value of an attribute. */
const tags = /<(\/?)([a-z][a-z\d]*)(?: [^\s"=<>]+(?:="[^"]*")?)*>/g;
/** Elements without an end tag. */
const empty = new Set(["br", "hr", "img", "input"]);

/**
 * Find an element of a page by its id. Text of a transcript cannot be taken for one: `<` is escaped in texts, and `"` in values.
 *
 * @param page the page, as this version writes it.
 * @param tag the name of the element.
 * @param id its id.
 * @returns where its tag begins; -1 for none.
 */
export function findElement(page: string, tag: string, id: string): number {
  const attribute = ` id="${id}"`;
  for (let at = page.indexOf(attribute); at !== -1; at = page.indexOf(attribute, at + 1)) {
    const start = page.lastIndexOf("<", at);
    // Other attributes may come first.
    if (/^<[a-z\d]+(?: [^\s"=<>]+="[^"<>]*")*$/.test(page.slice(start, at)) && page.startsWith(`<${tag} `, start))
      return start;
  }
  return -1;
}

/**
 * Find where the parent of an element ends.
 *
 * @param page the page.
 * @param start where the tag of the element, or its first child, begins.
 * @returns where the end tag of the parent begins; -1 if it does not end.
 */
export function endOfParent(page: string, start: number): number {
  let depth = 0;
  tags.lastIndex = start;
  for (let tag = tags.exec(page); tag; tag = tags.exec(page)) {
    if (tag[1] === "/") depth--;
    else if (!empty.has(tag[2]!)) depth++;
    if (depth < 0) return tag.index;
  }
  return -1;
}

/** Where the element ends that begins at a position. */
export function endOfElement(page: string, start: number): number {
  const tag = tagAt(page, start);
  const name = /^<([a-z\d]+)/.exec(tag)?.[1] ?? "";
  const inner = start + Math.max(1, tag.length);
  const end = empty.has(name) || tag === "" ? inner : endOfParent(page, inner) + name.length + 3;
  return end < inner ? page.length : end;
}

/** The tag that begins at a position. */
export function tagAt(page: string, start: number): string {
  if (page[start] !== "<") return "";
  tags.lastIndex = start;
  const tag = tags.exec(page);
  return tag?.index === start ? tag[0] : "";
}
