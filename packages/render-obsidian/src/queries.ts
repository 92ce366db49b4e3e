import { changeText, type Dialect } from "@ccdag/render-markdown";
import { gap } from "./break-commands.ts";

/** Fields, views and buttons of Meta Bind, and queries with a prefix of at most three signs and `=`. */
const usual = String.raw`(?:INPUT|VIEW|BUTTON|EMBED)\[|[^\s\w\x60]{0,3}=`;

const blank = /\s*/y;
/** What may stand before the content of a line: marks of quotes, and of list items. */
const inQuote = /[\s>]*/y;
const inList = /[\s>*+\-\d.)]*/y;
const fence = /^[\s>*+\-\d.)]*(?:`{3,}|~{3,})/;

/** How queries are kept from running. */
export interface Queries {
  /** Return the code of a block or span so that it does not begin with a query. */
  readonly code: (code: string) => string;
  /** Do the same in place with all code in the lines of a message. */
  readonly lines: Dialect["lines"];
}

/**
 * Keep plugins from running code as an inline query. Code is one if it begins with a prefix after white space. Dataview
 * runs it in spans and, by its default settings, in code blocks. A prefix later in the code means nothing: only what begins
 * with one gets an invisible character before it, and any other code is copied from a note as it was.
 *
 * @param prefixes of queries, besides those that end with `=` after at most three signs.
 */
export function queriesOf(prefixes: readonly string[] = []): Queries {
  const own = prefixes.flatMap((prefix) => withoutMargin(prefix.trim())).map(escape);
  const begin = new RegExp([...own, usual].join("|"), "y");
  const inCode = new RegExp(`^\\s*(?=${begin.source})`);

  /** The index of a query that begins at an index of a line, or after marks there; -1 if there is none. */
  const find = (line: string, from: number, margin: RegExp) =>
    [blank, margin].map((skip) => endOf(skip, line, from)).find((at) => endOf(begin, line, at) > at) ?? -1;
  const divide = (line: string, margin: RegExp) => {
    const at = find(line, 0, margin);
    return at === -1 ? line : line.slice(0, at) + gap + line.slice(at);
  };
  /** Outside of code blocks every backtick may begin a span, unless it certainly ends one. */
  const divideSpans = (line: string, ends: ReadonlySet<number>) =>
    line.replace(/(`+)[\s>]*/g, (found, run: string, from: number) => {
      const at = ends.has(from) ? -1 : find(line, from + run.length, inQuote) - from;
      return at < 0 ? found : found.slice(0, at) + gap + found.slice(at);
    });

  return {
    code: (code) => code.replace(inCode, `$&${gap}`),
    lines(lines, { code, starts }) {
      const spanEnds = endsOfSpans(lines, code);
      /** Whether a fence, or a backtick, and white space is all that stands before the line. */
      let isBegin = false;
      for (const [index, line] of lines.entries()) {
        const number = index + 1;
        const isCode = code.has(number);
        const isFence = starts.has(number) && fence.test(line);
        const ends = spanEnds.get(index) ?? none;
        if (!isFence) {
          // Code by indentation has no mark of its own.
          const isIndented = starts.has(number) || (!isCode && / {4}|\t/.test(marginOf(line)));
          const divided = isCode ? line : divideSpans(line, ends);
          lines[index] = isBegin || isIndented ? divide(divided, isIndented ? inList : inQuote) : divided;
        }
        isBegin = isFence || (isBegin && /^[\s>]*$/.test(line)) || (!isCode && mayBeginSpan(line, ends));
      }
    },
  };
}

const none: ReadonlySet<number> = new Set();

/** The indices at which spans end on each line, where that is certain. */
function endsOfSpans(lines: readonly string[], code: ReadonlySet<number>): ReadonlyMap<number, ReadonlySet<number>> {
  const found = new Map<number, ReadonlySet<number>>();
  changeText([...lines], code, /`/, (line, spans, index) => {
    found.set(index, new Set(spans.map(([, to]) => to)));
    return line;
  });
  return found;
}

/** A prefix, and what remains of it where its first signs may be taken for marks of a quote or list. */
function withoutMargin(prefix: string): string[] {
  const rest = prefix.slice(marginOf(prefix).length);
  return [...new Set([prefix, rest])].filter((one) => one !== "");
}

function marginOf(line: string): string {
  return line.slice(0, endOf(inList, line, 0));
}

/** The end of what a sticky pattern matches at an index; the index if it does not match. */
function endOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}

/** Whether a span may begin at the end of a line, with or without white space after its mark. */
function mayBeginSpan(line: string, ends: ReadonlySet<number>): boolean {
  const words = line.trimEnd();
  let from = words.length;
  while (words[from - 1] === "`") from--;
  return from < words.length && !ends.has(from);
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
