import { fromHtml } from "hast-util-from-html";
import { toText } from "hast-util-to-text";

/**
 * What a reader of a file sees.
 *
 * @param text the file.
 * @param path its name, whose ending says what it is.
 */
export function textOf(text, path) {
  if (path.endsWith(".html")) return toText(fromHtml(text));
  if (path.endsWith(".json")) return strings(JSON.parse(text)).join("\n");
  // A quotation is how a tool sets off what was said.
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
