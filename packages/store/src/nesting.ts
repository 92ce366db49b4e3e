/**
 * How deeply JSON may be nested. `JSON.stringify` ends with the stack at some thousands of levels, `JSON.parse` does not: a deeper
 * value could be stored, and then not be sent any more, because an answer has it inside other values.
 */
const maxNesting = 2000;

/** Whether JSON is nested more deeply than the store takes. */
export function isTooDeep(json: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (isText && code === 0x5c) at++;
    else if (code === 0x22) isText = !isText;
    else if (!isText && (code === 0x7b || code === 0x5b)) {
      if (++depth > maxNesting) return true;
    } else if (!isText && (code === 0x7d || code === 0x5d)) depth--;
  }
  return false;
}
