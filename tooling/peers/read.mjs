import { fromHtml } from "hast-util-from-html";
import { toText } from "hast-util-to-text";

/**
 * The text that a reader of a file sees.
 *
 * @param text the file.
 * @param path its name; the ending names the format.
 */
export function textOf(text, path) {
  if (path.endsWith(".html")) return toText(fromHtml(text));
  if (path.endsWith(".json")) return strings(JSON.parse(text)).join("\n");
  // Some tools set the text of a message as a quotation.
  return path.endsWith(".md") ? text.replace(/^(?:> ?)+/gm, "") : text;
}

/** All strings of a value, in their order. */
function strings(value) {
  const found = [];
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === "string") found.push(next);
    else if (typeof next === "object" && next !== null) open.push(...Object.values(next).reverse());
  }
  return found;
}
