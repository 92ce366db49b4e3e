import type { Root } from "@ccdag/ccast";

/** A string of a tree, or a list of strings that are the lines of one text. */
export interface Slot {
  readonly holder: Record<string, unknown>;
  readonly key: string;
  /** The lines joined, for a list. */
  readonly value: string;
  readonly isList: boolean;
  /** Whether the key comes from a transcript, so that it may say what the value is. */
  readonly isNamed: boolean;
  /** `<path>:<line>` of the record. */
  readonly location: string;
}

/** A copy of a tree, and all strings in it. */
export interface Slots {
  readonly tree: Root;
  /** In the order of the tree. */
  readonly slots: readonly Slot[];
  /** The calls of tools. */
  readonly calls: ReadonlyArray<Record<string, unknown>>;
  /** Objects whose keys come from a transcript. */
  readonly recorded: ReadonlyArray<Record<string, unknown>>;
  /** How many images and documents were removed. */
  readonly images: number;
}

/** Fields whose values belong to the format, not to the transcript. */
const formatFields = new Set(["type", "role", "actor", "origin", "rule", "mode", "order"]);
/** Fields that hold recorded data in its original form. */
const opaque = new Set(["input", "structured", "raw", "unknown", "usage"]);

interface Frame {
  readonly source: object;
  readonly copy: Record<string, unknown>;
  readonly isRecorded: boolean;
  readonly path: string;
  readonly line: string;
}

/**
 * Copy a tree, and list its strings. It does not recurse, because recorded data may be nested to any depth.
 *
 * @param root the tree; it is not changed.
 * @param keepsImages whether to copy images and documents; else they are marked as redacted.
 */
export function slotsOf(root: Root, keepsImages: boolean): Slots {
  const slots: Slot[] = [];
  let images = 0;
  const calls: Array<Record<string, unknown>> = [];
  const recorded: Array<Record<string, unknown>> = [];
  const tree = emptyLike(root);
  const stack: Frame[] = [{ source: root, copy: tree, isRecorded: false, path: "", line: "" }];
  for (let frame = stack.pop(); frame; frame = stack.pop()) {
    const { source, copy, isRecorded } = frame;
    const path = isRecorded ? frame.path : (pathOf(source) ?? frame.path);
    const line = isRecorded ? frame.line : (lineNumberOf(source) ?? frame.line);
    const location = path === "" ? "" : `${path}:${line}`;
    const below: Frame[] = [];
    if (isRecorded && !Array.isArray(source)) recorded.push(copy);
    if (!isRecorded && "type" in source && source.type === "toolCall") calls.push(copy);
    const isImage = !keepsImages && !isRecorded && isAsset(source);
    if (isImage) {
      images++;
      copy["redacted"] = true;
    }
    for (const [key, value] of Object.entries(source) as Array<[string, unknown]>) {
      if (isImage && (key === "data" || key === "url")) continue;
      const isFormat = !isRecorded && formatFields.has(key);
      if (typeof value === "string" && !isFormat)
        slots.push({ holder: copy, key, value, isList: false, isNamed: isRecorded, location });
      if (typeof value !== "object" || value === null) {
        set(copy, key, value);
        continue;
      }
      const child = emptyLike(value);
      set(copy, key, child);
      if (isLines(value)) {
        Object.assign(child, value);
        slots.push({ holder: copy, key, value: value.join("\n"), isList: true, isNamed: false, location });
      } else below.push({ source: value, copy: child, isRecorded: isRecorded || opaque.has(key), path, line });
    }
    for (const child of below.reverse()) stack.push(child);
  }
  return { tree: tree as unknown as Root, slots, calls, recorded, images };
}

/** Set a field, also one that is called `__proto__`. */
export function set(holder: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true });
  else holder[key] = value;
}

function emptyLike(value: object): Record<string, unknown> {
  return (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
}

function isLines(value: object): value is string[] {
  return (
    Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string" && !one.includes("\n"))
  );
}

function isAsset(node: object): boolean {
  return "type" in node && (node.type === "image" || node.type === "document");
}

function pathOf(node: object): string | undefined {
  const { data } = node as { data?: unknown };
  const path = typeof data === "object" && data !== null && "path" in data ? data.path : undefined;
  return typeof path === "string" ? path : undefined;
}

function lineNumberOf(node: object): string | undefined {
  const { position } = node as { position?: { start?: { line?: number } } };
  return position?.start?.line === undefined ? undefined : String(position.start.line);
}
