/** A part of a text. */
export interface TextPart {
  readonly from: number;
  /** Where it ends; exclusive. */
  readonly to: number;
}

/** Where reading stopped: at the end of an object that is whole, or where JSON allows no more. */
interface Stop {
  readonly at: number;
  readonly isWhole: boolean;
  /** The object within that ended there, if one did. */
  readonly last?: TextPart | undefined;
  /** The end of the string that ended there, if one did. */
  readonly string?: number | undefined;
}

/**
 * Find the JSON objects of a line that is not one: what is whole and inside no other whole object. Behind the end of a
 * record that was cut off, quotes mean the opposite; so does everything in a string that was cut off. Where JSON allows no
 * more, reading begins again: at the brace that opened the last string, or behind. Each character is read at most twice.
 *
 * @param text the line.
 * @returns the objects, in order. Their values are not checked: `JSON.parse` may still refuse one.
 */
export function wholeObjects(text: string): TextPart[] {
  const found: TextPart[] = [];
  for (let from = text.indexOf("{"); from !== -1;) {
    const stop = readObject(text, from);
    if (stop.isWhole) found.push({ from, to: stop.at });
    else if (stop.last) found.push(stop.last);
    // A record that stands in a string that was cut off: its first quote has ended the string.
    const brace = stop.string === undefined ? -1 : stop.string - 2;
    from = brace > from && text[brace] === "{" ? brace : text.indexOf("{", Math.max(stop.at, from + 1));
  }
  return found;
}

const blank = /[\t\n\r ]*/y;
const scalar = /true|false|null|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

/** Where a string ends that begins at a quote; where it is interrupted, by a control character or the end of the text, negated. */
function endOfString(text: string, quote: number): number {
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at + 1;
    if (code < 0x20) return -at;
    if (code === 0x5c) at++;
  }
  return -text.length;
}

/** Read an object and all that is in it, without recursion. */
function readObject(text: string, start: number): Stop {
  /** The beginnings of the objects and arrays that are open. */
  const open: number[] = [start];
  let at = start + 1;
  let last: TextPart | undefined;
  let ended: number | undefined;
  /** What may come: a key, a value, or what follows a value; `first` where it may also be the end. */
  let next: "first" | "key" | "value" | "after" = "first";
  for (;;) {
    at = endOf(blank, text, at);
    const character = text[at];
    const isObject = text[open.at(-1)!] === "{";
    if (next === "after" || next === "first") {
      if (character === (isObject ? "}" : "]")) {
        const from = open.pop()!;
        at++;
        ended = undefined;
        if (open.length === 0) return { at, isWhole: true };
        last = isObject ? { from, to: at } : undefined;
        next = "after";
        continue;
      }
      if (next === "after" && character === ",") {
        at++;
        [last, ended] = [undefined, undefined];
        next = isObject ? "key" : "value";
        continue;
      }
      if (next === "after") break;
    }
    [last, ended] = [undefined, undefined];
    const to = character === '"' ? endOfString(text, at) : 0;
    if (to < 0) return { at: -to, isWhole: false };
    if (to > 0) ended = to;
    if ((next === "first" && isObject) || next === "key") {
      if (to === 0) break;
      at = endOf(blank, text, to);
      if (text[at] !== ":") break;
      at++;
      ended = undefined;
      next = "value";
      continue;
    }
    if (character === "{" || character === "[") {
      open.push(at);
      at++;
      next = "first";
      continue;
    }
    const end = to === 0 ? endOf(scalar, text, at) : to;
    if (end === -1) break;
    at = end;
    next = "after";
  }
  return { at, isWhole: false, last, string: ended };
}
