import { isThread, type Nodes } from "@ccdag/ccast";

/** Lines are indented this deep, at most: with thousands of nested agents, spaces would make up nearly all of the text. */
const maxDepth = 64;

/** An object or a list that is being written, and what is left of it. */
interface Open {
  readonly entries: Iterator<readonly [key: string | undefined, value: unknown]>;
  readonly close: "]" | "}";
  /** Whether something in it has been written. */
  isBegun: boolean;
}

/** The usual length of a piece, in characters. A longer value is a piece by itself: joined with others it would be copied. */
export const pieceLength = 8000;

/**
 * Write an object as `JSON.stringify` does, piece by piece: the whole text of a large session would take as much memory as its
 * tree. That function is recursive, and ends with an error where threads are nested some thousand levels deep; here they may be
 * nested to any depth.
 *
 * @param value an object; a tree may be a field of it.
 * @param indent spaces of indentation, up to 10.
 * @returns pieces of JSON, which end between two values.
 */
export function* stringify(value: object, indent: number): Generator<string> {
  const gap = " ".repeat(Math.min(Math.max(Math.trunc(indent), 0), 10));
  let written = "";
  const stack: Open[] = [];
  open(value);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const { value: entry, done } = top.entries.next();
    if (!done) {
      const long = write(top, entry);
      if (long !== undefined) {
        yield written;
        yield long;
        written = "";
      }
    } else {
      stack.pop();
      written += `${top.isBegun ? newLine() : ""}${top.close}`;
    }
    if (written.length >= pieceLength) {
      yield written;
      written = "";
    }
  }
  yield written;

  function open(what: object): void {
    const isList = Array.isArray(what);
    written += isList ? "[" : "{";
    const entries = isList ? listEntries(what) : Object.entries(what).values();
    stack.push({ entries, close: isList ? "]" : "}", isBegun: false });
  }

  /** Returns what is left to write of an entry: a long text. */
  function write(top: Open, [key, field]: readonly [key: string | undefined, value: unknown]): string | undefined {
    const isOpened = isSkeleton(key, field);
    const text = isOpened ? "" : valueOf(field);
    if (text === undefined && key !== undefined) return undefined;
    const name = key === undefined ? "" : `${JSON.stringify(key)}:${gap && " "}`;
    written += `${top.isBegun ? "," : ""}${newLine()}${name}`;
    top.isBegun = true;
    if (isOpened) open(field);
    else if (text !== undefined && text.length > pieceLength) return text;
    else written += text ?? "null";
    return undefined;
  }

  /**
   * A value with the indentation of where it stands: it is written inside as many lists, and these are cut off. To indent the
   * lines of a text afterwards takes as long as to write it.
   */
  function valueOf(field: unknown): string | undefined {
    if (gap === "" || typeof field !== "object" || field === null) return JSON.stringify(field);
    const depth = Math.min(stack.length, maxDepth);
    let wrapped = field;
    for (let level = 0; level < depth; level++) wrapped = [wrapped];
    const text = JSON.stringify(wrapped, undefined, gap);
    // Each list takes a bracket, a line end and the indentation of its level, on both sides.
    const indents = (gap.length * depth * (depth - 1)) / 2;
    return text.slice(2 * depth + indents + gap.length * depth, text.length - 2 * depth - indents);
  }

  function newLine(): string {
    return gap === "" ? "" : `\n${gap.repeat(Math.min(stack.length, maxDepth))}`;
  }
}

function* listEntries(list: readonly unknown[]): Generator<readonly [undefined, unknown]> {
  for (const item of list) yield [undefined, item];
}

/** Whether a value is a thread or the list of what a thread holds: only these are nested without a limit. */
function isSkeleton(key: string | undefined, value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) ? key === "children" : "type" in value && isThread(value as Nodes);
}
