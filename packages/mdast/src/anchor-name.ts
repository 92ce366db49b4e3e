/**
 * Encode the name of an anchor for documents and addresses.
 *
 * @param name such as `msg-<uuid>`. An unpaired surrogate, as an interrupted write leaves it, is replaced.
 */
export function anchorName(name: string): string {
  return encodeURIComponent(
    name.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD"),
  );
}
