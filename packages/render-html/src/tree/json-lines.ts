/** The longest list or object that stands on one line, in characters. */
const maxInline = 72;
/** Texts with more characters, and those that are nested deeper, are shown as they are. */
const max = { chars: 100_000, depth: 60 } as const;

/**
 * The lines of a JSON text: its own, or, where it is all on one line, one for each member. Only white space between tokens
 * changes: a number keeps every digit, and a key that is there twice stays there twice.
 *
 * @param text what may be JSON.
 * @returns `undefined` for what is no list or object of JSON, or too large to be formatted.
 */
export function jsonLines(text: string): string[] | undefined {
  if (text.length > max.chars || !/^\s*[[{]/.test(text) || !/[\]}]\s*$/.test(text)) return undefined;
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  return text.trim().includes("\n") ? text.split("\n") : format(text);
}

const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

function format(text: string): string[] | undefined {
  const tokens = text.match(token) ?? [];
  const ends = endsOf(tokens);
  if (ends === undefined) return undefined;
  const lines: string[] = [];
  let line = "";
  let depth = 0;
  const end = () => {
    lines.push(line);
    line = "  ".repeat(depth);
  };
  for (let at = 0; at < tokens.length; at++) {
    const one = tokens[at]!;
    const inline = one === "[" || one === "{" ? inlineOf(tokens, at, ends[at]!) : undefined;
    if (inline !== undefined) {
      line += inline;
      at = ends[at]!;
    } else if (one === "[" || one === "{") {
      depth++;
      line += one;
      end();
    } else if (one === "]" || one === "}") {
      depth--;
      end();
      line += one;
    } else if (one === ",") {
      line += one;
      end();
    } else line += one === ":" ? ": " : one;
  }
  lines.push(line);
  return lines;
}

/** For each opening bracket where it is closed; `undefined` for what is nested too deep. */
function endsOf(tokens: readonly string[]): number[] | undefined {
  const ends: number[] = [];
  const open: number[] = [];
  for (const [at, one] of tokens.entries())
    if (one === "[" || one === "{") {
      open.push(at);
      if (open.length > max.depth) return undefined;
    } else if (one === "]" || one === "}") ends[open.pop() ?? 0] = at;
  return ends;
}

/** A list or object on one line, if it is short and holds no other. */
function inlineOf(tokens: readonly string[], from: number, to: number): string | undefined {
  let text = tokens[from]!;
  for (let at = from + 1; at <= to; at++) {
    const one = tokens[at]!;
    if ((at < to && /^[[\]{}]$/.test(one)) || text.length > maxInline) return undefined;
    text += one === "," || one === ":" ? `${one} ` : one;
  }
  return text.length > maxInline ? undefined : text;
}
