/** The name of an anchor as it stands in a document and in addresses. Half a character, as a broken write leaves it, has no place there. */
export function anchorName(name: string): string {
  return encodeURIComponent(
    name.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD"),
  );
}
