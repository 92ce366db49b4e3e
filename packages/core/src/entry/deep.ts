/**
 * How deep JSON may be nested. No client nests deeper than twenty levels; JavaScript's own functions on JSON, and most
 * libraries, recurse and end at some thousands.
 */
export const maxDepth = 100;

/**
 * Whether a value is nested deeper than a number of levels.
 *
 * @param value anything that was parsed from JSON.
 * @param levels how many levels are allowed; the recursion goes no deeper than this.
 */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const child of children) if (isDeeper(child, levels - 1)) return true;
  return false;
}

/**
 * Replace every object and list below a depth by a string of its JSON. Every character stays.
 *
 * @param json a valid JSON text.
 * @param levels the depth from which values are replaced.
 * @returns a JSON text that is nested at most this deep.
 */
export function flattenDeep(json: string, levels: number): string {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') at = endOfString(json, at);
    else if (sign === "{" || sign === "[") {
      if (++depth !== levels + 1) continue;
      parts.push(json.slice(from, at));
      from = at;
    } else if (sign === "}" || sign === "]") {
      if (depth-- !== levels + 1) continue;
      parts.push(JSON.stringify(json.slice(from, at + 1)));
      from = at + 1;
    }
  }
  parts.push(json.slice(from));
  return parts.join("");
}

/** The index of the quotation mark that ends a string. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at;
}
